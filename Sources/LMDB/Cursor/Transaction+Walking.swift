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
    /// Hands on the values of consecutive numbers, some dozens at a time, until `body` returns false or one is missing. It
    /// is what a cursor does step by step, at less cost a step.
    ///
    /// - Parameter body: is lent the first number and the values from there on. It must not change the database.
    /// - Throws: `LMDBError`; what `body` throws.
    /// - Complexity: O(log n) and the values handed on.
    package func walk(
        _ numbers: ClosedRange<UInt64>, in database: Database<UInt64>,
        _ body: (_ first: UInt64, _ values: UnsafeBufferPointer<UnsafeRawBufferPointer>) throws -> Bool
    ) throws -> WalkEnd {
        var cursor = try RawCursor(in: database.handle, of: try handle)
        return try withUnsafeTemporaryAllocation(of: UnsafeRawBufferPointer.self, capacity: 64) { values in
            try cursor.walk(numbers, gathering: values, body)
        }
    }
}

extension RawCursor {
    fileprivate mutating func walk(
        _ numbers: ClosedRange<UInt64>, gathering values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer>,
        _ body: (UInt64, UnsafeBufferPointer<UnsafeRawBufferPointer>) throws -> Bool
    ) throws -> WalkEnd {
        var first = numbers.lowerBound
        var isFound = try withUnsafeBytes(of: first) { (bytes) throws(LMDBError) in try seek(bytes, .exactly) }
        while true {
            let wanted = Int(min(UInt64(values.count - 1), numbers.upperBound - first)) + 1
            var count = 0
            while isFound, key.count == 8, key.loadUnaligned(as: UInt64.self) == first + UInt64(count) {
                values[count] = value
                count += 1
                if count == wanted { break }
                isFound = try move(.next)
            }
            if count > 0, try !body(first, UnsafeBufferPointer(rebasing: values[..<count])) { return .stopped }
            if count < wanted { return .missing(first + UInt64(count)) }
            if numbers.upperBound - first < UInt64(values.count) { return .finished }
            first += UInt64(count)
            isFound = try move(.next)
        }
    }
}
