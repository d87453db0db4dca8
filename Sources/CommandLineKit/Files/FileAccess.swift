#if canImport(Glibc)
    import Glibc
#endif

/// Files as commands read and write them: whole, and with errors that name the path.
package enum FileAccess {
    /// All bytes of a file; of standard input for `-`.
    package static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        guard path != "-" else { return try readAll(from: 0, named: "standard input") }
        let descriptor = try openToRead(path)
        defer { close(descriptor) }
        return try readAll(from: descriptor, named: path)
    }

    /// Opens a file; not one of a store, since to close that again would drop the locks that this process has on it.
    fileprivate static func openToRead(_ path: String) throws(CommandFailure) -> Int32 {
        let target = realPath(path)
        let folder = target.hasSuffix("/data.mdb") || target.hasSuffix("/lock.mdb") ? target.dropLast(9) : nil
        if let folder, exists(folder + "/data.mdb") {
            throw .refused(
                "\(path.forTerminal) is a file of a store.", hint: "“noteledger export” writes what the store holds.")
        }
        // To open a pipe waits for a writer, who may never come. One that is open already is another matter: a shell
        // passes it as `/dev/fd/63`.
        let isOpenAlready = path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/") || path == "/dev/stdin"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isOpenAlready ? 0 : O_NONBLOCK))
        guard descriptor >= 0 else { throw failure("read", path, errno) }
        var status = stat()
        if !isOpenAlready, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
            close(descriptor)
            throw .refused(
                "\(path.forTerminal) is a pipe, not a file.", hint: "Give “-” and let standard input come from it.")
        }
        return descriptor
    }

    /// Replaces a file in one step: a reader sees the old bytes or the new ones, never a part of them.
    package static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        do {
            try replace(path) { try $0.write(bytes) }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw .inputOutput("\(path.forTerminal) cannot be written: \(error).")
        }
    }

    /// Replaces a file in one step with what `body` writes; leaves the old one where `body` throws.
    ///
    /// A link to a file stays one, and the file that it leads to is replaced; whoever might read the old one may read the
    /// new one. What is no file, such as a pipe or a device, is written to: to put a file in its place would destroy it.
    package static func replace<Result>(_ path: String, _ body: (FileWriter) throws -> Result) throws -> Result {
        var status = stat()
        let isThere = stat(path, &status) == 0
        let isFile = !isThere || status.st_mode & S_IFMT == S_IFREG
        guard isFile else { return try writeThrough(path, body) }
        let target = isThere ? realPath(path) : path
        let temporary = "\(target).part-\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure("write", path, errno) }
        if isThere { fchmod(descriptor, status.st_mode & 0o7777) }
        let writer = FileWriter(descriptor: descriptor, path: path)
        do {
            let result = try body(writer)
            try writer.finish()
            guard rename(temporary, target) == 0 else { throw failure("write", path, errno) }
            return result
        } catch {
            writer.abandon()
            unlink(temporary)
            throw error
        }
    }

    private static func writeThrough<Result>(
        _ path: String, _ body: (FileWriter) throws -> Result
    ) throws -> Result {
        // To open a pipe waits for a reader, who may never come.
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENXIO else { throw failure("write", path, errno) }
            throw CommandFailure.refused(
                "\(path.forTerminal) is a pipe that nothing reads from.",
                hint: "Name a file, or start the reader first.")
        }
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
        let writer = FileWriter(descriptor: descriptor, path: path)
        defer { writer.abandon() }
        let result = try body(writer)
        try writer.finish()
        return result
    }

    /// The path of a file with all links followed; the path itself where they cannot be.
    private static func realPath(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether two paths lead to one file.
    package static func isSame(_ path: String, _ other: String) -> Bool {
        var (status, otherStatus) = (stat(), stat())
        guard stat(path, &status) == 0, stat(other, &otherStatus) == 0 else { return false }
        return status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
    }

    /// Makes a file that only its owner reads and writes; returns its path.
    ///
    /// - Parameters:
    ///   - template: the path, with `XXXXXX` at its end for letters that make it a new one.
    ///   - suffix: what follows on them.
    package static func makePrivate(
        _ bytes: [UInt8], named template: String, _ suffix: String
    ) throws(CommandFailure) -> String {
        var name = Array((template + suffix).utf8CString)
        let descriptor = mkstemps(&name, Int32(suffix.utf8.count))
        guard descriptor >= 0 else { throw failure("make", template + suffix, errno) }
        let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let writer = FileWriter(descriptor: descriptor, path: path)
        do {
            try writer.write(bytes)
            try writer.finish()
        } catch {
            writer.abandon()
            unlink(path)
            throw error
        }
        return path
    }

    /// Makes a folder, and those above it.
    package static func makeFolder(_ path: String) throws(CommandFailure) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
            guard mkdir(made, 0o777) == 0 || errno == EEXIST else { throw failure("make", made, errno) }
        }
    }

    /// The folder that a file lies, or would lie, in.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func readAll(from descriptor: Int32, named name: String) throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try readPiece(from: descriptor, named: name) { bytes += piece }
        return bytes
    }

    /// Up to 64 KiB; nil at the end.
    fileprivate static func readPiece(from descriptor: Int32, named name: String) throws(CommandFailure) -> [UInt8]? {
        var code: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            var result: Int
            repeat {
                result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            } while result < 0 && errno == EINTR
            code = result < 0 ? errno : 0
            count = max(0, result)
        }
        guard code == 0 else { throw failure("read", name, code) }
        return piece.isEmpty ? nil : piece
    }

    package static func failure(_ verb: String, _ path: String, _ code: Int32) -> CommandFailure {
        let participle = ["write": "written", "make": "made"][verb] ?? verb
        let message = "\(path.forTerminal) cannot be \(participle): \(describe(code))."
        return code == ENOENT && verb == "read" ? .notFound(message) : .inputOutput(message)
    }
}

extension FileAccess {
    package static func failure(_ verb: String, _ path: String, _ cause: WriteFailure) -> CommandFailure {
        switch cause {
        case .closed: failure(verb, path, EPIPE)
        case .failed(let code): failure(verb, path, code)
        }
    }
}

/// A file being written.
package final class FileWriter {
    private var descriptor: Int32
    private let path: String
    private var buffer: [UInt8] = []

    fileprivate init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    package func write(_ bytes: some Sequence<UInt8>) throws(CommandFailure) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= 1 << 18 { try flush() }
    }

    fileprivate func finish() throws(CommandFailure) {
        try flush()
        // Pipes and terminals have nothing to wait for.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileAccess.failure("write", path, errno) }
        abandon()
    }

    fileprivate func abandon() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private func flush() throws(CommandFailure) {
        defer { buffer.removeAll(keepingCapacity: true) }
        do throws(WriteFailure) {
            try writeAll(buffer, to: descriptor)
        } catch {
            throw FileAccess.failure("write", path, error)
        }
    }
}

/// A file that is read piece by piece; standard input for `-`.
package final class FileReader {
    private let descriptor: Int32
    private let name: String

    package init(_ path: String) throws(CommandFailure) {
        name = path == "-" ? "standard input" : path
        descriptor = path == "-" ? 0 : try FileAccess.openToRead(path)
    }

    deinit {
        if descriptor > 0 { close(descriptor) }
    }

    /// Up to 64 KiB; nil at the end.
    package func next() throws(CommandFailure) -> [UInt8]? {
        try FileAccess.readPiece(from: descriptor, named: name)
    }
}
