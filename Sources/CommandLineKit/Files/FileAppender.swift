#if canImport(Glibc)
    import Glibc
#endif

/// A file that grows at its end.
package final class FileAppender {
    private let descriptor: Int32
    private let path: String

    /// Opens a file that is there.
    package init(_ path: String) throws(CommandFailure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileAccess.failure("write", path, errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Adds bytes; they outlive the process from then on, but not the machine.
    package func append(_ bytes: [UInt8]) throws(CommandFailure) {
        do throws(WriteFailure) {
            try writeAll(bytes, to: descriptor)
        } catch {
            throw FileAccess.failure("write", path, error)
        }
    }

    /// Waits until all that was added is safe on disk.
    package func synchronize() throws(CommandFailure) {
        guard fsync(descriptor) == 0 else { throw FileAccess.failure("write", path, errno) }
    }
}
