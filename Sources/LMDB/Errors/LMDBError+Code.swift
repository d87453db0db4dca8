import CLMDB
import Glibc

extension LMDBError {
    /// A number of LMDB's (negative), of the system's (`errno`, positive), or one of the binding's own.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The number.
        package let rawValue: CInt

        /// The code of that number.
        package init(rawValue: CInt) { self.rawValue = rawValue }
    }
}

extension LMDBError.Code {
    /// `MDB_KEYEXIST`: the key is there already, or an append was out of order.
    package static let keyExists = Self(rawValue: MDB_KEYEXIST)
    /// `MDB_NOTFOUND`: there is no such key.
    package static let notFound = Self(rawValue: MDB_NOTFOUND)
    /// `MDB_CORRUPTED`: a page is of the wrong kind.
    package static let corrupted = Self(rawValue: MDB_CORRUPTED)
    /// A page that the tree points to is not there: the file is damaged or cut short.
    package static let pageNotFound = Self(rawValue: MDB_PAGE_NOTFOUND)
    /// `MDB_PANIC`: a write of the head page failed earlier; the environment must be opened anew.
    package static let panic = Self(rawValue: MDB_PANIC)
    /// `MDB_VERSION_MISMATCH`: another format of LMDB.
    package static let versionMismatch = Self(rawValue: MDB_VERSION_MISMATCH)
    /// `MDB_INVALID`: no LMDB file.
    package static let invalid = Self(rawValue: MDB_INVALID)
    /// `MDB_MAP_FULL`: the map is too small.
    package static let mapFull = Self(rawValue: MDB_MAP_FULL)
    /// `MDB_READERS_FULL`: no place in the table of readers.
    package static let readersFull = Self(rawValue: MDB_READERS_FULL)
    /// `MDB_TXN_FULL`: too many pages changed in one transaction.
    package static let transactionFull = Self(rawValue: MDB_TXN_FULL)
    /// `MDB_MAP_RESIZED`: another process grew the file beyond this map.
    package static let mapResized = Self(rawValue: MDB_MAP_RESIZED)
    /// `MDB_INCOMPATIBLE`: the database has keys of another kind.
    package static let incompatible = Self(rawValue: MDB_INCOMPATIBLE)
    /// `MDB_BAD_TXN`: the transaction has failed already and can only be given up.
    package static let badTransaction = Self(rawValue: MDB_BAD_TXN)
    /// `MDB_BAD_VALSIZE`: a key is empty or longer than 511 bytes, or a value too long.
    package static let badValueSize = Self(rawValue: MDB_BAD_VALSIZE)

    /// `EIO`: the system could not write or read; LMDB also answers so to a full disk.
    package static let inputOutput = Self(rawValue: EIO)
    /// `ENOSPC`: the disk is full.
    package static let noSpace = Self(rawValue: ENOSPC)

    /// The environment was opened by the process that this one was forked from.
    package static let forked = Self(rawValue: -1001)
    /// The folder lies on a network file system, where the locks and the map do not hold.
    package static let networkFileSystem = Self(rawValue: -1002)
    /// A write was asked for inside a transaction of the same thread and would wait for itself.
    package static let nestedWrite = Self(rawValue: -1003)
    /// The environment is open for reading only.
    package static let readOnly = Self(rawValue: -1004)
    /// A database that was not named when the environment was opened.
    package static let unknownDatabase = Self(rawValue: -1005)
    /// The environment had to be opened anew, after a failure of the disk or of the map, and could not be.
    package static let lost = Self(rawValue: -1006)
    /// Something was asked of a transaction that never began.
    package static let noTransaction = Self(rawValue: -1007)
    /// The pages of the file contradict each other: a commit could destroy what is left.
    package static let damagedPages = Self(rawValue: -1009)
    /// A process of the same number, in another container, reads the store: LMDB tells readers apart by that number.
    package static let processNumberTaken = Self(rawValue: -1010)
    /// Another process holds another lock file for the same data file.
    package static let otherLockFile = Self(rawValue: -1011)
    /// The lock file was removed or replaced since the environment was opened.
    package static let lockFileReplaced = Self(rawValue: -1012)
    /// The data file was removed, moved or replaced since the environment was opened.
    package static let storeReplaced = Self(rawValue: -1013)
    /// The data file has a second name (a hard link), beside which lies another lock file, or none.
    package static let severalNames = Self(rawValue: -1014)
    /// A file of the store is a symbolic link, so that the other one lies elsewhere.
    package static let linkedFile = Self(rawValue: -1015)
    /// A file of the store is a folder, a pipe or a device.
    package static let noPlainFile = Self(rawValue: -1016)
    /// The data file is empty.
    package static let emptyFile = Self(rawValue: -1017)
    /// The lock file may not be written, where readers must say which pages they need.
    package static let locksNotWritable = Self(rawValue: -1008)
}

