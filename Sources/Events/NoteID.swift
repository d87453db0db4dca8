/// A note: 128 random bits.
///
/// Its text form is 32 lowercase hexadecimal digits; a unique beginning of them names the note too.
public struct NoteID: Hashable, Comparable, Sendable {
    /// The first 64 bits.
    public var high: UInt64
    /// The last 64 bits.
    public var low: UInt64

    /// The note of those bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Orders by the bits, as the text form does.
    public static func < (left: NoteID, right: NoteID) -> Bool { (left.high, left.low) < (right.high, right.low) }
}

extension NoteID: LosslessStringConvertible {
    /// 32 lowercase hexadecimal digits.
    public var description: String { [high, low].map(Self.hexadecimal).joined() }

    /// Reads 32 hexadecimal digits; anything else is nil.
    public init?(_ text: String) {
        guard text.utf8.count == 32, text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    private static func hexadecimal(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
