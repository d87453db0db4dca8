import CLMDB
import Glibc

extension Environment {
    /// Bytes of address space that the map takes now.
    package var mapSize: Int {
        gate.enter()
        defer { gate.leave() }
        return currentMapSize
    }

    private var currentMapSize: Int {
        guard let handle else { return 0 }
        var information = MDB_envinfo()
        mdb_env_info(handle, &information)
        return information.me_mapsize
    }

    /// Doubles the map after a transaction did not fit, once no transaction of this process is live.
    func growMap() throws(LMDBError) {
        try gate.alone { () throws(LMDBError) in
            let size = currentMapSize
            guard size < options.maximumMapSize else {
                throw LMDBError(.mapFull, in: "mdb_env_set_mapsize", detail: "it has \(size) bytes, as many as it may")
            }
            do throws(LMDBError) {
                try setMapSize(min(size * 2, options.maximumMapSize))
            } catch {
                // Where the address space is limited there may be room for a little more.
                guard error.code.rawValue == ENOMEM else { throw error }
                try setMapSize(min(size + Self.leastGrowth, options.maximumMapSize))
            }
        }
    }

    /// Takes over the size that another process gave the map, once no transaction of this process is live.
    func adoptMapSize() throws(LMDBError) {
        try gate.alone { () throws(LMDBError) in try setMapSize(0) }
    }

    private func setMapSize(_ size: Int) throws(LMDBError) {
        guard let handle else { throw LMDBError(.lost, in: "mdb_env_set_mapsize", detail: path) }
        let status = mdb_env_set_mapsize(handle, size)
        guard status != 0 else { return }
        // LMDB unmaps the file before it maps it anew, so that now nothing is mapped: only opening helps.
        try reopenAlone()
        throw LMDBError(.init(rawValue: status), in: "mdb_env_set_mapsize", detail: "\(size) bytes")
    }

    /// Opens the environment anew after LMDB refuses to go on with it (`MDB_PANIC`): a head page could not be written,
    /// and what it says on the disk is known only by reading it again.
    func reopen(replacing failed: OpaquePointer?) throws(LMDBError) {
        try gate.alone { () throws(LMDBError) in
            // Another thread may have been faster.
            if handle == failed { try reopenAlone() }
        }
    }

    private func reopenAlone() throws(LMDBError) {
        handle.map(mdb_env_close)
        handle = nil
        let opened = try Self.rawOpen(at: path, options: options)
        guard opened.files.data == identity else {
            mdb_env_close(opened.handle)
            throw LMDBError(.lost, in: "mdb_env_open", detail: "\(path) is another store now")
        }
        do throws(LMDBError) {
            try reopenDatabases(in: opened.handle)
        } catch {
            mdb_env_close(opened.handle)
            throw error
        }
        handle = opened.handle
        files = opened.files
    }

    /// Opens the databases in the order in which they were opened first, which gives them the same handles.
    private func reopenDatabases(in environment: OpaquePointer) throws(LMDBError) {
        var begun: OpaquePointer?
        try LMDBError.check(mdb_txn_begin(environment, nil, CUnsignedInt(MDB_RDONLY), &begun), in: "mdb_txn_begin")
        guard let begun else { throw LMDBError(.lost, in: "mdb_txn_begin", detail: path) }
        let ordered = databases.withLock { $0.sorted { $0.handle < $1.handle } }
        var isSame = true
        for database in ordered {
            guard let handle = try? database.description.open(in: begun, creating: false), handle == database.handle
            else {
                isSame = false
                break
            }
        }
        let status = mdb_txn_commit(begun)
        guard isSame else { throw LMDBError(.lost, in: "mdb_dbi_open", detail: path) }
        try LMDBError.check(status, in: "mdb_txn_commit")
    }
}
