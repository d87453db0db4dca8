import CLMDB
import Glibc

extension Environment {
    /// Opens the environment in a folder, or joins it if this process has it open.
    ///
    /// The folder, the files and the databases named are made where they are missing, unless only reading is wanted.
    /// The new files are readable by their owner only. Places of readers that died are given free.
    ///
    /// - Parameter makesDatabases: Whether databases that are missing are made; else that is `.notFound`.
    /// - Throws: `.networkFileSystem` on a network; `.readOnly` if it is to be written but open for reading only;
    ///   otherwise what LMDB or the system says.
    package static func open(
        at path: String, options: EnvironmentOptions = EnvironmentOptions(), databases: [DatabaseDescription] = [],
        makesDatabases: Bool = true
    ) throws(LMDBError) -> Environment {
        let isThere = FileIdentity(path: path) != nil
        try FileSystem.refuseNetwork(at: isThere || options.isReadOnly ? path : FileSystem.folder(of: path))
        if !isThere && !options.isReadOnly { try makeFolder(at: path) }
        try StoreFiles.check(in: path)
        let environment = try EnvironmentRegistry.shared.environment(at: dataPath(in: path)) { () throws(LMDBError) in
            let isNew = FileIdentity(path: dataPath(in: path)) == nil
            try StoreFiles.checkEmptiness(in: path, isReadOnly: options.isReadOnly)
            let opened = try rawOpen(at: path, options: options)
            if isNew { FileSystem.synchronize(folder: path) }
            return Environment(opened, path: path, options: options)
        }
        if environment.options.isReadOnly && !options.isReadOnly {
            throw LMDBError(.readOnly, in: "open", detail: path)
        }
        try environment.openDatabases(databases, creating: makesDatabases && !options.isReadOnly)
        return environment
    }

    /// The file that LMDB keeps the databases in.
    static func dataPath(in folder: String) -> String { folder + "/data.mdb" }

    /// A new environment of LMDB's, opened, its dead readers cleared.
    ///
    /// A file whose making a power failure cut short is made again.
    static func rawOpen(at path: String, options: EnvironmentOptions) throws(LMDBError) -> OpenedFile {
        do throws(LMDBError) {
            return try openAsLargeAsGoes(at: path, options: options)
        } catch {
            guard error.code == .invalid, !options.isReadOnly else { throw error }
            let replaced = try UnfinishedFile.replace(in: path) { () throws(LMDBError) in
                try openAsLargeAsGoes(at: path, options: options)
            }
            guard let replaced else { throw error }
            return replaced
        }
    }

    /// Where the address space is limited (`ulimit -v`, containers), the map has room for the file and some growth. Not for as
    /// much as goes: the rest of the program needs address space, too.
    private static func openAsLargeAsGoes(
        at path: String, options: EnvironmentOptions
    ) throws(LMDBError) -> OpenedFile {
        do throws(LMDBError) {
            return try rawOpen(at: path, options: options, mapSize: options.mapSize)
        } catch {
            var status = stat()
            let size = stat(dataPath(in: path), &status) == 0 ? Int(status.st_size) : 0
            // Twice the file, or else a little more than it has.
            for mapSize in [size * 2 + leastGrowth, size + leastGrowth]
            where error.code.rawValue == ENOMEM && mapSize < options.mapSize {
                if let opened = try? rawOpen(at: path, options: options, mapSize: mapSize) { return opened }
            }
            throw error
        }
    }

    /// How many bytes a map has for growth at least.
    static let leastGrowth = 1 << 20

    private static func rawOpen(
        at path: String, options: EnvironmentOptions, mapSize: Int
    ) throws(LMDBError) -> OpenedFile {
        var made: OpaquePointer?
        try LMDBError.check(mdb_env_create(&made), in: "mdb_env_create")
        guard let environment = made else { throw LMDBError(.init(rawValue: ENOMEM), in: "mdb_env_create") }
        do throws(LMDBError) {
            try LMDBError.check(mdb_env_set_mapsize(environment, mapSize), in: "mdb_env_set_mapsize")
            try LMDBError.check(
                mdb_env_set_maxreaders(environment, CUnsignedInt(options.maximumReaders)), in: "mdb_env_set_maxreaders")
            try LMDBError.check(
                mdb_env_set_maxdbs(environment, MDB_dbi(options.maximumDatabases)), in: "mdb_env_set_maxdbs")
            // Readers are bound to transactions, not threads, so that a thread may nest them. The system is kept from
            // reading ahead: a store is read here and there.
            var flags = options.durability.flags | CUnsignedInt(MDB_NOTLS) | CUnsignedInt(MDB_NORDAHEAD)
            if options.isReadOnly { flags |= CUnsignedInt(MDB_RDONLY) }
            try LockFile.reserve(in: path, places: options.maximumReaders, isReadOnly: options.isReadOnly)
            let lockFile = FileIdentity(path: StoreFiles.lockPath(in: path))
            let status = mdb_env_open(environment, path, flags, 0o600)
            guard status == 0 else { throw LMDBError(.init(rawValue: status), in: "mdb_env_open", detail: path) }
            try LMDBError.check(mdb_reader_check(environment, nil), in: "mdb_reader_check")
            let files = try StoreFiles(environment, in: path, lockFileBefore: lockFile)
            if !options.isReadOnly { try settleHeadPages(of: environment) }
            return OpenedFile(handle: environment, files: files)
        } catch {
            mdb_env_close(environment)
            throw error
        }
    }

