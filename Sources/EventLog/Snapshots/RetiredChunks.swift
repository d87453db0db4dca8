/// The chunks that only a snapshot has which is being removed. Each is overwritten by a chunk of the next snapshot, which
/// takes its number, or else removed.
struct RetiredChunks {
    /// Their numbers, and how many chunks of the snapshot are done with when that one is.
    private let chunks: [(serial: UInt32, count: UInt32)]
    private var next = 0

    /// None.
    init() { chunks = [] }

    /// Those of a snapshot that no other one has.
    ///
    /// - Parameter start: how many chunks of the snapshot were done with before.
    init(_ own: [(index: Int, chunk: SnapshotManifest.Chunk)], from start: UInt32) {
        chunks = own.lazy.filter { $0.index >= start }.map { ($0.chunk.serial, UInt32($0.index) + 1) }
    }

    /// The next one, which is thereby done with.
    mutating func take() -> (serial: UInt32, count: UInt32)? {
        guard next < chunks.count else { return nil }
        defer { next += 1 }
        return chunks[next]
    }
}

extension SnapshotManifest {
    /// The chunks that none of the others has, with their places.
    func chunks(besides others: [SnapshotManifest?]) -> [(index: Int, chunk: Chunk)] {
        var shared: Set<UInt32> = []
        for other in others { for chunk in other?.chunks ?? [] { shared.insert(chunk.serial) } }
        return chunks.enumerated().filter { !shared.contains($0.element.serial) }.map { ($0.offset, $0.element) }
    }
}
