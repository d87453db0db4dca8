import DataFormats
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
    static func json(_ failure: JSONFailure, in file: SourceFile, _ content: [UInt8]) -> ImportFailure {
        let place = TextPosition(ofByte: failure.position, in: content)
        return ImportFailure(
            path: file.location, reason: "is broken JSON at \(place): \(failure.message)",
            hint: "The file may be cut off; export it again.")
    }
}
