/// The bytes that the dialect gives a meaning to.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
    static let backslash = UInt8(ascii: "\\")
    static let quote = UInt8(ascii: ">")
    static let hyphen = UInt8(ascii: "-")
    static let asterisk = UInt8(ascii: "*")
    static let plus = UInt8(ascii: "+")
    static let dot = UInt8(ascii: ".")
    static let parenthesis = UInt8(ascii: ")")
    static let backtick = UInt8(ascii: "`")
    static let tilde = UInt8(ascii: "~")
    static let underscore = UInt8(ascii: "_")

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    @inline(__always)
    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    @inline(__always)
    static func isLineBreak(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

    @inline(__always)
    static func isBullet(_ byte: UInt8) -> Bool { byte == hyphen || byte == asterisk || byte == plus }

    @inline(__always)
    static func isFence(_ byte: UInt8) -> Bool { byte == backtick || byte == tilde }
}
