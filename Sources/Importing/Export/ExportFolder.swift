import Glibc

/// A folder that files are written into, and never outside of it: no link below it is followed.
///
/// A file is synchronized before it takes its name, and its folder when the writing is finished, so that what was
/// reported as written survives a power cut, whole.
package final class ExportFolder {
    /// The folder as it was named.
    package let path: BytePath
    /// The folder with all links followed.
    package let location: BytePath
    private let descriptor: Int32
    /// Waits until a file or folder is safe on disk: `fsync`, except where tests let it fail.
    private let synchronize: (Int32) -> Int32
    /// The folders, as paths below this one, whose entries have changed.
    private var changedFolders: Set<BytePath> = []
    private var temporaryCount = 0

    /// Opens a folder, and makes it if it is missing.
    ///
    /// - Throws: if it cannot be made or opened, or is the folder of a store.
    package init(_ path: String, synchronize: @escaping (Int32) -> Int32 = fsync) throws(ImportFailure) {
        self.path = BytePath(path)
        self.synchronize = synchronize
        try Self.make(self.path)
        descriptor = self.path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .system("cannot be opened as a folder", at: self.path, errno) }
        guard let location = realPath(of: self.path) else { throw .system("cannot be found", at: self.path, errno) }
        self.location = location
        try refuseStore(descriptor, self.path)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    // MARK: Files

    /// The content of a file; nil if there is nothing of that name.
    ///
    /// - Parameter path: the path below the folder.
    /// - Throws: if it is something else than a file, or cannot be read.
    package func read(_ path: BytePath) throws(ImportFailure) -> [UInt8]? {
        let shown = self.path.appending(path.bytes)
        guard let folder = try openParent(of: path, makingIfMissing: false) else { return nil }
        defer { close(folder) }
        // A pipe is not waited for, and a link not followed.
        let file = BytePath(path.name).withCString {
            openat(folder, $0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        }
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP { throw Self.link(shown) }
            throw .system("cannot be opened", at: shown, errno)
        }
        defer { close(file) }
        return try readRegularFile(file, at: shown)
    }

    /// Makes a file.
    ///
    /// - Returns: false if something of that name is there already.
    /// - Throws: if it cannot be written; nothing of it is left then.
    package func create(
        _ path: BytePath, _ content: [UInt8], modifiedMilliseconds: Int64?
    ) throws(ImportFailure) -> Bool {
        guard let folder = try openParent(of: path, makingIfMissing: true) else { return false }
        defer { close(folder) }
        let shown = self.path.appending(path.bytes)
        let file = BytePath(path.name).withCString {
            openat(folder, $0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        }
        guard file >= 0 else {
            if errno == EEXIST { return false }
            throw .system("cannot be made", at: shown, errno)
        }
        let code = fill(file, content, modifiedMilliseconds)
        guard code == 0 else {
            _ = BytePath(path.name).withCString { unlinkat(folder, $0, 0) }
            throw .system("cannot be written", at: shown, code)
        }
        changedFolders.insert(path.parent)
        return true
    }

    /// Replaces a file in one step, if it still has the content that is expected.
    ///
    /// - Returns: false if it has another content by now, or is gone.
    /// - Throws: if it cannot be written; it is unchanged then.
    package func replace(
        _ path: BytePath, _ content: [UInt8], expecting old: [UInt8], modifiedMilliseconds: Int64?
    ) throws(ImportFailure) -> Bool {
        guard let folder = try openParent(of: path, makingIfMissing: false) else { return false }
        defer { close(folder) }
        let shown = self.path.appending(path.bytes)
        temporaryCount += 1
        let temporary = ".noteledger-\(getpid())-\(temporaryCount).part"
        let file = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .system("cannot be written", at: shown, errno) }
        var status = stat()
        let hasMode = BytePath(path.name).withCString { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
        if hasMode { fchmod(file, status.st_mode & 0o7777) }
        var code = fill(file, content, modifiedMilliseconds)
        var isReplaced = false
        if code == 0 {
            // As late as possible: what an editor has saved meanwhile stays.
            guard let present = try? read(path), present == old else {
                unlinkat(folder, temporary, 0)
                return false
            }
            isReplaced = BytePath(path.name).withCString { renameat(folder, temporary, folder, $0) } == 0
            if !isReplaced { code = errno }
        }
        guard isReplaced else {
            unlinkat(folder, temporary, 0)
            throw .system("cannot be written", at: shown, code)
        }
        changedFolders.insert(path.parent)
        return true
    }

    /// Waits until the names of the files that were made or replaced are safe on disk.
    package func finish() throws(ImportFailure) {
        defer { changedFolders.removeAll() }
        for path in changedFolders.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            guard let folder = try openFolder(path, makingIfMissing: false) else { continue }
            defer { close(folder) }
            guard synchronize(folder) == 0 || errno == EINVAL else {
                throw .system("cannot be made safe on disk", at: self.path.appending(path.bytes), errno)
            }
        }
    }

    // MARK: Folders

    private func openParent(of path: BytePath, makingIfMissing: Bool) throws(ImportFailure) -> Int32? {
        try openFolder(path.parent, makingIfMissing: makingIfMissing)
    }

    /// A descriptor of a folder below this one; nil if it is missing and not to be made.
    private func openFolder(_ relative: BytePath, makingIfMissing: Bool) throws(ImportFailure) -> Int32? {
        var folder = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard folder >= 0 else { throw .system("cannot be opened", at: path, errno) }
        var shown = path
        for component in relative.components {
            shown = shown.appending(Array(component))
            let name = BytePath(component)
            var next = name.withCString { openat(folder, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
            var code = errno
            if next < 0, code == ENOENT, makingIfMissing {
                if name.withCString({ mkdirat(folder, $0, 0o777) }) == 0 || errno == EEXIST {
                    next = name.withCString { openat(folder, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
                }
                code = errno
            }
            close(folder)
            guard next >= 0 else {
                if code == ENOENT, !makingIfMissing { return nil }
                if code == ELOOP || code == ENOTDIR { throw Self.link(shown) }
                throw .system("cannot be opened as a folder", at: shown, code)
            }
            folder = next
            do throws(ImportFailure) {
                try refuseStore(folder, shown)
            } catch {
                close(folder)
                throw error
            }
        }
        return folder
    }

    private func refuseStore(_ folder: Int32, _ path: BytePath) throws(ImportFailure) {
        guard faccessat(folder, "data.mdb", F_OK, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        throw ImportFailure(
            path: path.description, reason: "is the folder of a store",
            hint: "Notes do not belong among its files; name another folder.")
    }

    private static func link(_ path: BytePath) -> ImportFailure {
        ImportFailure(
            path: path.description, reason: "is a link, or not what a note's path needs there",
            hint: "Nothing is written through links below the folder; move it away, or export into another folder.")
    }

    private static func make(_ path: BytePath) throws(ImportFailure) {
        if path.withCString({ mkdir($0, 0o777) }) == 0 { return }
        let code = errno
        if code == EEXIST, let status = try? FileStatus(of: path), status.kind == .folder { return }
        if code == ENOENT, path.components.count > 1 {
            try make(path.parent)
            if path.withCString({ mkdir($0, 0o777) }) == 0 { return }
        }
        throw .system("cannot be made as a folder", at: path, code)
    }

    // MARK: Bytes

    /// Writes, synchronizes and closes a file. Zero, or the system's error.
    private func fill(_ file: Int32, _ content: [UInt8], _ modifiedMilliseconds: Int64?) -> Int32 {
        var code = Self.writeAll(content, to: file)
        if code == 0, let modifiedMilliseconds { code = Self.setTime(modifiedMilliseconds, of: file) }
        if code == 0, synchronize(file) != 0, errno != EINVAL { code = errno }
        // Some file systems report a full disk only here.
        if close(file) != 0, code == 0 { code = errno }
        return code
    }

    private static func writeAll(_ content: [UInt8], to file: Int32) -> Int32 {
        var written = 0
        while written < content.count {
            let count = content.withUnsafeBytes {
                Glibc.write(file, $0.baseAddress! + written, content.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            written += count
        }
        return 0
    }

    private static func setTime(_ milliseconds: Int64, of file: Int32) -> Int32 {
        let seconds = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let floored = seconds.remainder < 0 ? (seconds.quotient - 1, seconds.remainder + 1000) : seconds
        let time = timespec(tv_sec: Int(floored.0), tv_nsec: Int(floored.1) * 1_000_000)
        return futimens(file, [time, time]) == 0 ? 0 : errno
    }
}
