import CStatx
import Glibc

/// What `stat` says of a file, as far as importing cares.
struct FileStatus {
    enum Kind { case regular, folder, other }

    struct Identity: Hashable {
        var device: UInt
        var inode: UInt
    }

    var kind: Kind
    var sizeBytes: Int
    var modifiedMilliseconds: Int64
    var identity: Identity

    /// Follows symbolic links.
    init(of path: BytePath) throws(ImportFailure) {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { throw .system("cannot be found", at: path, errno) }
        self.init(status)
    }

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .folder
        default: kind = .other
        }
        sizeBytes = status.st_size
        modifiedMilliseconds = Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec / 1_000_000)
        identity = Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
    }
}

extension ImportFailure {
    package static func system(_ what: String, at path: BytePath, _ code: Int32) -> ImportFailure {
        let hint =
            switch code {
            case ENOENT: "Check the path; a link may point to something that is gone."
            case EACCES, EPERM: "Check the permissions of the file and of the folders that it lies in."
            case ELOOP: "The links that lead there go round in a circle."
            case ENAMETOOLONG: "The folders are nested too deeply for the system; move them up and import again."
            default: ""
            }
        return ImportFailure(path: path.description, reason: "\(what): \(String(cString: strerror(code)))", hint: hint)
    }
}

/// When a file was made, in milliseconds since 1970; nil where its file system does not know, or says that it was
/// after its last change: then it is a copy, and was made when it was copied.
func birthMilliseconds(of path: BytePath, _ status: FileStatus) -> Int64? {
    var milliseconds: Int64 = 0
    guard path.withCString({ file_birth($0, &milliseconds) }), milliseconds < status.modifiedMilliseconds
    else { return nil }
    return milliseconds
}

/// The whole content of a regular file.
///
/// Pipes, devices and sockets are refused without being waited for.
func readFile(at path: BytePath) throws(ImportFailure) -> [UInt8] {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .system("cannot be opened", at: path, errno) }
    defer { close(descriptor) }
    return try readRegularFile(descriptor, at: path)
}

/// The whole content of an open file, if it is a regular one.
func readRegularFile(_ descriptor: Int32, at path: BytePath) throws(ImportFailure) -> [UInt8] {
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else { throw .system("cannot be read", at: path, errno) }
    let status = FileStatus(raw)
    guard status.kind == .regular else {
        throw ImportFailure(path: path.description, reason: "is not a regular file")
    }
    var content: [UInt8] = []
    content.reserveCapacity(min(status.sizeBytes, noteSizeLimitBytes) + 1)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count == 0 { return content }
        if count < 0 {
            if errno == EINTR { continue }
            throw .system("cannot be read", at: path, errno)
        }
        guard content.count + count <= noteSizeLimitBytes else { throw .tooLong(path.description) }
        content.append(contentsOf: chunk[..<count])
    }
}

extension ImportFailure {
    static func tooLong(_ path: String) -> ImportFailure {
        ImportFailure(
            path: path, reason: "is longer than \(noteSizeLimitBytes >> 20) MiB",
            hint: "A note of that size is most likely something else; split it to import it.")
    }
}

/// The path with all links followed and `.` and `..` taken out, if it leads anywhere.
func realPath(of path: BytePath) -> BytePath? {
    guard let resolved = path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return BytePath(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
}
