import CLMDB
import Glibc

/// The two files of an open environment, and the rule that keeps writers apart: all who have the data file open hold the
/// lock file that lies beside it.
///
/// LMDB excludes writers, and learns of readers, through the lock file that it finds by the folder's name. A data file that
/// is reached by two names (a link, a mount of the single file), or whose lock file was removed, has two lock files, and two
/// writers at a time, each of which overwrites what the other has acknowledged. So each environment puts a mark on the data
/// file itself that says which lock file it holds: a shared lock on one byte, far beyond the end, at the number of the lock
/// file. Whoever finds a mark at another byte does not go on. The marks are locks of LMDB's open descriptor and vanish
/// with it, however the process ends.
struct StoreFiles: Sendable {
    private let folder: String
    /// The data file.
    let data: FileIdentity
    /// Nil where LMDB reads without locks, on a file system that nobody can write to.
    private let lock: FileIdentity?

    /// Puts the mark on the data file of an environment that was just opened.
    ///
    /// - Parameter before: the lock file as it was just before LMDB opened it.
    /// - Throws: `.otherLockFile` if another process holds another lock file for the same data file; `.lockFileReplaced` if
    ///   the lock file was replaced meanwhile.
    init(_ environment: OpaquePointer, in folder: String, lockFileBefore before: FileIdentity?) throws(LMDBError) {
        self.folder = folder
        guard let data = FileIdentity(path: Environment.dataPath(in: folder)) else {
            throw LMDBError(.init(rawValue: ENOENT), in: "stat", detail: Environment.dataPath(in: folder))
        }
        self.data = data
        lock = FileIdentity(path: Self.lockPath(in: folder))
        guard before == nil || lock == before else {
            throw LMDBError(.lockFileReplaced, in: "open", detail: Self.lockPath(in: folder))
        }
        guard let lock else { return }
        var descriptor: CInt = -1
        mdb_env_get_fd(environment, &descriptor)
        let place = Self.place(of: lock)
        // Not every file system has locks of this kind; then the checks before each commit must do.
        guard Self.setMark(at: place, on: descriptor) else { return }
        for range in [Self.firstPlace..<place, place + 1..<Self.endOfPlaces] where Self.isMarked(range, on: descriptor)
        {
            throw LMDBError(.otherLockFile, in: "open", detail: Environment.dataPath(in: folder))
        }
    }

    /// Throws unless the lock file that is held is the one beside the data file, and the data file has one name. Before
    /// each commit.
    ///
    /// - Complexity: two calls of the system.
    func checkNames() throws(LMDBError) {
        var status = stat()
        let path = Environment.dataPath(in: folder)
        guard stat(path, &status) == 0, FileIdentity(status) == data else {
            throw LMDBError(.storeReplaced, in: "stat", detail: path)
        }
        if status.st_nlink > 1 { throw LMDBError(.severalNames, in: "stat", detail: path) }
        guard let lock else { return }
        guard FileIdentity(path: Self.lockPath(in: folder)) == lock else {
            throw LMDBError(.lockFileReplaced, in: "stat", detail: Self.lockPath(in: folder))
        }
    }

    /// Refuses what is no plain file, or has its lock file elsewhere. Before anything is opened.
    static func check(in folder: String) throws(LMDBError) {
        for path in [Environment.dataPath(in: folder), lockPath(in: folder)] {
            var status = stat()
            guard lstat(path, &status) == 0 else {
                // Missing files are made, or missed, later.
                if errno == ENOENT { continue }
                throw LMDBError(.init(rawValue: errno), in: "stat", detail: path)
            }
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFLNK: throw LMDBError(.linkedFile, in: "open", detail: path)
            default: throw LMDBError(.noPlainFile, in: "open", detail: path)
            }
        }
    }

    /// Refuses a data file without a byte that there was something in, as the lock file tells; LMDB would begin a new one. A
    /// store whose making was interrupted, by a full disk or the power, is one that can be made.
    ///
    /// To be called while this process does not have the environment open: closing the lock file drops the locks on it.
    static func checkEmptiness(in folder: String, isReadOnly: Bool) throws(LMDBError) {
        let path = Environment.dataPath(in: folder)
        var status = stat()
        // One that another process is just making gets its head pages at once.
        for _ in 0..<50 {
            guard stat(path, &status) == 0, status.st_size == 0 else { return }
            if !isReadOnly, lastCommit(in: folder) == 0 { return }
            usleep(10_000)
        }
        throw LMDBError(.emptyFile, in: "open", detail: path)
    }

    /// The number of the last commit that the lock file tells of; 0 if there was none, or no lock file.
    private static func lastCommit(in folder: String) -> UInt64 {
        let descriptor = Glibc.open(lockPath(in: folder), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        // Magic and format, 4 bytes each, then the number.
        var number: UInt64 = 0
        let count = withUnsafeMutableBytes(of: &number) { pread(descriptor, $0.baseAddress, $0.count, 8) }
        return count == 8 ? number : 0
    }

    /// The file that LMDB keeps its locks and its table of readers in.
    static func lockPath(in folder: String) -> String { folder + "/lock.mdb" }

    // MARK: Marks

    private static let firstPlace = Int64(1) << 61
    private static let endOfPlaces = Int64(1) << 62

    private static func place(of lock: FileIdentity) -> Int64 {
        firstPlace + Int64(truncatingIfNeeded: lock.inode & (UInt(1) << 61 - 1))
    }

    private static func setMark(at place: Int64, on descriptor: CInt) -> Bool {
        var request = flock()
        request.l_type = Int16(F_RDLCK)
        request.l_whence = Int16(SEEK_SET)
        request.l_start = off_t(place)
        request.l_len = 1
        return fcntl(descriptor, open_file_set_lock, &request) == 0
    }

    private static func isMarked(_ places: Range<Int64>, on descriptor: CInt) -> Bool {
        guard !places.isEmpty else { return false }
        var request = flock()
        // A lock that would exclude: one that shared locks are in the way of.
        request.l_type = Int16(F_WRLCK)
        request.l_whence = Int16(SEEK_SET)
        request.l_start = off_t(places.lowerBound)
        request.l_len = off_t(places.count)
        return fcntl(descriptor, open_file_get_lock, &request) == 0 && request.l_type != Int16(F_UNLCK)
    }
}

extension Environment {
    /// Throws if the files of the environment are no longer those that it has open.
    package func checkNames() throws {
        gate.enter()
        defer { gate.leave() }
        do throws(LMDBError) {
            try files.checkNames()
        } catch {
            // A second name matters to writers only.
            if error.code != .severalNames { throw error }
        }
    }
}
