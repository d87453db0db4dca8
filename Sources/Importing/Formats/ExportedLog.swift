/// A store's log as text, which is not a note although it may be named like one.
package enum ExportedLog {
    /// How the first line of every exported log begins.
    package static let beginning = Array(#"{"format":"noteledger-log""#.utf8)

    /// Whether a file's content is an exported log, with or without a byte order mark.
    static func claims(_ content: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return content.dropFirst(content.starts(with: mark) ? mark.count : 0).starts(with: beginning)
    }

    static func failure(at location: String) -> ImportFailure {
        ImportFailure(
            path: location, reason: "is an exported log, not a note",
            hint: "“noteledger import-log” makes a store of it, or adds its events to one.")
    }
}
