import DataFormats

internal import Events

/// How far a snapshot is that is written over several commits, so that none of them writes much.
///
/// It is always of one version; what happens meanwhile is not in it.
struct PendingSnapshot: Hashable, Sendable {
    /// The version that it will stand for.
    var version: UInt64
    /// The position of that version's event.
    var position: UInt64
    /// Bytes of the note's records up to then.
    var recordBytes: UInt64
    /// How many bytes of the body its chunks cover so far.
    var byteCount: UInt64 = 0
    /// The number that the next new chunk gets.
    var nextSerial: UInt32
    /// How many chunks stand in parts of its list.
    var listedCount: UInt32 = 0
    /// Those since, too few for a part: they lie in the note's row, which each commit writes anyway.
    var unlisted: [SnapshotManifest.Chunk] = []
}

/// How far the removal of a snapshot is. It goes on while the next one is written.
struct RetiringSnapshot: Hashable, Sendable {
    /// The version that it stood for.
    var version: UInt64
    /// How many of its chunks are done with: those that no other snapshot had are gone, or hold what a newer one needs.
    var chunkCount: UInt32 = 0
}

// MARK: Rows

extension PendingSnapshot {
    init(reading reader: inout RecordReader) throws(DecodingFailure) {
        version = try reader.quantity()
        position = try reader.quantity()
        recordBytes = try reader.quantity()
        byteCount = try reader.quantity()
        nextSerial = try reader.varint32()
        listedCount = try reader.varint32()
        for _ in 0..<(try reader.elementCount()) {
            unlisted.append(try SnapshotManifest.Chunk(reading: &reader))
        }
        guard unlisted.count <= SnapshotManifest.partSize else {
            throw DecodingFailure(.invalidField("unlisted"), at: reader.offset)
        }
    }

    func write(into writer: inout ByteWriter) {
        writer.write(varint: version)
        writer.write(varint: position)
        writer.write(varint: recordBytes)
        writer.write(varint: byteCount)
        writer.write(varint: UInt64(nextSerial))
        writer.write(varint: UInt64(listedCount))
        writer.write(varint: UInt64(unlisted.count))
        for chunk in unlisted { chunk.write(into: &writer) }
    }
}

extension RetiringSnapshot {
    init(reading reader: inout RecordReader) throws(DecodingFailure) {
        version = try reader.varint()
        chunkCount = try reader.varint32()
    }

    func write(into writer: inout ByteWriter) {
        writer.write(varint: version)
        writer.write(varint: UInt64(chunkCount))
    }
}
