public import Checklist

/// What a visitor may do.
public enum Role: String, Sendable, CaseIterable {
    /// Look at notes and their history.
    case read
    /// That, and act on them.
    case write
}

/// A browser that was let in: to the log, a device like any other.
public struct Visitor: Hashable, Sendable {
    /// What names it in lists and in its cookie: 16 hexadecimal digits.
    public var id: String
    /// What people call it: `Ada's phone`.
    public var name: String
    /// What it may do.
    public var role: Role
    /// The device that its acts are recorded under.
    public var device: DeviceID
    /// When it was let in, in milliseconds since 1970 (UTC).
    public var admitted: UInt64
}

/// A link that lets one browser in, once.
public struct Invitation: Hashable, Sendable {
    /// What names it in lists: 16 hexadecimal digits.
    public var id: String
    /// The name that the visitor will have; nil lets the page ask for one.
    public var name: String?
    /// What the visitor will be allowed to do.
    public var role: Role
    /// When it stops working, in milliseconds since 1970 (UTC).
    public var expires: UInt64
    /// SHA-256 of the secret in the link, in hexadecimal digits: who reads the file cannot use the link.
    var secretHash: String
}
