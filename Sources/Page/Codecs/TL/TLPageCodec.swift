import DataFormats

/// Pages in TL, layer 229.
///
/// A page is written as the constructor `page` without address, photos and documents. Reading also accepts a boxed
/// vector of blocks alone, and constructors of older layers.
package enum TLPageCodec {
    package static func encode(_ page: PageDocument) throws(PageCodecError) -> [UInt8] {
        var writer = TLWriter()
        writer.write(.page)
        writer.write(TLFlags())
        try writer.write("")
        try writer.write(page.blocks)
        // No photos and no documents.
        for _ in 0..<2 { try writer.write([Never]()) { _, _ in } }
        return writer.bytes
    }

    package static func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(PageCodecError) -> PageDocument {
        var reader = TLReader(bytes)
        let start = reader
        let blocks: [Block]
        switch try reader.constructor() {
        case .page:
            let flags = try reader.flags()
            _ = try reader.string()
            blocks = try reader.blocks(within: NestingBudget())
            guard try reader.skipEmptyVectors(2) else {
                // Photos and documents are not part of the model, and what stands behind them is not either.
                return PageDocument(blocks: blocks)
            }
            if flags[3] { _ = try reader.int32() }
        case .vector:
            reader = start
            blocks = try reader.blocks(within: NestingBudget())
        case let other: throw reader.misplaced(other, "a page or a vector of blocks is due")
        }
        guard reader.isAtEnd else {
            throw PageCodecError(.trailingBytes, at: reader.position, "bytes behind the end of the page")
        }
        return PageDocument(blocks: blocks)
    }
}

extension TLReader {
    /// Steps over vectors without elements; false at one that has some.
    fileprivate mutating func skipEmptyVectors(_ count: Int) throws(PageCodecError) -> Bool {
        for _ in 0..<count {
            try expect(.vector)
            if try int32() != 0 { return false }
        }
        return true
    }
}
