import CLMDB

extension WriteTransaction {
    /// Sets the value of a key.
    ///
    /// - Complexity: O(log n).
    @inlinable
    package mutating func put<Key>(_ value: RawSpan, for key: Key, in database: Database<Key>) throws(LMDBError) {
        _ = try set(value, for: key, in: database, .replacing)
    }

    /// Sets the value of a key.
    ///
    /// - Complexity: O(log n).
    @inlinable
    package mutating func put<Key>(_ value: [UInt8], for key: Key, in database: Database<Key>) throws(LMDBError) {
        _ = try set(value.span.bytes, for: key, in: database, .replacing)
    }

    /// Sets the value of a key that is not there yet.
    ///
    /// - Returns: Whether it was set; false when the key was there, and stays as it is.
    /// - Complexity: O(log n).
    @inlinable
    package mutating func insert<Key>(
        _ value: RawSpan, for key: Key, in database: Database<Key>
    ) throws(LMDBError) -> Bool {
        try set(value, for: key, in: database, .keeping)
    }

    /// Adds a key behind all others. Pages are filled to the end, where puts in random order leave them half empty.
    ///
    /// - Throws: `.keyExists` when a key that is there is not smaller.
    /// - Complexity: O(log n), with no search inside the pages.
    @inlinable
    package mutating func append<Key>(_ value: RawSpan, for key: Key, in database: Database<Key>) throws(LMDBError) {
        _ = try set(value, for: key, in: database, .appending)
    }

    /// Sets the value of a key to `byteCount` bytes that `fill` writes where they will stay, without a copy.
    ///
    /// What `fill` leaves unwritten holds whatever lay there.
    ///
    /// - Parameter isAppending: Whether the key goes behind all others, as in `append`.
    /// - Complexity: O(log n).
    @inlinable
    package mutating func reserve<Key, Result, Failure: Error>(
        _ byteCount: Int, for key: Key, in database: Database<Key>, isAppending: Bool = false,
        _ fill: (inout MutableRawSpan) throws(Failure) -> Result
    ) throws -> Result {
        let bytes = try key.withKeyBytes { (bytes) throws(LMDBError) in
            try reserve(byteCount, for: bytes, in: database.handle, isAppending: isAppending)
        }
        var span = MutableRawSpan(_unsafeBytes: bytes)
        return try fill(&span)
    }

    /// Removes a key.
    ///
    /// - Returns: Whether it was there.
    /// - Complexity: O(log n).
    @inlinable
    @discardableResult
    package mutating func remove<Key>(_ key: Key, in database: Database<Key>) throws(LMDBError) -> Bool {
        try key.withKeyBytes { (bytes) throws(LMDBError) in try remove(bytes, in: database.handle) }
    }

    /// Removes all keys.
    ///
    /// - Complexity: O(pages).
    package mutating func removeAll<Key>(in database: Database<Key>) throws(LMDBError) {
        try check(mdb_drop(try handle, database.handle, 0), in: "mdb_drop")
    }

    @inlinable
    mutating func set<Key>(
        _ value: RawSpan, for key: Key, in database: Database<Key>, _ manner: PutManner
    ) throws(LMDBError) -> Bool {
        try key.withKeyBytes { (keyBytes) throws(LMDBError) in
            try value.withUnsafeBytes { (valueBytes) throws(LMDBError) in
                try set(valueBytes, for: keyBytes, in: database.handle, manner)
            }
        }
    }
}

/// What a put does about keys that are there.
@usableFromInline
enum PutManner {
    /// Gives the key the new value.
    case replacing
    /// Leaves a key that is there alone.
    case keeping
    /// Goes behind all others, or fails.
    case appending
}

/// The calls to LMDB, free of the types of keys.
extension WriteTransaction {
    /// False when the key was there and is kept.
    @usableFromInline
    mutating func set(
        _ value: UnsafeRawBufferPointer, for key: UnsafeRawBufferPointer, in database: UInt32, _ manner: PutManner
    ) throws(LMDBError) -> Bool {
        var key = MDB_val(key)
        var value = MDB_val(value)
        let status = mdb_put(try handle, database, &key, &value, manner.flags)
        if status == MDB_KEYEXIST && manner == .keeping { return false }
        try check(status, in: "mdb_put")
        return true
    }

    @usableFromInline
    mutating func reserve(
        _ byteCount: Int, for key: UnsafeRawBufferPointer, in database: UInt32, isAppending: Bool
    ) throws(LMDBError) -> UnsafeMutableRawBufferPointer {
        var key = MDB_val(key)
        var reserved = MDB_val(mv_size: byteCount, mv_data: nil)
        let manner = isAppending ? PutManner.appending : .replacing
        try check(
            mdb_put(try handle, database, &key, &reserved, manner.flags | CUnsignedInt(MDB_RESERVE)), in: "mdb_put")
        return UnsafeMutableRawBufferPointer(start: reserved.mv_data, count: byteCount)
    }

    @usableFromInline
    mutating func remove(_ key: UnsafeRawBufferPointer, in database: UInt32) throws(LMDBError) -> Bool {
        var key = MDB_val(key)
        let status = mdb_del(try handle, database, &key, nil)
        if status == MDB_NOTFOUND { return false }
        try check(status, in: "mdb_del")
        return true
    }
}

extension PutManner {
    var flags: CUnsignedInt {
        switch self {
        case .replacing: 0
        case .keeping: CUnsignedInt(MDB_NOOVERWRITE)
        case .appending: CUnsignedInt(MDB_APPEND)
        }
    }
}
