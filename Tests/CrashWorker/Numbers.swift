import Glibc
import LMDB

/// An environment with one database of numbers, as the commands write it.
struct Numbers {
    static let description = DatabaseDescription("numbers", keyedBy: UInt64.self)

    let environment: Environment
    let database: Database<UInt64>

    init(at path: String, options: EnvironmentOptions = EnvironmentOptions()) throws {
        environment = try Environment.open(at: path, options: options, databases: [Self.description])
        database = try environment.database("numbers", keyedBy: UInt64.self)
    }

    /// Adds a number behind the greatest, with `byteCount` bytes that follow from it.
    ///
    /// - Returns: The number.
    @discardableResult
    func append(byteCount: Int) throws -> UInt64 {
        let database = database
        return try environment.write { transaction in
            let last = try Self.last(in: transaction, database)
            try transaction.append(Self.value(of: last + 1, byteCount).span.bytes, for: last + 1, in: database)
            return last + 1
        }
    }

    /// How many there are. Throws unless they are 1, 2, 3 … with their values.
    func verified() throws -> UInt64 {
        try environment.read { transaction in
            var cursor = try transaction.cursor(in: database)
            var expected: UInt64 = 0
            while try cursor.next() {
                expected += 1
                guard cursor.number == expected, Self.isValue(cursor.value, of: expected) else {
                    throw Wrong(number: cursor.number, expected: expected)
                }
            }
            return expected
        }
    }

    struct Wrong: Error { var number, expected: UInt64 }

    private static func last(in transaction: borrowing WriteTransaction, _ database: Database<UInt64>) throws -> UInt64
    {
        var cursor = try transaction.cursor(in: database)
        return try cursor.last() ? cursor.number : 0
    }

    static func value(of number: UInt64, _ byteCount: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number &* 31), count: byteCount)
    }

    private static func isValue(_ found: RawSpan, of number: UInt64) -> Bool {
        let expected = value(of: number, found.byteCount)
        return found.withUnsafeBytes { found in
            expected.withUnsafeBytes { found.isEmpty || memcmp(found.baseAddress!, $0.baseAddress!, found.count) == 0 }
        }
    }
}
