import CLMDB
import Glibc

extension Environment {
    /// Writes a copy of the environment as it is at the last commit into a new or empty folder, while writers go on.
    ///
    /// The copy has reached the disk when this returns. When it fails, nothing is left behind.
    ///
    /// - Parameter isCompacting: Whether free pages are left out; that takes more time.
    /// - Throws: `EEXIST` when the folder holds a store already; what LMDB or the system says.
    package func copy(to folder: String, isCompacting: Bool = false) throws(LMDBError) {
        try checkProcess()
        let madeFolder = mkdir(folder, 0o700) == 0
        guard madeFolder || errno == EEXIST else {
            throw LMDBError(.init(rawValue: errno), in: "mkdir", detail: folder)
        }
        let file = Self.dataPath(in: folder)
        guard FileIdentity(path: file) == nil else {
            throw LMDBError(.init(rawValue: EEXIST), in: "copy", detail: folder)
        }
        do throws(LMDBError) {
            try FileSystem.refuseNetwork(at: folder)
            try copyFile(to: folder, flags: isCompacting ? CUnsignedInt(MDB_CP_COMPACT) : 0)
            try Self.synchronize(file: file)
        } catch {
            unlink(file)
            if madeFolder { rmdir(folder) }
            throw error
        }
        FileSystem.synchronize(folder: folder)
        if madeFolder { FileSystem.synchronize(folder: folder + "/..") }
    }

    private func copyFile(to folder: String, flags: CUnsignedInt) throws(LMDBError) {
        while true {
            gate.enter()
            let environment = handle
            let status = environment.map { mdb_env_copy2($0, folder, flags) } ?? MDB_PANIC
            gate.leave()
            switch status {
            case 0: return
            case MDB_MAP_RESIZED where !gate.holdsCaller:
                unlink(Self.dataPath(in: folder))
                try adoptMapSize()
            default: throw LMDBError(.init(rawValue: status), in: "mdb_env_copy2", detail: folder)
            }
        }
    }

    /// LMDB writes a copy, but does not wait for the disk. The file is no open environment's, so it may be touched.
    private static func synchronize(file: String) throws(LMDBError) {
        let descriptor = Glibc.open(file, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw LMDBError(.init(rawValue: errno), in: "open", detail: file) }
        let status = fsync(descriptor) == 0 ? 0 : errno
        close(descriptor)
        guard status == 0 else { throw LMDBError(.init(rawValue: status), in: "fsync", detail: file) }
    }
}
