import CLMDB

/// A place in a database, free of the type of its keys: the calls to LMDB that `Cursor` makes.
struct RawCursor: ~Copyable {
    private let handle: OpaquePointer
    private var currentKey = MDB_val()
    private var currentValue = MDB_val()

    init(in database: UInt32, of transaction: OpaquePointer) throws(LMDBError) {
        var opened: OpaquePointer?
        let status = mdb_cursor_open(transaction, database, &opened)
        guard status == 0, let opened else { throw LMDBError(.init(rawValue: status), in: "mdb_cursor_open") }
        handle = opened
    }

    deinit { mdb_cursor_close(handle) }

    var key: UnsafeRawBufferPointer { UnsafeRawBufferPointer(currentKey) }

    var value: UnsafeRawBufferPointer { UnsafeRawBufferPointer(currentValue) }

    mutating func move(_ step: CursorStep) throws(LMDBError) -> Bool {
        try arrive(mdb_cursor_get(handle, &currentKey, &currentValue, step.operation))
    }

    mutating func seek(_ key: UnsafeRawBufferPointer, _ search: CursorSearch) throws(LMDBError) -> Bool {
        currentKey = MDB_val(key)
        switch search {
        case .exactly: return try arrive(mdb_cursor_get(handle, &currentKey, &currentValue, MDB_SET_KEY))
        case .atLeast: return try arrive(mdb_cursor_get(handle, &currentKey, &currentValue, MDB_SET_RANGE))
        case .atMost:
            guard try arrive(mdb_cursor_get(handle, &currentKey, &currentValue, MDB_SET_RANGE)) else {
                return try move(.last)
            }
            return try self.key.elementsEqual(key) ? true : move(.previous)
        }
    }

    private mutating func arrive(_ status: CInt) throws(LMDBError) -> Bool {
        if status == 0 { return true }
        currentKey = MDB_val()
        currentValue = MDB_val()
        if status == MDB_NOTFOUND { return false }
        throw LMDBError(.init(rawValue: status), in: "mdb_cursor_get")
    }
}

/// How a cursor moves from where it stands.
enum CursorStep {
    case first, last, next, previous

    fileprivate var operation: MDB_cursor_op {
        switch self {
        case .first: MDB_FIRST
        case .last: MDB_LAST
        case .next: MDB_NEXT
        case .previous: MDB_PREV
        }
    }
}

/// What a cursor looks for.
enum CursorSearch {
    case exactly, atLeast, atMost
}
