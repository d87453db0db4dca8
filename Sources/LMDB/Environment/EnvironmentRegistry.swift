import Glibc
import Threads

/// A file, whatever it is called: symbolic and hard links and bind mounts share one.
struct FileIdentity: Hashable, Sendable {
    var device: UInt
    var inode: UInt

    init(_ status: stat) {
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
    }

    /// The file at that path, or nil when there is none. Only asks: opening and closing one of LMDB's files would
    /// drop the locks that this process holds on it.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}

/// The environments that this process has open, by the file that holds them.
final class EnvironmentRegistry: Sendable {
    static let shared = EnvironmentRegistry()

    private struct Entry {
        weak var environment: Environment?
        /// Names the environment also when it is just closing.
        var object: ObjectIdentifier
        var owner: pid_t
    }

    private let entries = Monitor<[FileIdentity: Entry]>([:])

    /// The environment of that data file if it is open, else the one that `open` makes of it.
    ///
    /// One that is just closing is waited for, so that its locks are gone before they are taken anew.
    func environment(
        at path: String, orOpen open: () throws(LMDBError) -> Environment
    ) throws(LMDBError) -> Environment {
        let answer = entries.wait { entries -> Result<Environment, LMDBError>? in
            // A forked child drops what its parent had open, and opens for itself.
            let process = getpid()
            entries = entries.filter { $0.value.owner == process }
            if let identity = FileIdentity(path: path), let entry = entries[identity] {
                return entry.environment.map { .success($0) }
            }
            do throws(LMDBError) {
                let made = try open()
                entries[made.identity] = Entry(
                    environment: made, object: ObjectIdentifier(made), owner: process)
                return .success(made)
            } catch {
                return .failure(error)
            }
        }
        return try answer.get()
    }

    /// Notes that the environment of that file is closed. If the file was removed, another one may bear its number by
    /// now, and is not forgotten.
    func forget(_ identity: FileIdentity, _ object: ObjectIdentifier) {
        entries.update { entries in
            if entries[identity]?.object == object { entries[identity] = nil }
        }
    }

    /// How many environments this process has open.
    var count: Int { entries.withLock { entries in entries.count { $0.value.owner == getpid() } } }
}
