import CLMDB

/// How a walk over consecutive numbers ended.
@usableFromInline
@frozen
package enum WalkEnd: Hashable, Sendable {
    /// Behind the last number.
    case finished
    /// Where it was asked to.
    case stopped
    /// Before a number that is not there.
    case missing(UInt64)
}

extension Transaction where Self: ~Copyable {
    /// Hands on the values of consecutive numbers until `body` returns false or one is missing. It is what a cursor does
    /// step by step, at less cost a step: it is compiled into its caller, with what `body` does.
    ///
    /// - Throws: `LMDBError`; what `body` throws.
    /// - Complexity: O(log n) and the values handed on.
    @inlinable
    @inline(__always)
    package func walk(
        _ numbers: ClosedRange<UInt64>, in database: Database<UInt64>,
        _ body: (UInt64, UnsafeRawBufferPointer) throws -> Bool
    ) throws -> WalkEnd {
        let walker = try Walker(in: database.handle, of: try handle)
        defer { walker.end() }
        var number = numbers.lowerBound
        var status = walker.begin(at: number)
        while walker.stands(at: number, status) {
            if try !body(number, walker.value) { return .stopped }
            if number == numbers.upperBound { return .finished }
            number &+= 1
            status = walker.next()
        }
        try walker.check(status)
        return .missing(number)
    }
}

/// A cursor of a walk, and where LMDB answers: laid out so that callers elsewhere can read the answers in place.
@usableFromInline
struct Walker {
    /// LMDB's cursor.
    @usableFromInline let cursor: OpaquePointer
    /// The size and the address of the key, then those of the value: two `MDB_val`.
    @usableFromInline let answer: UnsafeMutableRawPointer

    @usableFromInline
    init(in database: UInt32, of transaction: OpaquePointer) throws(LMDBError) {
        var opened: OpaquePointer?
        let status = mdb_cursor_open(transaction, database, &opened)
        guard status == 0, let opened else { throw LMDBError(.init(rawValue: status), in: "mdb_cursor_open") }
        cursor = opened
        answer = UnsafeMutableRawPointer(UnsafeMutablePointer<MDB_val>.allocate(capacity: 2))
    }

    @usableFromInline
    func end() {
        mdb_cursor_close(cursor)
        answer.deallocate()
    }

    /// Moves to a number.
    @usableFromInline
    func begin(at number: UInt64) -> CInt {
        withUnsafeBytes(of: number) { bytes in
            let answers = answer.assumingMemoryBound(to: MDB_val.self)
            answers[0] = MDB_val(bytes)
            return mdb_cursor_get(cursor, answers, answers + 1, MDB_SET_KEY)
        }
    }

    /// Moves on.
    @usableFromInline
    func next() -> CInt {
        let answers = answer.assumingMemoryBound(to: MDB_val.self)
        return mdb_cursor_get(cursor, answers, answers + 1, MDB_NEXT)
    }

    /// Whether it got to a number.
    @inlinable
    @inline(__always)
    func stands(at number: UInt64, _ status: CInt) -> Bool {
        status == 0 && answer.load(as: Int.self) == 8
            && answer.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)?.loadUnaligned(as: UInt64.self) == number
    }

    /// The value it stands on.
    @inlinable
    @inline(__always)
    var value: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: answer.load(fromByteOffset: 24, as: UnsafeRawPointer?.self),
            count: answer.load(fromByteOffset: 16, as: Int.self))
    }

    /// Throws what a move answered, unless it moved or found nothing.
    @usableFromInline
    func check(_ status: CInt) throws(LMDBError) {
        if status != MDB_NOTFOUND { try LMDBError.check(status, in: "mdb_cursor_get") }
    }
}
