/// A place in a database, moved from key to key in their order.
///
/// It is bound to its transaction and cannot outlive it. Its spans end when it moves.
package struct Cursor<Key: DatabaseKey>: ~Copyable, ~Escapable {
    private var raw: RawCursor

    @_lifetime(immortal)
    init(_ raw: consuming RawCursor) { self.raw = raw }

    /// The bytes of the key it stands on; empty before the first move and after one that found nothing.
    package var key: RawSpan {
        @_lifetime(borrow self) get { _overrideLifetime(RawSpan(_unsafeBytes: raw.key), borrowing: self) }
    }

    /// The value it stands on; empty before the first move and after one that found nothing.
    package var value: RawSpan {
        @_lifetime(borrow self) get { _overrideLifetime(RawSpan(_unsafeBytes: raw.value), borrowing: self) }
    }

    /// Moves to the first key. False when there is none.
    @_lifetime(self: copy self)
    package mutating func first() throws(LMDBError) -> Bool { try raw.move(.first) }

    /// Moves to the last key. False when there is none.
    @_lifetime(self: copy self)
    package mutating func last() throws(LMDBError) -> Bool { try raw.move(.last) }

    /// Moves to the next key, at first to the first one. False at the end.
    @_lifetime(self: copy self)
    package mutating func next() throws(LMDBError) -> Bool { try raw.move(.next) }

    /// Moves to the key before, at first to the last one. False at the start.
    @_lifetime(self: copy self)
    package mutating func previous() throws(LMDBError) -> Bool { try raw.move(.previous) }

    /// Moves to that key. False when it is not there.
    @_lifetime(self: copy self)
    package mutating func seek(_ key: Key) throws(LMDBError) -> Bool { try seek(key, .exactly) }

    /// Moves to that key or else the next greater one. False when there is none.
    @_lifetime(self: copy self)
    package mutating func seek(atLeast key: Key) throws(LMDBError) -> Bool { try seek(key, .atLeast) }

    /// Moves to that key or else the next smaller one. False when there is none.
    @_lifetime(self: copy self)
    package mutating func seek(atMost key: Key) throws(LMDBError) -> Bool { try seek(key, .atMost) }

    @_lifetime(self: copy self)
    private mutating func seek(_ key: Key, _ search: CursorSearch) throws(LMDBError) -> Bool {
        try key.withKeyBytes { (bytes) throws(LMDBError) in try raw.seek(bytes, search) }
    }
}

extension Cursor where Key == UInt64 {
    /// The number it stands on; 0 before the first move and after one that found nothing.
    package var number: UInt64 {
        let bytes = raw.key
        return bytes.count == 8 ? bytes.loadUnaligned(as: UInt64.self) : 0
    }
}
