import DataFormats

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

    /// How many chunks a part of the list has: it stands in parts if there are more, so that a snapshot that grows, or
    /// is large, needs no large row.
    static let partSize = 32

    init(version: UInt64, position: UInt64, nextSerial: UInt32, fields: [UInt8], chunks: [Chunk]) {
        self.version = version
        self.position = position
        self.nextSerial = nextSerial
        self.fields = fields
        self.chunks = chunks
    }

    /// Reads a manifest's own row.
    ///
    /// - Returns: how many chunks stand in parts.
    private static func read(_ reader: inout RecordReader, into manifest: inout SnapshotManifest) throws -> Int {
        manifest.position = try reader.varint()
        manifest.nextSerial = try reader.varint32()
        manifest.fields = try reader.counted()
        let count = try reader.elementCount()
        manifest.chunks.reserveCapacity(count)
        for _ in 0..<count { manifest.chunks.append(try Chunk(reading: &reader)) }
        if reader.isAtEnd { return 0 }
        let others = Int(try reader.varint32())
        try reader.end()
        return others
    }

    /// Reads a manifest; `part` lends the rows that its list of chunks goes on in.
    init(
        version: UInt64, row: UnsafeRawBufferPointer,
        part: (_ number: Int, _ read: (UnsafeRawBufferPointer) throws -> Void) throws -> Void = { _, _ in }
    ) throws {
        self.init(version: version, position: 0, nextSerial: 0, fields: [], chunks: [])
        do {
            var reader = RecordReader(row)
            let others = try Self.read(&reader, into: &self)
            if others == 0 { return }
            for number in 0..<Self.partCount(others) {
                try part(number) { chunks += try Self.chunks(inPart: $0) }
            }
            guard chunks.count == others else { throw LogError.damagedRow(table: "bodies") }
        } catch is DecodingFailure {
            throw LogError.damagedRow(table: "bodies")
        }
    }

    static func partCount(_ chunks: Int) -> Int { (chunks + partSize - 1) / partSize }

    static func chunks(inPart row: UnsafeRawBufferPointer) throws -> [Chunk] {
        var reader = RecordReader(row)
        var chunks: [Chunk] = []
        do {
            while !reader.isAtEnd { chunks.append(try Chunk(reading: &reader)) }
        } catch {
            throw LogError.damagedRow(table: "bodies")
        }
        return chunks
    }

    /// A part of a list of chunks as a row.
    static func part(_ number: Int, of chunks: [Chunk]) -> [UInt8] {
        var writer = ByteWriter()
        for chunk in chunks[(number * partSize)..<min(chunks.count, (number + 1) * partSize)] {
            chunk.write(into: &writer)
        }
        return writer.bytes
    }

    /// The manifest's own row.
    ///
    /// - Parameter inParts: whether the chunks stand in rows of their own.
    func row(inParts: Bool) -> [UInt8] {
        var writer = ByteWriter()
        writer.reserve(32 + fields.count + (inParts ? 0 : chunks.count * 10))
        writer.write(varint: position)
        writer.write(varint: UInt64(nextSerial))
        writer.write(counted: fields)
        writer.write(varint: UInt64(inParts ? 0 : chunks.count))
        if inParts {
            writer.write(varint: UInt64(chunks.count))
        } else {
            for chunk in chunks { chunk.write(into: &writer) }
        }
        return writer.bytes
    }
}

extension SnapshotManifest.Chunk {
    init(reading reader: inout RecordReader) throws(DecodingFailure) {
        serial = try reader.varint32()
        anchor = UInt32(truncatingIfNeeded: try reader.bigEndian(count: 4))
        byteCount = try reader.varint32()
    }

    func write(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(serial))
        writer.write(bigEndian: UInt64(anchor), count: 4)
        writer.write(varint: UInt64(byteCount))
    }
}
