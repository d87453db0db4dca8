internal import Projections

/// What the writer keeps in memory of a snapshot in progress. Used by the writer thread only.
struct SnapshotWork {
    /// The note as it was at the snapshot's version.
    let projection: NoteProjection
    /// The chunks so far.
    var chunks: [SnapshotManifest.Chunk]
    /// The chunks of the snapshot before it, by anchor.
    private let known: [UInt32: SnapshotManifest.Chunk]
    /// The serials of those that it shares with that one.
    private var shared: Set<UInt32>
    /// What only the snapshot has that is being removed meanwhile.
    var retired: RetiredChunks

    init(
        projection: NoteProjection, after old: SnapshotManifest?, chunks: [SnapshotManifest.Chunk] = [],
        retired: RetiredChunks
    ) {
        self.projection = projection
        self.chunks = chunks
        self.retired = retired
        // Where several chunks begin alike, the first one is as good as any: it is compared byte by byte.
        var known: [UInt32: SnapshotManifest.Chunk] = [:]
        for chunk in old?.chunks ?? [] where known[chunk.anchor] == nil { known[chunk.anchor] = chunk }
        self.known = known
        shared = Set(chunks.map(\.serial))
    }

    /// Whether the list of chunks is too long for the manifest's own row.
    var standsInParts: Bool { chunks.count > SnapshotManifest.partSize }

    /// The chunk of the snapshot before that may be the same.
    func candidate(anchor: UInt32, byteCount: Int) -> SnapshotManifest.Chunk? {
        guard let chunk = known[anchor], chunk.byteCount == byteCount, !shared.contains(chunk.serial) else {
            return nil
        }
        return chunk
    }

    /// Adds a chunk of the snapshot before.
    mutating func share(_ chunk: SnapshotManifest.Chunk) {
        shared.insert(chunk.serial)
        chunks.append(chunk)
    }
}
