public import Checklist
public import Events

extension Ledger {
    /// Position of the newest event; 0 for an empty log.
    public func lastPosition() throws(LedgerError) -> UInt64 { throw .unfinished }

    /// All notes, those in the trash included, last changed first.
    ///
    /// - Parameter moment: the time to look back to; nil is now.
    /// - Complexity: O(notes) now; for the past, each note's body is read at that moment.
    public func notes(at moment: Moment? = nil) throws(LedgerError) -> [NoteSummary] { throw .unfinished }

    /// A note as it is, or was.
    ///
    /// - Throws: `notFound` if there is, or was then, no such note.
    /// - Complexity: O(body) plus the events since the nearest snapshot.
    public func note(_ id: NoteID, at moment: Moment? = nil) throws(LedgerError) -> Note { throw .unfinished }

    /// Finds the note that a person means: an id, a unique beginning of one, or a unique title (case and the form of
    /// accents do not matter).
    public func resolve(_ name: String) throws(LedgerError) -> NoteResolution { throw .unfinished }

    /// The note that a person means.
    ///
    /// - Throws: `ambiguous` or `notFound`, with the candidates in the hint.
    public func note(named name: String) throws(LedgerError) -> NoteSummary { throw .unfinished }

    /// Notes that hold all the words, case aside, in title or body; best match first.
    ///
    /// - Complexity: O(bytes of all bodies).
    public func search(_ words: [String], at moment: Moment? = nil) throws(LedgerError) -> [NoteSummary] {
        throw .unfinished
    }

    /// The name that a device goes by, where this store knows one.
    public func name(of device: DeviceID) throws(LedgerError) -> String? { throw .unfinished }

    /// Gives a device a name for people, in this store only.
    public func setName(_ name: String, of device: DeviceID) throws(LedgerError) { throw .unfinished }
}
