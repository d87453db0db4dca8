import CLMDB

/// A view of the databases as one commit left them. It ends when the closure it is lent to returns.
@usableFromInline
package struct ReadTransaction: Transaction, ~Copyable {
    /// LMDB's transaction.
    @usableFromInline package let handle: OpaquePointer
    /// Keeps the map from going away underneath.
    private let environment: Environment

    init(handle: OpaquePointer, environment: Environment) {
        self.handle = handle
        self.environment = environment
    }

    deinit {
        // To commit a read is to end it, as to abort it is, but keeps databases open that it opened.
        mdb_txn_commit(handle)
    }
}
