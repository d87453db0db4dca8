public import Checklist

/// What went wrong at the store's door: a kind for programs, a message for people, and a hint at what to do next.
public struct LedgerError: Error, Hashable, Sendable {
    /// What sort of failure it is; decides a command's exit code.
    public enum Kind: Hashable, Sendable {
        /// The call makes no sense: an empty title, a line that is no line id, a range the wrong way round.
        case invalidArgument
        /// There is no such note, line, event, position or store.
        case notFound
        /// A name fits more than one note.
        case ambiguous
        /// The note has moved on: it is at `currentVersion`, not at the version the caller expected.
        case conflict(currentVersion: UInt64)
        /// The line is gone or no checkbox any more, or nothing is left of the event to take back.
        case stale
        /// The store refuses: a stamp too far ahead, an unknown parent, a network file system, a read-only store.
        case refused
        /// What was read is not what it should be: a damaged store or a malformed export.
        case badData
        /// The disk is full; everything acknowledged is still there.
        case outOfSpace
        /// The system said no to reading or writing.
        case inputOutput
        /// The ledger has been closed.
        case closed
    }

    /// The sort of failure.
    public var kind: Kind
    /// What happened, in one sentence without a full stop.
    public var message: String
    /// What to do about it, if anything is known to help.
    public var hint: String?
    /// The lines that are stale, where it is for their sake that nothing was done.
    public var staleLines: [LineID] = []

    /// A failure of that kind.
    public init(_ kind: Kind, _ message: String, hint: String? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
    }

    /// The exit code of a command that ends with this failure: 1 refused, 2 a name that fits several notes, 64 usage,
    /// 65 bad data, 66 nothing there, 74 input or output.
    ///
    /// A script that makes a note where there is none must not take several for none: so 2 is not 66.
    public var exitCode: Int32 {
        switch kind {
        case .conflict, .stale, .refused: 1
        case .ambiguous: 2
        case .invalidArgument: 64
        case .badData: 65
        case .notFound: 66
        case .outOfSpace, .inputOutput, .closed: 74
        }
    }
}

extension LedgerError: CustomStringConvertible {
    /// The message, and the hint behind a semicolon.
    public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
