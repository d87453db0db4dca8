import CLMDB
import Glibc

extension Environment {
    /// Lends a view of the databases as the last commit left them; it stays as it is until `body` returns.
    ///
    /// Reads may nest. While the map is being made larger, a read waits for that.
    ///
    /// - Throws: What `body` throws; `LMDBError` when the transaction cannot begin.
    /// - Complexity: O(1) to begin and end; neither waits for a writer.
    package func read<Result>(_ body: (borrowing ReadTransaction) throws -> Result) throws -> Result {
        try entered(beginning: CUnsignedInt(MDB_RDONLY)) { begun in
            let transaction = ReadTransaction(handle: begun, environment: self)
            return try body(transaction)
        }
    }

    /// Enters the gate, begins a transaction, lends it, leaves the gate.
    ///
    /// What another process or a failure did meanwhile is made good first: a larger map is adopted, places of dead
    /// readers are cleared, an environment that gave up is opened anew.
    func entered<Result>(
        beginning flags: CUnsignedInt, _ body: (OpaquePointer) throws -> Result
    ) throws -> Result {
        try checkProcess()
        var repairs = 0
        while true {
            gate.enter()
            let environment = handle
            let begun: OpaquePointer
            do throws(LMDBError) {
                begun = try begin(flags)
            } catch {
                gate.leave()
                repairs += 1
                // An outer read of this thread holds map and environment as they are.
                guard repairs < Self.repairLimit, !gate.holdsCaller else { throw error }
                switch error.code {
                case .mapResized: try adoptMapSize()
                case .panic, .lost: try reopen(replacing: environment)
                default: throw error
                }
                continue
            }
            defer { gate.leave() }
            return try body(begun)
        }
    }

    /// Other processes may grow the map again and again; but not for ever.
    private static let repairLimit = 100

    private func begin(_ flags: CUnsignedInt) throws(LMDBError) -> OpaquePointer {
        guard let handle else { throw LMDBError(.lost, in: "mdb_txn_begin", detail: path) }
        var begun: OpaquePointer?
        var status = mdb_txn_begin(handle, nil, flags, &begun)
        if status == MDB_READERS_FULL {
            // Processes that were killed leave their places taken.
            mdb_reader_check(handle, nil)
            status = mdb_txn_begin(handle, nil, flags, &begun)
        }
        if status == EAGAIN || status == EACCES, flags & CUnsignedInt(MDB_RDONLY) != 0 {
            throw LMDBError(.processNumberTaken, in: "mdb_txn_begin", detail: "process \(getpid())")
        }
        guard status == 0, let begun else {
            throw LMDBError(.init(rawValue: status), in: "mdb_txn_begin", detail: path)
        }
        return begun
    }
}
