import Events

/// What other programs' JSON is asked for.
extension JSONValue {
    /// A string's bytes.
    var bytes: [UInt8]? { stringValue.map { Array($0.utf8) } }

    var isTrue: Bool { boolValue == true }

    /// A whole number, written as a number or as a string of digits (Keep has written its times both ways).
    var wholeNumber: Int64? {
        switch self {
        case .integer(let value): value
        case .unsigned(let value): Int64(exactly: value)
        case .number(let value): Int64(exactly: value.rounded(.towardZero))
        case .string(let digits): Int64(digits)
        default: nil
        }
    }
}

extension ImportFailure {
    /// JSON that cannot be read, with the place as an editor shows it.
    static func json(_ failure: DecodingFailure, in file: SourceFile, _ content: [UInt8]) -> ImportFailure {
        let before = content[..<min(failure.offset, content.count)]
        let line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let reason = if case .invalidJSON(let what) = failure.reason { what } else { failure.description }
        return ImportFailure(
            path: file.location,
            reason: "is broken JSON at line \(line), column \(before.count - start + 1): \(reason)",
            hint: "The file may be cut off; export it again.")
    }
}
