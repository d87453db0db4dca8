public import Checklist

/// Who made a line what it is, register by register.
public struct LineBlame: Hashable, Sendable {
    /// The line, by id.
    public var line: LineID
    /// Its place in the note, from 0.
    public var index: Int
    /// Its bytes without the ending.
    public var content: [UInt8]
    /// The event that made the line.
    public var made: HistoryEntry
    /// The event that last set its mark (ticked or cleared it), if any did since it was made.
    public var marked: HistoryEntry?
    /// The event that last set its text or form, if any did since it was made.
    public var rewritten: HistoryEntry?

    /// The newest of the three.
    public var newest: HistoryEntry {
        [made, marked, rewritten].compactMap { $0 }.max { $0.event.stamp < $1.event.stamp } ?? made
    }

    package init(
        line: LineID, index: Int, content: [UInt8], made: HistoryEntry, marked: HistoryEntry?, rewritten: HistoryEntry?
    ) {
        self.line = line
        self.index = index
        self.content = content
        self.made = made
        self.marked = marked
        self.rewritten = rewritten
    }
}

/// Why a line is what it is: the last event on it, what it was before, and the write that lost against it.
public struct LineStory: Hashable, Sendable {
    /// The line, by id.
    public var line: LineID
    /// Its bytes now, without the ending; nil when it is gone.
    public var content: [UInt8]?
    /// The event that made the line what it is.
    public var cause: HistoryEntry
    /// The name of the device that did it, where it is known.
    public var deviceName: String?
    /// The line's bytes just before that event, without the ending; nil when the event made the line.
    public var before: [UInt8]?
    /// Events on the same line that neither had seen the cause nor been seen by it, and lost.
    public var competing: [HistoryEntry]
    /// Who did what, for the sentence.
    let deed: Deed
    /// The same of each of the events that lost.
    let rivals: [Deed]

    /// Who did what to the line.
    struct Deed: Hashable {
        /// What the device is called.
        var device: String
        /// What it did, in a word or few.
        var verb: String
    }

    init(
        line: LineID, content: [UInt8]?, cause: HistoryEntry, deviceName: String?, before: [UInt8]?,
        competing: [HistoryEntry], deed: Deed, rivals: [Deed]
    ) {
        self.line = line
        self.content = content
        self.cause = cause
        self.deviceName = deviceName
        self.before = before
        self.competing = competing
        self.deed = deed
        self.rivals = rivals
    }
}
