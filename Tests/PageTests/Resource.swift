import Foundation

/// Files that the tests read.
enum Resource {
    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Documents/\(name)")))
    }

    /// How many times the usual number of trials a test makes: more by `NOTELEDGER_TRIALS`.
    static let trials = ProcessInfo.processInfo.environment["NOTELEDGER_TRIALS"].flatMap { Int($0) } ?? 1
}
