import DataFormats

/// Reads the bytes of a page in one of the wire formats.
package typealias CodecReader = ByteReader<PageCodecError>

/// What is wrong with bytes that should hold a page, or with a page that a format cannot hold.
public struct PageCodecError: Error, Hashable, Sendable {
    /// The sort of fault.
    public enum Kind: String, Hashable, Sendable {
        /// A value reaches beyond the end of what holds it.
        case truncated
        /// Bytes that the format does not allow here.
        case malformed
        /// A required value is not there.
        case missing
        /// A constructor that this reader does not know and so cannot step over.
        case unknownConstructor
        /// Text that is not UTF-8.
        case invalidText
        /// Values within values, deeper than ``PageDocument/maximumDepth``.
        case tooDeep
        /// More than the format, or the reader's budget of memory, can hold.
        case tooLarge
        /// Bytes after the end of the page.
        case trailingBytes
    }

    /// The sort of fault.
    public var kind: Kind
    /// Where: the byte's offset in the input, or how many bytes were written before the fault.
    public var offset: Int
    /// What is wrong, in words.
    public var message: String

    /// A fault of that kind at that offset.
    public init(_ kind: Kind, at offset: Int, _ message: String) {
        self.kind = kind
        self.offset = offset
        self.message = message
    }
}

extension PageCodecError: ByteReadingError {
    @usableFromInline
    package init(fault: ByteFault, at offset: Int) {
        switch fault {
        case .truncated(let wanted, let remaining):
            self.init(.truncated, at: offset, "\(wanted) bytes are wanted, \(remaining) are left")
        case .trailingBytes: self.init(.trailingBytes, at: offset, "bytes after the end of the page")
        case .numberTooLarge: self.init(.tooLarge, at: offset, "a number with too many bits")
        case .negativeCount(let count): self.init(.malformed, at: offset, "a count of \(count)")
        case .invalidText: self.init(.invalidText, at: offset, "text that is not UTF-8")
        case .invalidField(let name): self.init(.malformed, at: offset, "a wrong value of \(name)")
        }
    }
}

extension PageCodecError: CustomStringConvertible {
    /// The message with the offset.
    public var description: String { "\(message) (\(kind.rawValue), byte \(offset))" }
}
