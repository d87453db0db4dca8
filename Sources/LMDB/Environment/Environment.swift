import CLMDB
import Glibc
import Threads

/// An LMDB environment: a folder with a file of databases that any number of processes map into memory.
///
/// One process opens an environment once: opening it again, by whatever path, gives the same object, because a second
/// set of file descriptors would drop the locks of the first when closed. The environment is closed when its last
/// reference goes; every transaction holds one, so that none outlives the map.
///
/// Transactions are lent to synchronous closures, `read(_:)` and `write(_:)`, and cannot leave them.
/// Reads run on the caller's thread. Writes run one after the other on a thread of the environment's own, since the
/// lock that LMDB takes for a write belongs to a thread.
///
/// ## What LMDB cannot do
///
/// - Keys have 1 to 511 bytes.
/// - A read transaction keeps every page that was current when it began: let it end soon.
/// - A file on a network, a map that is written through, several values a key: not offered, for they lose data.
package final class Environment: @unchecked Sendable {
    /// The folder, as it was first named.
    package let path: String
    /// How it was opened.
    package let options: EnvironmentOptions

    /// LMDB's environment; nil when it had to be opened anew and could not be. It is changed only while no transaction
    /// of the process is live.
    var handle: OpaquePointer?
    /// The process that opened it; a child forked from it must keep its hands off.
    let owner = getpid()
    let identity: FileIdentity
    /// The data file and the lock file; changed as `handle` is.
    var files: StoreFiles
    /// Who is inside a transaction, and whether the map may be changed.
    let gate = TransactionGate()
    /// The databases opened so far, by name, in the order of their handles.
    let databases = Monitor<[OpenDatabase]>([])
    /// Held while databases are opened, which LMDB allows one thread at a time. Not the lock of the list: to open may
    /// take opening the environment anew, which asks for the list.
    let opening = Monitor<Void>(())
    let writer = SerialThread()
    /// Commits since places of dead readers were last given free; touched by the writer thread only.
    var commitsSinceReaderCheck = 0
    /// Whether it is known which pages are in use, so that a commit may be made; touched by the writer thread only.
    var isAudited = false

    init(_ opened: OpenedFile, path: String, options: EnvironmentOptions) {
        handle = opened.handle
        files = opened.files
        self.path = path
        self.options = options
        identity = opened.files.data
    }

    deinit {
        // A forked child has neither the thread nor the locks; what it inherited goes when it ends.
        guard getpid() == owner else { return }
        let (closing, identity, object) = (ClosingHandle(environment: handle), identity, ObjectIdentifier(self))
        writer.stop {
            closing.environment.map(mdb_env_close)
            EnvironmentRegistry.shared.forget(identity, object)
        }
    }

    /// Throws in a process that was forked from the one that opened the environment.
    func checkProcess() throws(LMDBError) {
        if getpid() != owner { throw LMDBError(.forked, in: "fork", detail: path) }
    }
}

/// LMDB's environment, and the files that it has open.
struct OpenedFile {
    var handle: OpaquePointer
    var files: StoreFiles
}

/// A database and LMDB's number for it.
struct OpenDatabase {
    var description: DatabaseDescription
    var handle: MDB_dbi
}

/// Carries the handle of an environment that nobody refers to any more to where it is closed.
private struct ClosingHandle: @unchecked Sendable {
    let environment: OpaquePointer?
}