extension LMDBError.Code {
    /// The C name, or the binding's own.
    package var name: String { Self.known[self]?.name ?? "errno \(rawValue)" }

    /// What to do about it, as a sentence; nil where nothing useful can be said.
    package var hint: String? { Self.known[self]?.hint }

    /// The binding's own words, where LMDB has none.
    var explanation: String? { Self.known[self]?.explanation }

    private struct Description {
        var name: String
        var explanation: String?
        var hint: String?
    }

    private static let known: [Self: Description] = {
        var table = library
        for (number, name, hint) in system { table[Self(rawValue: number)] = Description(name: name, hint: hint) }
        for (code, name, explanation, hint) in own {
            table[code] = Description(name: name, explanation: explanation, hint: hint)
        }
        return table
    }()

    private static let library: [Self: Description] = [
        .keyExists: Description(name: "MDB_KEYEXIST"),
        .notFound: Description(name: "MDB_NOTFOUND"),
        Self(rawValue: MDB_PAGE_NOTFOUND): Description(
            name: "MDB_PAGE_NOTFOUND", hint: "The file is damaged: verify it, and restore a backup."),
        .corrupted: Description(name: "MDB_CORRUPTED", hint: "The file is damaged: verify it, and restore a backup."),
        .panic: Description(
            name: "MDB_PANIC", hint: "A write to the disk failed earlier. Check the disk, then open the store again."),
        .versionMismatch: Description(
            name: "MDB_VERSION_MISMATCH", hint: "The file was written by another major version of LMDB."),
        .invalid: Description(name: "MDB_INVALID", hint: "This is not an LMDB file, or its first pages are damaged."),
        .mapFull: Description(name: "MDB_MAP_FULL", hint: "Open the store with a larger limit for its map."),
        Self(rawValue: MDB_DBS_FULL): Description(
            name: "MDB_DBS_FULL", hint: "Open the environment with room for more databases."),
        .readersFull: Description(
            name: "MDB_READERS_FULL", hint: "Too many processes read at once: end some, then try again."),
        Self(rawValue: MDB_TLS_FULL): Description(name: "MDB_TLS_FULL"),
        .transactionFull: Description(name: "MDB_TXN_FULL", hint: "Write in smaller portions."),
        Self(rawValue: MDB_CURSOR_FULL): Description(name: "MDB_CURSOR_FULL"),
        Self(rawValue: MDB_PAGE_FULL): Description(name: "MDB_PAGE_FULL"),
        .mapResized: Description(
            name: "MDB_MAP_RESIZED", hint: "Another process made the file larger. End the outer read, then try again."),
        .incompatible: Description(
            name: "MDB_INCOMPATIBLE",
            hint: "The database holds keys of another kind: was the file made by another program?"),
        Self(rawValue: MDB_BAD_RSLOT): Description(name: "MDB_BAD_RSLOT"),
        .badTransaction: Description(
            name: "MDB_BAD_TXN", hint: "An earlier step of this transaction failed, so that it cannot be committed."),
        .badValueSize: Description(name: "MDB_BAD_VALSIZE", hint: "A key has 1 to 511 bytes."),
        Self(rawValue: MDB_BAD_DBI): Description(name: "MDB_BAD_DBI"),
    ]

