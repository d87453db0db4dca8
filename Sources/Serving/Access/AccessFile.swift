import Checklist
import DataFormats
import Events
import Glibc

/// Which state of a file was seen: another one is another file, or was written at another time.
struct FileMark: Equatable {
    private var device: UInt
    private var node: UInt
    private var seconds: Int
    private var nanoseconds: Int
    private var size: Int

    /// Nil if there is no such file.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        node = UInt(status.st_ino)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        size = Int(status.st_size)
    }
}

/// Small files that only their owner can read.
enum AccessFile {
    /// The content; nil if there is no such file.
    static func read(_ path: String) throws(ServingError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw ServingError.file(path, errno)
        }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return content }
            guard count > 0 else { throw ServingError.file(path, errno) }
            content += buffer[..<count]
        }
    }

    /// Puts a file of that content in the place of the one at the path, in one step and safe from a power cut.
    static func write(_ bytes: [UInt8], to path: String) throws(ServingError) {
        let draft = path + ".new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ServingError.file(draft, errno) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                let code = errno
                close(descriptor)
                throw ServingError.file(draft, code)
            }
            written += count
        }
        let isSafe = fsync(descriptor) == 0
        guard close(descriptor) == 0, isSafe, rename(draft, path) == 0 else { throw ServingError.file(path, errno) }
    }
}

extension AccessBook.Content {
    var json: JSONValue {
        .object([
            JSONValue.Member("key", .string(Base64.encode(key))),
            JSONValue.Member("invitations", .array(invitations.map(\.json))),
            JSONValue.Member("visitors", .array(visitors.map(\.json))),
        ])
    }

    init?(json bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes), let key = value["key"]?.stringValue.flatMap(Base64.decode),
            key.count == 32, let invitations = value["invitations"]?.arrayValue,
            let visitors = value["visitors"]?.arrayValue
        else { return nil }
        let readInvitations = invitations.compactMap(Invitation.init(json:))
        let readVisitors = visitors.compactMap(Visitor.init(json:))
        guard readInvitations.count == invitations.count, readVisitors.count == visitors.count else { return nil }
        self.init(key: key, invitations: readInvitations, visitors: readVisitors)
    }
}

extension Invitation {
    fileprivate var json: JSONValue {
        .object([
            JSONValue.Member("id", .string(id)), JSONValue.Member("name", name.map(JSONValue.string) ?? .null),
            JSONValue.Member("role", .string(role.rawValue)), JSONValue.Member("expires", .unsigned(expires)),
            JSONValue.Member("secretHash", .string(secretHash)),
        ])
    }

    fileprivate init?(json: JSONValue) {
        guard let id = json["id"]?.stringValue, let role = json["role"]?.stringValue.flatMap(Role.init(rawValue:)),
            let expires = json["expires"]?.unsignedValue, let hash = json["secretHash"]?.stringValue
        else { return nil }
        self.init(id: id, name: json["name"]?.stringValue, role: role, expires: expires, secretHash: hash)
    }
}

extension Visitor {
    fileprivate var json: JSONValue {
        .object([
            JSONValue.Member("id", .string(id)), JSONValue.Member("name", .string(name)),
            JSONValue.Member("role", .string(role.rawValue)), JSONValue.Member("device", .string(device.description)),
            JSONValue.Member("admitted", .unsigned(admitted)),
        ])
    }

    fileprivate init?(json: JSONValue) {
        guard let id = json["id"]?.stringValue, let name = json["name"]?.stringValue,
            let role = json["role"]?.stringValue.flatMap(Role.init(rawValue:)),
            let device = json["device"]?.stringValue.flatMap({ DeviceID($0) }),
            let admitted = json["admitted"]?.unsignedValue
        else { return nil }
        self.init(id: id, name: name, role: role, device: device, admitted: admitted)
    }
}
