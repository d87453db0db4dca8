import CLMDB

/// How LMDB orders the keys of a database.
@usableFromInline
package enum KeyOrder: Hashable, Sendable {
    /// As bytes, compared from the first one on.
    case bytes
    /// As numbers of 64 bits, stored as the machine has them.
    case integers

    var flags: CUnsignedInt { self == .integers ? CUnsignedInt(MDB_INTEGERKEY) : 0 }
}

/// A key that a database can be ordered by.
@usableFromInline
package protocol DatabaseKey: Sendable {
    /// How the bytes that `withKeyBytes` lends are ordered.
    static var order: KeyOrder { get }
    /// Lends the key's bytes: 1 to 511 of them.
    func withKeyBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result
}

extension UInt64: DatabaseKey {
    /// Numbers.
    @inlinable package static var order: KeyOrder { .integers }

    /// Lends the eight bytes as the machine has them.
    @inlinable
    package func withKeyBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBytes(of: self) { (bytes) throws(Failure) in try body(bytes) }
    }
}

extension [UInt8]: DatabaseKey {
    /// Bytes.
    @inlinable package static var order: KeyOrder { .bytes }

    /// Lends the elements.
    @inlinable
    package func withKeyBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try span.withUnsafeBytes { (bytes) throws(Failure) in try body(bytes) }
    }
}

/// A named database of an environment: one ordered map from keys to bytes.
///
/// It stays valid as long as the environment is open, in every thread.
@usableFromInline
package struct Database<Key: DatabaseKey>: Hashable, Sendable {
    /// LMDB's number for it.
    @usableFromInline let handle: UInt32

    init(handle: UInt32) { self.handle = handle }
}

/// What a database is called and how it is ordered; named when the environment is opened.
package struct DatabaseDescription: Hashable, Sendable {
    /// Its name in the environment.
    package let name: String
    /// How its keys are ordered.
    package let order: KeyOrder

    /// The database of that name, with keys of that type.
    package init<Key: DatabaseKey>(_ name: String, keyedBy: Key.Type) {
        self.name = name
        order = Key.order
    }
}
