/// A recorded editing history, keystroke by keystroke: what each author did, on what text.
public struct EditingTrace: Sendable {
    /// Replaces characters (Unicode scalars) at a position.
    public struct Patch: Hashable, Sendable {
        /// Before which character, counted in the text at that moment.
        public var position: Int
        /// How many characters go.
        public var deletedCount: Int
        /// What comes.
        public var inserted: [Unicode.Scalar]

        /// A patch of those parts.
        public init(position: Int, deletedCount: Int, inserted: [Unicode.Scalar]) {
            self.position = position
            self.deletedCount = deletedCount
            self.inserted = inserted
        }
    }

    /// What one author did at once.
    public struct Transaction: Hashable, Sendable {
        /// The transactions that its author had seen last, by index; empty for the first one.
        public var parents: [Int]
        /// Whose it is.
        public var agent: Int
        /// One after the other.
        public var patches: [Patch]

        /// A transaction of those parts.
        public init(parents: [Int], agent: Int, patches: [Patch]) {
            self.parents = parents
            self.agent = agent
            self.patches = patches
        }
    }

    /// The text at the start.
    public var start: String
    /// The text in the end.
    public var end: String
    /// What happened, parents first.
    public var transactions: [Transaction]
    /// How many authors there are.
    public var agentCount: Int

    /// A history of those parts.
    public init(start: String, end: String, transactions: [Transaction], agentCount: Int) {
        self.start = start
        self.end = end
        self.transactions = transactions
        self.agentCount = agentCount
    }

    /// Whether several people wrote.
    public var isConcurrent: Bool { agentCount > 1 }

    /// Stretches of transactions of one author, in which he got to see nothing new, and of which nobody saw only a part.
    var batches: [Range<Int>] {
        var children = [Int](repeating: 0, count: transactions.count)
        for transaction in transactions {
            for parent in transaction.parents where children.indices.contains(parent) { children[parent] += 1 }
        }
        var batches: [Range<Int>] = []
        for (index, transaction) in transactions.enumerated() {
            if let last = batches.last, transactions[last.lowerBound].agent == transaction.agent,
                transaction.parents == [index - 1], children[index - 1] == 1
            {
                batches[batches.count - 1] = last.lowerBound..<index + 1
            } else {
                batches.append(index..<index + 1)
            }
        }
        return batches
    }
}

/// Why a history cannot be gone through.
public enum TraceError: Error, Hashable, Sendable {
    /// A transaction names a parent that does not come before it, or an author that there is not.
    case badTransaction(Int)
    /// A patch reaches beyond the text.
    case badPatch(transaction: Int)
    /// There are more characters than can be told apart.
    case tooLong
}
