internal import Events

/// A snapshot of a note: what the projection keeps in short, and which chunks make the rest.
///
/// Chunks that did not change are shared by snapshots that follow each other.
struct SnapshotManifest: Hashable, Sendable {
    /// A chunk of the snapshot.
    struct Chunk: Hashable, Sendable {
        /// The chunk's number among all chunks that the note ever had.
        var serial: UInt32
        /// What the chunk is found by when the next snapshot asks whether it is still the same.
        var anchor: UInt32
        /// Its size.
        var byteCount: UInt32
    }

    /// The version of the note that it stands for.
    var version: UInt64
    /// The position of that version's event.
    var position: UInt64
    /// The number that the next new chunk gets.
    var nextSerial: UInt32
    /// What the projection keeps beside the chunks.
    var fields: [UInt8]
    /// The chunks in order.
    var chunks: [Chunk]

    init(version: UInt64, position: UInt64, nextSerial: UInt32, fields: [UInt8], chunks: [Chunk]) {
        self.version = version
        self.position = position
        self.nextSerial = nextSerial
        self.fields = fields
        self.chunks = chunks
    }

    init(version: UInt64, row: UnsafeRawBufferPointer) throws {
        self.version = version
        var reader = ByteReader(row)
        do {
            position = try reader.varint()
            nextSerial = try reader.varint32()
            fields = try reader.counted()
            chunks = []
            let count = try reader.elementCount()
            chunks.reserveCapacity(count)
            for _ in 0..<count {
                let serial = try reader.varint32()
                let anchor = UInt32(truncatingIfNeeded: try reader.bigEndian(count: 4))
                chunks.append(Chunk(serial: serial, anchor: anchor, byteCount: try reader.varint32()))
            }
            try reader.end()
        } catch {
            throw LogError.damagedRow(table: "bodies")
        }
    }

    var row: [UInt8] {
        var writer = ByteWriter()
        writer.bytes.reserveCapacity(32 + fields.count + chunks.count * 10)
        writer.write(varint: position)
        writer.write(varint: UInt64(nextSerial))
        writer.write(counted: fields)
        writer.write(varint: UInt64(chunks.count))
        for chunk in chunks {
            writer.write(varint: UInt64(chunk.serial))
            writer.write(bigEndian: UInt64(chunk.anchor), count: 4)
            writer.write(varint: UInt64(chunk.byteCount))
        }
        return writer.bytes
    }
}
