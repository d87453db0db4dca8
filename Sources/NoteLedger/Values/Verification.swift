/// What `verify` found.
public struct Verification: Hashable, Sendable {
    /// One thing that is not as it must be.
    public struct Finding: Hashable, Sendable {
        /// What sort of damage it is.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The pages of the file contradict each other.
            case file
            /// A record that cannot be read.
            case record
            /// The chain of hashes does not lead to the head that is stored.
            case chain
            /// A position is missing, or there is one too many.
            case gap
            /// An event id leads to a wrong position, or twice to different ones.
            case ids
            /// A note's stream of events is not what the log says.
            case stream
            /// A projection (list row, body, snapshot) is not what folding the events gives.
            case projection
            /// The log does not contain the head that was published.
            case head
        }

        /// What sort of damage it is.
        public var kind: Kind
        /// The first position concerned, where one can be named.
        public var position: UInt64?
        /// What is wrong, in one sentence.
        public var message: String
        /// Whether it follows from a finding before it: damage to a record shows in all that is made of it.
        public var isConsequence = false

        package init(_ kind: Kind, at position: UInt64? = nil, _ message: String) {
            self.kind = kind
            self.position = position
            self.message = message
        }
    }

    /// How many events were read.
    public var eventCount: UInt64
    /// How many notes were folded again.
    public var noteCount: Int
    /// The head that the records give, as far as they could be read.
    public var head: LogHead
    /// What is wrong, in order of discovery; empty if all is well.
    public var findings: [Finding]

    /// Whether all is well.
    public var isSound: Bool { findings.isEmpty }

    package init(eventCount: UInt64, noteCount: Int, head: LogHead, findings: [Finding]) {
        self.eventCount = eventCount
        self.noteCount = noteCount
        self.head = head
        self.findings = findings
    }
}
