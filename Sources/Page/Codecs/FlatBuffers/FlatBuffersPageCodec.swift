/// Pages in FlatBuffers of the schema `Page.fbs`.
package enum FlatBuffersPageCodec {
    package static func encode(_ page: PageDocument) throws(PageCodecError) -> [UInt8] {
        var builder = FlatBufferBuilder()
        builder.setReference(0)
        let root = builder.table(linkedFrom: .root)
        builder.blocks(page.blocks, linkedFrom: root[0])
        let bytes = builder.bytes
        guard bytes.count <= Int32.max else {
            throw PageCodecError(.tooLarge, at: bytes.count, "\(bytes.count) bytes do not fit in 32 bits")
        }
        return bytes
    }

    package static func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(PageCodecError) -> PageDocument {
        try FlatBufferVerifier.verify(bytes, against: .page)
        return PageDocument(blocks: try FlatBufferTable(rootOf: bytes).blocks(0, within: NestingBudget()))
    }
}
