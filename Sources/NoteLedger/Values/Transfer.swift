/// What taking in an exported log did.
public struct ImportSummary: Hashable, Sendable {
    /// Events added.
    public var addedCount: UInt64
    /// Events that were there already.
    public var knownCount: UInt64
    /// The log's head afterwards.
    public var head: LogHead
    /// Where the exported log ended, if its first line says so. A store that has it as its own head is the same log; one
    /// that had other events, or was given some meanwhile, is not.
    public var exportedHead: LogHead?

    package init(addedCount: UInt64, knownCount: UInt64, head: LogHead) {
        self.addedCount = addedCount
        self.knownCount = knownCount
        self.head = head
    }
}

/// How far a long piece of work has come.
public struct Progress: Hashable, Sendable {
    /// Units done: events, bytes or notes.
    public var done: UInt64
    /// Units in all; nil while that is not known.
    public var total: UInt64?

    package init(done: UInt64, total: UInt64?) {
        self.done = done
        self.total = total
    }
}

/// Is told how far a long piece of work has come; false stops it.
public typealias ProgressHandler = @Sendable (Progress) -> Bool
