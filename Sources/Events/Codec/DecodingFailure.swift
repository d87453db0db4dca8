import DataFormats

/// Reads the bytes of a record and of what the log keeps with it.
package typealias RecordReader = ByteReader<DecodingFailure>

/// Bytes or text that are not an event, and where that shows.
public struct DecodingFailure: Error, Hashable, Sendable {
    /// What is wrong with them.
    public enum Reason: Hashable, Sendable {
        /// They end too early.
        case truncated
        /// There is more of them than the event needs.
        case trailingBytes
        /// A number does not fit.
        case numberTooLarge
        /// The record is of a version that this program does not know.
        case unknownVersion(UInt8)
        /// A device or note is referred to by a number that was never introduced.
        case unknownReference(UInt64)
        /// Text that must be UTF-8 is not.
        case invalidText
        /// A field has a value that it cannot have.
        case invalidField(String)
        /// The checksum does not fit.
        case checksum
        /// The text is not JSON, or lacks a field.
        case invalidJSON(String)
    }

    /// What is wrong.
    public var reason: Reason
    /// How many bytes stand before the place.
    public var offset: Int

    /// A failure of that kind at that place.
    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension DecodingFailure: ByteReadingError {
    @usableFromInline
    package init(fault: ByteFault, at offset: Int) {
        let reason: Reason =
            switch fault {
            case .truncated: .truncated
            case .trailingBytes: .trailingBytes
            case .numberTooLarge, .negativeCount: .numberTooLarge
            case .invalidText: .invalidText
            case .invalidField(let name): .invalidField(name)
            }
        self.init(reason, at: offset)
    }

    /// A text that is not JSON.
    package init(_ failure: JSONFailure) { self.init(.invalidJSON(failure.message), at: failure.position) }
}

extension DecodingFailure: CustomStringConvertible {
    /// One sentence without a full stop.
    public var description: String {
        switch reason {
        case .truncated: "ends too early, at byte \(offset)"
        case .trailingBytes: "goes on after its end, from byte \(offset)"
        case .numberTooLarge: "a number is too large, at byte \(offset)"
        case .unknownVersion(let version): "is of version \(version), which this program does not know"
        case .unknownReference(let number): "refers to number \(number), which nothing introduced, at byte \(offset)"
        case .invalidText: "text is not UTF-8, at byte \(offset)"
        case .invalidField(let name): "\(name) has a value it cannot have, at byte \(offset)"
        case .checksum: "does not fit its checksum"
        case .invalidJSON(let what): "\(what), at byte \(offset)"
        }
    }
}
