/// How much memory a JSON text takes once it is parsed, estimated before it is.
///
/// A value takes some sixty bytes, also where its text is two, such as `0,`. Programs that export notes write at least
/// eight bytes a value on average; a text with many more values than that is made to fill a machine.
enum JSONCost {
    /// How many values any text may have.
    static let freeValues = 100_000
    /// How many bytes of text have to stand for each further one.
    static let bytesPerValue = 8

    /// Whether the text has more values than its length allows.
    ///
    /// - Complexity: O(n).
    static func isExcessive(_ content: [UInt8]) -> Bool {
        let limit = freeValues + content.count / bytesPerValue
        guard content.count > limit else { return false }
        var (count, isInString, isEscaped) = (0, false, false)
        for byte in content {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"): count += 1
            default: break
            }
        }
        return count > limit
    }

    static func failure(at location: String) -> ImportFailure {
        ImportFailure(
            path: location, reason: "is JSON with more values than text",
            hint: "No program exports notes like that; it is not read, since it may be made to fill the memory.")
    }
}
