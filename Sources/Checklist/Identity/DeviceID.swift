/// A device that writes: 64 random bits, drawn once when its store is made.
///
/// Its text form is 16 lowercase hexadecimal digits.
public struct DeviceID: Hashable, Comparable, Sendable {
    /// The bits themselves.
    public var rawValue: UInt64

    /// A device of the given bits.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Orders by the bits; ties between equal stamps are decided by this order.
    @inlinable
    public static func < (left: DeviceID, right: DeviceID) -> Bool { left.rawValue < right.rawValue }
}

extension DeviceID: LosslessStringConvertible {
    /// 16 lowercase hexadecimal digits.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Reads the 16 hexadecimal digits that `description` writes; anything else is nil.
    public init?(_ text: String) {
        guard text.utf8.count == 16, text.utf8.allSatisfy({ $0.isHexDigit }), let value = UInt64(text, radix: 16)
        else { return nil }
        self.init(value)
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
