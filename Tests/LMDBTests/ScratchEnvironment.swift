import LMDB
import TestSupport

let numbers = DatabaseDescription("numbers", keyedBy: UInt64.self)
let words = DatabaseDescription("words", keyedBy: [UInt8].self)

/// Lends an environment in a new folder with the databases `numbers` and `words`.
func withEnvironment<Result>(
    _ options: EnvironmentOptions = EnvironmentOptions(), _ body: (Environment) throws -> Result
) throws -> Result {
    try withTemporaryDirectory { folder in
        try body(try Environment.open(at: folder + "/store", options: options, databases: [numbers, words]))
    }
}

extension RawSpan {
    /// A copy that may leave the transaction.
    var copied: [UInt8] { withUnsafeBytes { Array($0) } }
}

extension Environment {
    /// All of a database, in its order.
    func contents<Key>(of database: Database<Key>) throws -> [(key: [UInt8], value: [UInt8])] {
        try read { transaction in
            var found: [(key: [UInt8], value: [UInt8])] = []
            var cursor = try transaction.cursor(in: database)
            while try cursor.next() { found.append((cursor.key.copied, cursor.value.copied)) }
            return found
        }
    }
}

extension EnvironmentOptions {
    /// Without waiting for the disk, where a test is not about that.
    static var fastForTests: EnvironmentOptions {
        var options = EnvironmentOptions()
        options.durability = .unsafeFileMayBeLost
        return options
    }
}
