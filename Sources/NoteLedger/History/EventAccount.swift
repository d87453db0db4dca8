public import Checklist
internal import Events

/// What an event did, told with the note as it was at the event's own place in this store's log.
///
/// Text, title and line numbers are those of that place, whatever was done to the note since.
public struct EventAccount: Hashable, Sendable {
    /// The event and its position.
    public var entry: HistoryEntry
    /// How many events the note had with this one.
    public var version: UInt64
    /// The note's title after the event.
    public var title: String
    /// The title before it; nil for the event that began the note.
    public var titleBefore: String?
    /// The title that the note has now, where that is another one.
    public var titleNow: String?
    /// The lines that the event made, changed, moved or removed. Those of a note that begins are not listed.
    public var lines: [LineChange]
    /// How many lines the note had after the event.
    public var lineCount: Int
    /// The attributes that the event set, with their values before and after.
    public var attributes: [NoteDifference.Attribute]
    /// What an event that takes something back is about.
    public var subject: Subject?

    /// What was taken back, or done again.
    public struct Subject: Hashable, Sendable {
        /// Its position.
        public var position: UInt64
        /// Its name.
        public var event: EventID
        /// Whether it was done again: taking back what took it back does it again.
        public var isDoneAgain: Bool
        /// What it was, in the words of its own place.
        public var phrase: String
    }

    package init(
        entry: HistoryEntry, version: UInt64, title: String, titleBefore: String?, titleNow: String?,
        lines: [LineChange], lineCount: Int, attributes: [NoteDifference.Attribute], subject: Subject? = nil
    ) {
        self.entry = entry
        self.version = version
        self.title = title
        self.titleBefore = titleBefore
        self.titleNow = titleNow
        self.lines = lines
        self.lineCount = lineCount
        self.attributes = attributes
        self.subject = subject
    }
}

/// What an event did to a line.
public struct LineChange: Hashable, Sendable {
    /// A line as it stood in the note.
    public struct State: Hashable, Sendable {
        /// Its place, counted from 1.
        public var number: Int
        /// Its bytes without the ending.
        public var content: [UInt8]
        /// The same without indent, bullet and box.
        public var text: [UInt8]
        /// The byte between the brackets, if it is a checkbox.
        public var mark: UInt8?

        package init(_ line: Line) {
            number = line.index + 1
            content = Array(line.content)
            text = Array(line.text)
            mark = line.mark
        }
    }

    /// What the line is now.
    public enum Present: Hashable, Sendable {
        /// Its text is what the event left.
        case same
        /// It says something else.
        case changed(State)
        /// It is not in the note any more.
        case gone
    }

    /// The line.
    public var line: LineID
    /// The line before the event; nil if it was not there.
    public var before: State?
    /// The line after the event; nil if it was not there.
    public var after: State?
    /// What has become of it since.
    public var present: Present

    /// Whether the event changed the line's bytes, or made or removed it. One that lost against a write that it had not
    /// seen changed nothing.
    public var hasEffect: Bool { before?.content != after?.content }

    /// The line as the event left it, or as it was before it was removed.
    public var told: State? { after ?? before }

    package init(line: LineID, before: State?, after: State?, present: Present) {
        self.line = line
        self.before = before
        self.after = after
        self.present = present
    }
}