    private static let system: [(CInt, String, String?)] = [
        (EIO, "EIO", "Is the disk full or failing? Nothing of this transaction was stored."),
        (ENOSPC, "ENOSPC", "The disk is full: make room, then try again. Nothing of this transaction was stored."),
        (EDQUOT, "EDQUOT", "The disk quota is used up: make room, then try again."),
        (EFBIG, "EFBIG", "The file may not grow further: see the file size limit of this process (ulimit -f)."),
        (EACCES, "EACCES", "The folder or its files may not be read or written by this user."),
        (EPERM, "EPERM", "The folder or its files may not be read or written by this user."),
        (EROFS, "EROFS", "The file system is mounted for reading only."),
        (ENOENT, "ENOENT", "There is no such folder."),
        (ENOTDIR, "ENOTDIR", "A store is a folder, and this is not one."),
        (EEXIST, "EEXIST", "Something is there already: name a new folder."),
        (EINVAL, "EINVAL", nil),
        (ENOMEM, "ENOMEM", "Not enough memory or address space: see ulimit -v."),
        (EAGAIN, "EAGAIN", "The system had no more threads or locks to give: try again."),
        (EMFILE, "EMFILE", "Too many files are open in this process: see ulimit -n."),
        (ENFILE, "ENFILE", "Too many files are open in the system."),
        (ENAMETOOLONG, "ENAMETOOLONG", "The path is too long."),
        (EBUSY, "EBUSY", "Something else works on it at the moment: wait until that has ended."),
    ]

    private static let own: [(Self, String, String, String)] = [
        (
            .forked, "forked process", "the environment belongs to the parent of this process",
            "Open the store after the fork, not before."
        ),
        (
            .networkFileSystem, "network file system", "the store lies on a network file system",
            "Keep the store on a local disk: locks and shared memory do not hold across machines."
        ),
        (
            .nestedWrite, "nested write", "a write inside a transaction of the same thread would wait for itself",
            "End the read first, then write."
        ),
        (
            .readOnly, "read-only", "the environment was opened for reading only", "Open the store for writing."
        ),
        (
            .unknownDatabase, "unknown database", "the database was not named when the environment was opened",
            "Name it among those opened at start-up."
        ),
        (
            .lost, "environment lost", "after a failure the file could not be opened again",
            "Check the disk and the limits of this process, then open the store again."
        ),
        (
            .noTransaction, "no transaction", "this can only be done inside a transaction", "Do it in a write."
        ),
        (
            .damagedPages, "damaged pages", "the file is damaged, so nothing is written to it",
            "“verify” says more. “export” may save what can still be read; a backup can take the store's place."
        ),
        (
            .processNumberTaken, "process number taken",
            "a process of the same number, in another container, reads the store, and LMDB tells readers apart by number",
            "Wait until it has ended, or start this one again: it then gets another number. In a container, start it by a "
                + "shell or with --init."
        ),
        (
            .otherLockFile, "other lock file",
            "another process has the same data file open with another lock file, so that both could write at once",
            "Was lock.mdb removed, or is the data file reached by a link or a mount of its own? End those processes, and "
                + "open the folder that the file lies in."
        ),
        (
            .lockFileReplaced, "lock file replaced", "lock.mdb was removed or replaced while the store was open",
            "Nothing was written. End all that have the store open, then try again. Never remove lock.mdb while the store "
                + "is in use."
        ),
        (
            .storeReplaced, "store replaced", "data.mdb was removed, moved or replaced while the store was open",
            "Nothing was written. Open the store again."
        ),
        (
            .severalNames, "several names",
            "data.mdb has a second name (a hard link), by which others could write to it with another lock file",
            "Nothing was written. Remove the other name, or make data.mdb a file of its own: “backup” into a new folder, or "
                + "cp, and move that into its place."
        ),
        (
            .linkedFile, "linked file", "the file is a link, and the other file of the store does not lie beside it",
            "Name the folder that the file itself lies in. The folder as a whole may be a link."
        ),
        (
            .noPlainFile, "no plain file", "where a file of the store should be is something else",
            "Name another folder, or move it out of the way."
        ),
        (
            .emptyFile, "empty file",
            "data.mdb is empty: it was cut to nothing, or the making of the store was interrupted",
            "Restore a backup. If there never was a note in it, remove the file."
        ),
        (
            .locksNotWritable, "locks not writable",
            "a reader of a store takes a place in its lock file, which may not be written here while others may write",
            "Make a backup where the store may be written, or copy the folder while nobody writes, and read that."
        ),
    ]
}
