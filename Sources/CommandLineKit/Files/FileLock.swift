#if canImport(Glibc)
    import Glibc
#endif

/// A turn at something that one process does at a time: held until it is let go of, or the process ends.
package final class FileLock {
    private let descriptor: Int32

    /// Waits for its turn.
    ///
    /// - Parameters:
    ///   - path: a file that stands for it, made if it is missing. What is in it does not matter.
    ///   - waits: called once if another process has it.
    package init(_ path: String, waits: () -> Void) throws(CommandFailure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw .inputOutput("\(path.forTerminal) cannot be opened: \(describe(errno)).")
        }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
        if errno == EWOULDBLOCK { waits() }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let code = errno
                close(descriptor)
                throw .inputOutput("\(path.forTerminal) cannot be locked: \(describe(code)).")
            }
        }
    }

    deinit { close(descriptor) }
}
