import Checklist

extension ChecklistDocument {
    /// The document made of copies of its chunks, as a snapshot would be read; nil if they are refused.
    package func reloaded(shape: TreeShape) -> ChecklistDocument? {
        let chunks = chunks
        let copies = chunks.map { chunk in
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: chunk.bytes.count)
            _ = copy.initialize(from: chunk.bytes)
            return copy
        }
        defer { for copy in copies { copy.deallocate() } }
        return ChecklistDocument(
            chunks: zip(copies, chunks).map { (bytes: UnsafeBufferPointer($0), ids: $1.ids) },
            remembered: rememberedLines, shape: shape)
    }
}
