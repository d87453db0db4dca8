import DataFormats

internal import Checklist
package import Events

/// Where the log ends: one row, written by every commit, that says all a writer needs to go on.
package struct Tail: Hashable, Sendable {
    /// Position of the newest event; 0 for none.
    package var position: UInt64 = 0
    /// The greatest stamp in the log.
    package var stamp = Stamp(rawValue: 0)
    /// How many devices the roster has.
    var deviceCount = 0
    /// How many notes the roster has.
    var noteCount = 0
    /// The head of the chain.
    package var head = HashChain.origin

    /// An empty log's.
    package init() {}

    init(row: UnsafeRawBufferPointer) throws {
        var reader = RecordReader(row)
        do {
            position = try reader.quantity()
            stamp = Stamp(rawValue: try reader.varint())
            deviceCount = Int(try reader.varint32())
            noteCount = Int(try reader.varint32())
            head = [UInt8](try reader.raw(count: 32))
            try reader.end()
        } catch {
            throw LogError.damagedRow(table: "meta")
        }
    }

    var row: [UInt8] {
        var writer = ByteWriter()
        writer.write(varint: position)
        writer.write(varint: stamp.rawValue)
        writer.write(varint: UInt64(deviceCount))
        writer.write(varint: UInt64(noteCount))
        writer.write(raw: head)
        return writer.bytes
    }
}
