import Checklist
import Glibc
import Synchronization

/// Who may come in: invitations that are open, visitors that were let in, and the key that signs their cookies.
///
/// It is kept in a file that only its owner can read, outside of the store, so that no backup of the notes lets anybody
/// in. Several processes may use it at once: each change is made under a lock on what the file then says.
public final class AccessBook: Sendable {
    struct Content: Equatable {
        /// Signs cookies; 32 random bytes.
        var key: [UInt8]
        var invitations: [Invitation] = []
        var visitors: [Visitor] = []
    }

    private let path: String
    private let clock: @Sendable () -> UInt64
    private let state: Mutex<(content: Content, seen: FileMark?)>

    /// Opens the book in that file, and begins it if there is none.
    ///
    /// - Parameters:
    ///   - path: The file. Its folder must exist.
    ///   - clock: The time in milliseconds since 1970 (UTC).
    /// - Throws: ``ServingError`` if the file cannot be read or written, or is damaged.
    public init(at path: String, clock: @escaping @Sendable () -> UInt64) throws(ServingError) {
        self.path = path
        self.clock = clock
        state = Mutex((Content(key: Self.randomBytes(32)), nil))
        try change { _ in }
    }

    /// Makes a link for one browser.
    ///
    /// - Parameter lifetime: For how many milliseconds it works.
    /// - Returns: The invitation, and the secret that the link carries. Nothing else knows the secret.
    public func invite(
        as name: String?, role: Role, lifetime: UInt64
    ) throws(ServingError) -> (invitation: Invitation, secret: String) {
        let secret = Self.hex(Self.randomBytes(16))
        let invitation = Invitation(
            id: Self.hex(Self.randomBytes(8)), name: name, role: role, expires: clock() + lifetime,
            secretHash: Self.hash(secret))
        try change { $0.invitations.append(invitation) }
        return (invitation, secret)
    }

    /// Lets a browser in by the secret of its link; nil if there is no such link, or it was used, withdrawn or is too old.
    public func admit(secret: String) throws(ServingError) -> Visitor? {
        let (hash, now) = (Self.hash(secret), clock())
        var visitor: Visitor?
        try change { content in
            guard let index = content.invitations.firstIndex(where: { $0.secretHash == hash }) else { return }
            let invitation = content.invitations.remove(at: index)
            guard invitation.expires > now else { return }
            let admitted = Visitor(
                id: Self.hex(Self.randomBytes(8)), name: invitation.name ?? "browser \(content.visitors.count + 1)",
                role: invitation.role, device: DeviceID(Self.randomBits()), admitted: now)
            content.visitors.append(admitted)
            visitor = admitted
        }
        return visitor
    }

    /// Takes back an invitation or a visitor's admission, by its id. False if there is neither.
    public func revoke(_ id: String) throws(ServingError) -> Bool {
        var isKnown = false
        try change { content in
            let count = content.invitations.count + content.visitors.count
            content.invitations.removeAll { $0.id == id }
            content.visitors.removeAll { $0.id == id }
            isKnown = content.invitations.count + content.visitors.count < count
        }
        return isKnown
    }

    /// Gives a visitor another name.
    public func rename(_ id: String, to name: String) throws(ServingError) {
        try change { content in
            if let index = content.visitors.firstIndex(where: { $0.id == id }) { content.visitors[index].name = name }
        }
    }

    /// The invitations that still work, oldest first.
    public func invitations() throws(ServingError) -> [Invitation] {
        let now = clock()
        return try current().invitations.filter { $0.expires > now }
    }

    /// Those that were let in, oldest first.
    public func visitors() throws(ServingError) -> [Visitor] { try current().visitors }

    // MARK: - Cookies

    /// The cookie of a visitor: its id and a signature.
    func cookie(for visitor: Visitor) throws(ServingError) -> String {
        "\(visitor.id).\(Self.signature(of: "visitor \(visitor.id)", key: try current().key))"
    }

    /// The visitor that a cookie belongs to; nil for one that is forged, or whose visitor was sent away.
    func visitor(of cookie: String) throws(ServingError) -> Visitor? {
        let parts = cookie.split(separator: ".", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let content = try current()
        let id = String(parts[0])
        let isGenuine = Self.isEqual(String(parts[1]), Self.signature(of: "visitor \(id)", key: content.key))
        return isGenuine ? content.visitors.first { $0.id == id } : nil
    }

    /// What a visitor's page sends along with each act, to show that the act comes from a page of this server.
    func token(for visitor: Visitor) throws(ServingError) -> String {
        Self.signature(of: "act \(visitor.id)", key: try current().key)
    }

    // MARK: - The file

    private func current() throws(ServingError) -> Content {
        let result = state.withLock { state -> Result<Content, ServingError> in
            Result { () throws(ServingError) in
                let mark = FileMark(of: path)
                if mark == nil || mark != state.seen, let read = try Self.read(path) { state = (read, mark) }
                return state.content
            }
        }
        return try result.get()
    }

    /// Changes what the file says, and keeps what it says then.
    private func change(_ body: (inout Content) -> Void) throws(ServingError) {
        let result = state.withLock { state -> Result<Void, ServingError> in
            Result { () throws(ServingError) in
                let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
                guard lock >= 0 else { throw ServingError.file(path + ".lock", errno) }
                defer { close(lock) }
                while flock(lock, LOCK_EX) != 0 {
                    guard errno == EINTR else { throw ServingError.file(path + ".lock", errno) }
                }
                let known = try Self.read(path)
                var content = known ?? state.content
                body(&content)
                if content != known { try Self.write(content, to: path) }
                state = (content, FileMark(of: path))
            }
        }
        try result.get()
    }

    private static func read(_ path: String) throws(ServingError) -> Content? {
        guard let bytes = try AccessFile.read(path) else { return nil }
        guard let content = Content(json: bytes) else {
            throw ServingError(
                message: "\(path) is damaged", hint: "delete it; everybody has to be invited again then")
        }
        return content
    }

    private static func write(_ content: Content, to path: String) throws(ServingError) {
        var bytes: [UInt8] = []
        content.json.write(into: &bytes)
        try AccessFile.write(bytes, to: path)
    }
}
