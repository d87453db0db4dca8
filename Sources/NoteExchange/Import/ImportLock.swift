internal import Glibc
internal import Importing

/// Keeps imports into one store from running at the same time, in whichever processes: held until it is freed, or the
/// process ends.
///
/// Two imports at a time would both take a note to be new, and number their events alike.
final class ImportLock {
    private let descriptor: Int32

    /// Waits until no other import holds the lock.
    ///
    /// - Parameters:
    ///   - path: the file that stands for the lock, made if it is missing. Its content does not matter.
    ///   - waits: called once if another import holds it.
    init(_ path: String, waits: () -> Void) throws(ImportFailure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw .system("cannot be opened", at: BytePath(path), errno) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
        if errno == EWOULDBLOCK { waits() }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let code = errno
                close(descriptor)
                throw .system("cannot be locked", at: BytePath(path), code)
            }
        }
    }

    deinit { close(descriptor) }
}
