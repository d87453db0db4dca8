import CLMDB

/// How a walk over consecutive numbers ended.
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
    /// step by step, at less cost a step.
    ///
    /// - Throws: `LMDBError`; what `body` throws.
    /// - Complexity: O(log n) and the values handed on.
    package func walk(
        _ numbers: ClosedRange<UInt64>, in database: Database<UInt64>, _ body: (UInt64, RawSpan) throws -> Bool
    ) throws -> WalkEnd {
        var cursor = try RawCursor(in: database.handle, of: handle)
        return try cursor.walk(numbers, body)
    }
}

extension RawCursor {
    fileprivate mutating func walk(
        _ numbers: ClosedRange<UInt64>, _ body: (UInt64, RawSpan) throws -> Bool
    ) throws -> WalkEnd {
        var number = numbers.lowerBound
        var found = try withUnsafeBytes(of: number) { (bytes) throws(LMDBError) in try seek(bytes, .exactly) }
        while true {
            guard found, key.count == 8, key.loadUnaligned(as: UInt64.self) == number else { return .missing(number) }
            if try !body(number, RawSpan(_unsafeBytes: value)) { return .stopped }
            if number == numbers.upperBound { return .finished }
            number += 1
            found = try move(.next)
        }
    }
}