    /// Waits until the head pages of a file without a commit are on the disk.
    ///
    /// LMDB does not, and a power failure during the first commit could leave both torn beside pages of that commit: a
    /// file that nothing tells from one that was damaged.
    private static func settleHeadPages(of environment: OpaquePointer) throws(LMDBError) {
        var info = MDB_envinfo()
        try LMDBError.check(mdb_env_info(environment, &info), in: "mdb_env_info")
        if info.me_last_txnid == 0 { try LMDBError.check(mdb_env_sync(environment, 1), in: "mdb_env_sync") }
    }

    /// Makes the folder (not its parents) where it is missing.
    private static func makeFolder(at path: String) throws(LMDBError) {
        if mkdir(path, 0o700) == 0 {
            FileSystem.synchronize(folder: path + "/..")
        } else if errno != EEXIST {
            throw LMDBError(.init(rawValue: errno), in: "mkdir", detail: path)
        }
    }
}

extension Environment {
    /// Opens the databases that are not open yet, and may make those that are missing.
    private func openDatabases(_ wanted: [DatabaseDescription], creating: Bool) throws(LMDBError) {
        try opening.withLock { _ throws(LMDBError) in
            let missing = databases.withLock { open in
                wanted.filter { wish in !open.contains { $0.description == wish } }
            }
            guard !missing.isEmpty else { return }
            do {
                // First in a read: opening an existing store then waits for no writer, and needs no thread.
                if try openExisting(missing) { return }
                guard creating else { throw LMDBError(.notFound, in: "mdb_dbi_open", detail: path) }
                try write { transaction in
                    let handle = try transaction.handle
                    for description in missing { _ = try description.open(in: handle, creating: true) }
                }
                _ = try openExisting(missing)
            } catch let error as LMDBError {
                throw error
            } catch {
                throw LMDBError(.badTransaction, in: "mdb_dbi_open")
            }
        }
    }

    /// Notes the handles of databases; false when one is missing.
    private func openExisting(_ wanted: [DatabaseDescription]) throws -> Bool {
        try read { transaction in
            var found: [OpenDatabase] = []
            for description in wanted {
                guard let handle = try description.open(in: transaction.handle, creating: false) else { return false }
                found.append(OpenDatabase(description: description, handle: handle))
            }
            // Within the transaction, so that nobody opens the environment anew without them.
            databases.withLock { open in
                for database in found where !open.contains(where: { $0.handle == database.handle }) {
                    open.append(database)
                }
            }
            return true
        }
    }

    /// The database of that name.
    ///
    /// - Throws: `.unknownDatabase` unless it was named when the environment was opened, with keys of that kind.
    package func database<Key: DatabaseKey>(
        _ name: String, keyedBy: Key.Type = Key.self
    ) throws(LMDBError) -> Database<Key> {
        let wanted = DatabaseDescription(name, keyedBy: Key.self)
        guard let found = databases.withLock({ $0.first { $0.description == wanted } }) else {
            throw LMDBError(.unknownDatabase, in: "database", detail: name)
        }
        return Database(handle: found.handle)
    }
}

extension DatabaseDescription {
    /// Its handle in that transaction; nil when it is missing and is not to be made.
    func open(in transaction: OpaquePointer, creating: Bool) throws(LMDBError) -> MDB_dbi? {
        var handle: MDB_dbi = 0
        let flags = order.flags | (creating ? CUnsignedInt(MDB_CREATE) : 0)
        let status = mdb_dbi_open(transaction, name, flags, &handle)
        if status == MDB_NOTFOUND && !creating { return nil }
        guard status == 0 else { throw LMDBError(.init(rawValue: status), in: "mdb_dbi_open", detail: name) }
        // An existing database keeps the order it was made with, whatever is asked for.
        var stored: CUnsignedInt = 0
        try LMDBError.check(mdb_dbi_flags(transaction, handle, &stored), in: "mdb_dbi_flags")
        guard stored & ~CUnsignedInt(MDB_CREATE) == order.flags else {
            throw LMDBError(.incompatible, in: "mdb_dbi_open", detail: name)
        }
        return handle
    }
}
