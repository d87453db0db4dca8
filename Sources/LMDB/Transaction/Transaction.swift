import CLMDB

/// What can be read in a transaction, whether it also writes.
///
/// Values are spans of the map itself: nothing is copied. The compiler keeps them inside the transaction, and in one
/// that writes, before the next change.
@usableFromInline
package protocol Transaction: ~Copyable {
    /// LMDB's transaction.
    ///
    /// - Throws: `.noTransaction` if there is none.
    var handle: OpaquePointer { get throws(LMDBError) }
}

extension Transaction where Self: ~Copyable {
    /// The value of a key, or nil.
    ///
    /// It lies where LMDB put it, so numbers in it are not aligned: use `unsafeLoadUnaligned`.
    ///
    /// - Complexity: O(log n).
    @inlinable
    @_lifetime(borrow self)
    package func value<Key>(of key: Key, in database: Database<Key>) throws(LMDBError) -> RawSpan? {
        let transaction = try handle
        let found = try key.withKeyBytes { (bytes) throws(LMDBError) in
            try find(bytes, in: database.handle, of: transaction)
        }
        guard let found else { return nil }
        return _overrideLifetime(RawSpan(_unsafeBytes: found), borrowing: self)
    }

    /// Whether the database has that key.
    ///
    /// - Complexity: O(log n).
    @inlinable
    package func contains<Key>(_ key: Key, in database: Database<Key>) throws(LMDBError) -> Bool {
        try value(of: key, in: database) != nil
    }

    /// How many keys the database has.
    ///
    /// - Complexity: O(1).
    package func count<Key>(of database: Database<Key>) throws(LMDBError) -> Int {
        try statistics(of: database).entryCount
    }

    /// Sizes of the database.
    ///
    /// - Complexity: O(1).
    package func statistics<Key>(of database: Database<Key>) throws(LMDBError) -> DatabaseStatistics {
        var status = MDB_stat()
        try LMDBError.check(mdb_stat(try handle, database.handle, &status), in: "mdb_stat")
        return DatabaseStatistics(
            entryCount: status.ms_entries, depth: Int(status.ms_depth), branchPageCount: status.ms_branch_pages,
            leafPageCount: status.ms_leaf_pages, overflowPageCount: status.ms_overflow_pages)
    }

    /// The number of the commit that is read, or is being made.
    package var number: UInt64 { get throws(LMDBError) { UInt64(mdb_txn_id(try handle)) } }

    /// A place in the database, before its first key.
    @_lifetime(borrow self)
    package func cursor<Key>(in database: Database<Key>) throws(LMDBError) -> Cursor<Key> {
        _overrideLifetime(Cursor(try RawCursor(in: database.handle, of: try handle)), borrowing: self)
    }
}

/// The bytes of a key's value in the map, or nil.
@usableFromInline
func find(
    _ key: UnsafeRawBufferPointer, in database: UInt32, of transaction: OpaquePointer
) throws(LMDBError) -> UnsafeRawBufferPointer? {
    var key = MDB_val(key)
    var found = MDB_val()
    let status = mdb_get(transaction, database, &key, &found)
    if status == MDB_NOTFOUND { return nil }
    try LMDBError.check(status, in: "mdb_get")
    return UnsafeRawBufferPointer(found)
}

extension MDB_val {
    /// Bytes that LMDB is to read.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }
}

extension UnsafeRawBufferPointer {
    /// Bytes that LMDB answered with.
    init(_ value: MDB_val) { self.init(start: value.mv_data, count: value.mv_size) }
}
