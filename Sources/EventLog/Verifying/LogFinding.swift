/// One thing in a log that is not as it must be.
package struct LogFinding: Hashable, Sendable {
    /// What sort of damage it is.
    package enum Kind: Hashable, Sendable {
        case file, record, chain, gap, ids, stream, projection, head
    }

    /// What sort of damage it is.
    package var kind: Kind
    /// The first position concerned, where one can be named.
    package var position: UInt64?
    /// What is wrong, in one sentence.
    package var message: String
    /// Whether it follows from a finding before it: damage to a record shows in all that is made of it.
    package var isConsequence = false

    init(_ kind: Kind, at position: UInt64? = nil, _ message: String) {
        self.kind = kind
        self.position = position
        self.message = message
    }
}

/// What verifying a log gave.
package struct LogReport: Sendable {
    /// How many events were read.
    package var eventCount: UInt64 = 0
    /// How many notes were folded.
    package var noteCount = 0
    /// Position and hash that the records lead to.
    package var head: (position: UInt64, hash: [UInt8])
    /// What is wrong.
    package var findings: [LogFinding] = []
}
