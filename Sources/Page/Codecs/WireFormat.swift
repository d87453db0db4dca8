/// A binary format that pages are exchanged in.
///
/// ```swift
/// let bytes = try WireFormat.tl.encode(page)
/// let same = try WireFormat.tl.decode(bytes)
/// ```
///
/// What a format has no place for comes back as its nearest relative, never without its checkboxes, numbers and
/// characters: `decode(encode(page))` is what it can express of a page.
public enum WireFormat: String, Hashable, Sendable, CaseIterable {
    /// Key-value object coding: entries of key, type and value.
    case keyValue = "kv"
    /// FlatBuffers of the schema `Page.fbs`.
    case flatBuffers = "flatbuffers"
    /// TL, the serialisation of Telegram's interface, layer 229; older constructors are read too.
    case tl = "tl"

    /// The bytes of a page.
    ///
    /// - Throws: ``PageCodecError/Kind/tooDeep`` if the page nests deeper than ``PageDocument/maximumDepth``,
    ///   ``PageCodecError/Kind/tooLarge`` if a text or the whole does not fit the format's lengths.
    /// - Complexity: O(*n*) in the size of the page.
    public func encode(_ page: PageDocument) throws(PageCodecError) -> [UInt8] {
        guard page.isWithinDepth else {
            throw PageCodecError(.tooDeep, at: 0, "the page nests deeper than \(PageDocument.maximumDepth)")
        }
        return switch self {
        case .keyValue: try KeyValuePageCodec.encode(page)
        case .flatBuffers: try FlatBuffersPageCodec.encode(page)
        case .tl: try TLPageCodec.encode(page)
        }
    }

    /// The page that the bytes hold.
    ///
    /// It never traps and uses memory in proportion to the bytes, whatever they are.
    ///
    /// - Throws: ``PageCodecError`` with the offset of the byte where the format is broken.
    /// - Complexity: O(*n*) in the number of bytes.
    public func decode(_ bytes: [UInt8]) throws(PageCodecError) -> PageDocument {
        try bytes.withUnsafeBufferPointer { (bytes) throws(PageCodecError) in
            switch self {
            case .keyValue: try KeyValuePageCodec.decode(bytes)
            case .flatBuffers: try FlatBuffersPageCodec.decode(bytes)
            case .tl: try TLPageCodec.decode(bytes)
            }
        }
    }
}
