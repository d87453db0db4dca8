import CLMDB
import Glibc

/// LMDB's locks and table of readers: a file that is mapped, and written as memory.
///
/// LMDB gives the file its size, but no blocks: on a full disk the first touch of one would end the process (SIGBUS). So the
/// blocks are taken beforehand, where no room is an error that can be told.
enum LockFile {
    /// Takes the file's blocks, and makes the file where it is missing.
    ///
    /// To be called while this process does not have the environment open: closing the file drops the locks on it.
    ///
    /// - Parameters:
    ///   - places: Places for readers, if the table is new; one that is there keeps its size, since others may have mapped
    ///     it.
    ///   - isReadOnly: Whether only reading is wanted.
    /// - Throws: `.locksNotWritable` where a reader could not take a place, and somebody else might write.
    static func reserve(in folder: String, places: Int, isReadOnly: Bool) throws(LMDBError) {
        let path = StoreFiles.lockPath(in: folder)
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let code = errno
            guard isReadOnly, access(Environment.dataPath(in: folder), R_OK) == 0 else { return }
            // On a file system that is read-only LMDB reads without locks. That is safe if nobody at all can write to it.
            if code == EACCES || code == EPERM || code == EROFS && Mount(at: folder)?.isSealed != true {
                throw LMDBError(.locksNotWritable, in: "open", detail: path)
            }
            // LMDB knows whether anything else matters.
            return
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return }
        let byteCount = status.st_size > 0 ? status.st_size : headBytes + (places - 1) * placeBytes
        // Not `posix_fallocate`, which writes bytes where the file system cannot take blocks: others may be writing, too.
        let code = fallocate(descriptor, 0, 0, byteCount) == 0 ? 0 : errno
        if code == ENOSPC || code == EDQUOT { throw LMDBError(.init(rawValue: code), in: "fallocate", detail: path) }
    }

    /// Bytes of the head with the first place, and of each further place.
    private static let headBytes = 192
    private static let placeBytes = 64
}
