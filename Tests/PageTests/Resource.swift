import Foundation
import Testing

/// Files that the tests read.
enum Resource {
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = try #require(Bundle.module.resourceURL?.appending(path: "Resources"))
        return Array(try Data(contentsOf: folder.appending(path: name)))
    }

    /// How many times the usual number of trials a test makes: more by `NOTELEDGER_TRIALS`.
    static let trials = ProcessInfo.processInfo.environment["NOTELEDGER_TRIALS"].flatMap { Int($0) } ?? 1
}
