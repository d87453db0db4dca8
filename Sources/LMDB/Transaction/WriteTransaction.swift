import CLMDB

/// Changes to the databases that become current together, at the commit, or not at all.
///
/// It is lent to the closure of `Environment.write(_:)`, on the writer thread. Spans of values end before the next
/// change, which may move what they show.
@usableFromInline
package struct WriteTransaction: Transaction, ~Copyable {
    /// LMDB's transaction, until it is committed: LMDB frees it then, also when the commit fails.
    private var live: OpaquePointer?
    /// Whether something did not fit in the map, so that all is to be done again in a larger one.
    var foundMapFull = false
    /// Nil for one that is in memory only.
    private let environment: Environment?

    init(handle: OpaquePointer, environment: Environment) {
        live = handle
        self.environment = environment
    }

    private init() {
        live = nil
        environment = nil
    }

    /// Stands for a transaction where work is tried in memory first: every use of it throws `.noTransaction`.
    package static func memoryOnly() -> WriteTransaction { WriteTransaction() }

    /// Whether there is nothing to read and write in, because it was made by `memoryOnly()`.
    package var isMemoryOnly: Bool { environment == nil }

    deinit {
        if let live { mdb_txn_abort(live) }
    }

    /// LMDB's transaction.
    @usableFromInline package var handle: OpaquePointer {
        get throws(LMDBError) {
            guard let live else { throw LMDBError(.noTransaction, in: "transaction") }
            return live
        }
    }

    /// Makes the changes current and, as the durability says, lasting. Whatever it answers, the transaction is over.
    mutating func commit() throws(LMDBError) {
        guard let ending = live else { throw LMDBError(.badTransaction, in: "mdb_txn_commit") }
        live = nil
        let status = mdb_txn_commit(ending)
        guard status != 0 else { return }
        let code = LMDBError.Code(rawValue: status)
        throw LMDBError(code == .inputOutput && isDiskFull ? .noSpace : code, in: "mdb_txn_commit")
    }

    /// Whether the disk has no room left. The system writes what still fits, which LMDB reports as EIO.
    private var isDiskFull: Bool {
        environment.flatMap { FileSystem(at: $0.path) }.map { $0.availableBytes < 64 << 10 } ?? false
    }

    /// Throws unless `status` is success, and takes note of a full map.
    mutating func check(_ status: CInt, in operation: String) throws(LMDBError) {
        guard status != 0 else { return }
        if status == MDB_MAP_FULL { foundMapFull = true }
        throw LMDBError(.init(rawValue: status), in: operation)
    }
}
