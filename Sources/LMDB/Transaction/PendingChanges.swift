import CLMDB

/// Puts and removals that are written down without a transaction, to be made in one later, in their order.
///
/// It is a value: whoever holds it can make the same changes again, should a transaction have come to nothing.
@usableFromInline
package struct PendingChanges: Sendable {
    private struct Change: Sendable {
        var database: UInt32
        var manner: Manner
        var keySize: UInt32
        var valueSize: UInt32
    }

    @usableFromInline
    enum Manner: Sendable {
        case put, append, remove
    }

    private var changes: [Change] = []
    /// Keys and values one behind the other, each key at a multiple of eight: LMDB compares numbers where they lie.
    @usableFromInline private(set) var bytes: [UInt8] = []

    /// None yet.
    package init() {}

    /// Whether there are none.
    package var isEmpty: Bool { changes.isEmpty }

    /// How many there are.
    package var count: Int { changes.count }

    /// Bytes of keys and values.
    @inlinable
    package var byteCount: Int { bytes.count }

    /// Sets the value of a key.
    @inlinable
    package mutating func put<Key>(_ value: [UInt8], for key: Key, in database: Database<Key>) {
        add(value.span.bytes, for: key, in: database, .put)
    }

    /// Sets the value of a key.
    @inlinable
    package mutating func put<Key>(_ value: RawSpan, for key: Key, in database: Database<Key>) {
        add(value, for: key, in: database, .put)
    }

    /// Adds a key behind all others.
    @inlinable
    package mutating func append<Key>(_ value: RawSpan, for key: Key, in database: Database<Key>) {
        add(value, for: key, in: database, .append)
    }

    /// Removes a key, if it is there.
    @inlinable
    package mutating func remove<Key>(_ key: Key, in database: Database<Key>) {
        add(RawSpan(), for: key, in: database, .remove)
    }

    /// Forgets them all, and keeps the room.
    package mutating func removeAll() {
        changes.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    @inlinable
    mutating func add<Key>(_ value: RawSpan, for key: Key, in database: Database<Key>, _ manner: Manner) {
        key.withKeyBytes { key in
            value.withUnsafeBytes { value in add(value, for: key, in: database.handle, manner) }
        }
    }

    /// The same, free of the types of keys.
    @usableFromInline
    mutating func add(
        _ value: UnsafeRawBufferPointer, for key: UnsafeRawBufferPointer, in database: UInt32, _ manner: Manner
    ) {
        changes.append(
            Change(
                database: database, manner: manner, keySize: UInt32(key.count), valueSize: UInt32(value.count)))
        bytes.append(contentsOf: key)
        bytes.append(contentsOf: value)
        while bytes.count % 8 != 0 { bytes.append(0) }
    }

    fileprivate func make(in transaction: inout WriteTransaction) throws(LMDBError) {
        try bytes.span.bytes.withUnsafeBytes { (bytes) throws(LMDBError) in
            var start = 0
            for change in changes {
                let middle = start + Int(change.keySize)
                let end = middle + Int(change.valueSize)
                let key = UnsafeRawBufferPointer(rebasing: bytes[start..<middle])
                let value = UnsafeRawBufferPointer(rebasing: bytes[middle..<end])
                switch change.manner {
                case .put: _ = try transaction.set(value, for: key, in: change.database, .replacing)
                case .append: _ = try transaction.set(value, for: key, in: change.database, .appending)
                case .remove: _ = try transaction.remove(key, in: change.database)
                }
                start = (end + 7) & ~7
            }
        }
    }
}

extension WriteTransaction {
    /// Makes changes that were written down, in their order.
    ///
    /// - Complexity: O(changes · log n).
    package mutating func make(_ changes: PendingChanges) throws(LMDBError) { try changes.make(in: &self) }
}
