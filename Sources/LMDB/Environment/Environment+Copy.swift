import CLMDB
import Glibc

extension Environment {
    /// Writes a copy of the environment as it is at the last commit into a new or empty folder, while writers go on.
    ///
    /// The copy has reached the disk when this returns, and only then bears its name: what fails, or is ended on the way,
    /// leaves no store behind.
    ///
    /// - Parameters:
    ///   - isCompacting: Whether free pages are left out; that takes more time.
    ///   - finish: Is given the folder that the copy lies in meanwhile, and may open it and change it.
    /// - Throws: `EEXIST` when the folder holds a store already; `EBUSY` while somebody else copies into it; what LMDB, the
    ///   system or `finish` says.
    package func copy(
        to folder: String, isCompacting: Bool = false, finish: (_ unfinished: String) throws -> Void = { _ in }
    ) throws {
        try checkProcess()
        let unfinished = try UnfinishedCopy(in: folder)
        do {
            try unfinished.begin()
            try copyFile(to: unfinished.path, flags: isCompacting ? CUnsignedInt(MDB_CP_COMPACT) : 0)
            try finish(unfinished.path)
            try unfinished.settle(asPrivateAs: Self.dataPath(in: path))
        } catch {
            unfinished.discard()
            throw error
        }
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
}

/// A copy on its way into a folder: it lies in a folder of its own there, under a name that nobody opens.
///
/// The lock on the outer folder goes with the process. So whoever holds it may throw away what another one left that was
/// ended on the way.
private final class UnfinishedCopy {
    /// The folder that the copy lies in.
    let path: String
    private let folder: String
    private let madeFolder: Bool
    private let lock: CInt
    private var hasBegun = false

    /// Makes the outer folder where it is missing.
    init(in folder: String) throws(LMDBError) {
        self.folder = folder
        path = folder + "/.unfinished-copy"
        let made = mkdir(folder, 0o700)
        let code = errno
        madeFolder = made == 0
        lock = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard madeFolder || code == EEXIST else {
            throw LMDBError(.init(rawValue: code), in: "mkdir", detail: folder)
        }
        guard lock >= 0 else { throw LMDBError(.init(rawValue: errno), in: "open", detail: folder) }
    }

    /// Takes the lock, and makes the folder that the copy is to lie in.
    func begin() throws(LMDBError) {
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw LMDBError(.init(rawValue: errno == EWOULDBLOCK ? EBUSY : errno), in: "flock", detail: folder)
        }
        var status = stat()
        guard lstat(Environment.dataPath(in: folder), &status) != 0 else {
            throw LMDBError(.init(rawValue: EEXIST), in: "copy", detail: folder)
        }
        try FileSystem.refuseNetwork(at: folder)
        hasBegun = true
        clear()
        guard mkdir(path, 0o700) == 0 else { throw LMDBError(.init(rawValue: errno), in: "mkdir", detail: path) }
    }

    deinit {
        if lock >= 0 { close(lock) }
    }

    /// Waits until the copy is on the disk, then gives it its name.
    ///
    /// - Parameter original: the file whose permissions the copy gets; LMDB gives it those of the process's mask.
    func settle(asPrivateAs original: String) throws(LMDBError) {
        let file = Environment.dataPath(in: path)
        var status = stat()
        let mode = stat(original, &status) == 0 ? status.st_mode & 0o777 : 0o600
        guard chmod(file, mode) == 0 else { throw LMDBError(.init(rawValue: errno), in: "chmod", detail: file) }
        try Self.synchronize(file: file)
        let name = Environment.dataPath(in: folder)
        // Never in another file's place. Not every file system can be asked that.
        if rename_without_replacing(file, name) != 0 {
            let code = errno
            guard code == EINVAL || code == ENOSYS else {
                throw LMDBError(.init(rawValue: code), in: "rename", detail: name)
            }
            guard rename(file, name) == 0 else {
                throw LMDBError(.init(rawValue: errno), in: "rename", detail: name)
            }
        }
        clear()
        FileSystem.synchronize(folder: folder)
        if madeFolder { FileSystem.synchronize(folder: folder + "/..") }
    }

    /// Leaves nothing behind.
    func discard() {
        if hasBegun { clear() }
        if madeFolder { rmdir(folder) }
    }

    private func clear() {
        unlink(Environment.dataPath(in: path))
        unlink(path + "/lock.mdb")
        rmdir(path)
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
