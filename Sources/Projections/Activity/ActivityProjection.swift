import DataFormats

package import Checklist
package import Events

/// How much was done when and by whom: events a day, counted by device and kind.
package struct ActivityProjection: Hashable, Sendable {
    /// A day's events of one device and kind.
    package struct Key: Hashable, Sendable {
        /// Days since 1970-01-01, in UTC.
        package var day: UInt64
        /// Who.
        package var device: DeviceID
        /// What.
        package var kind: Change.Kind
    }

    /// How many events each day, device and kind had.
    package private(set) var counts: [Key: UInt64] = [:]
    /// The position up to which events were taken in.
    package private(set) var position: UInt64 = 0

    private static let millisecondsADay: UInt64 = 86_400_000

    /// Nothing taken in.
    package init() {}

    /// Takes in the next event of the log.
    package mutating func apply(_ event: Event, at position: UInt64) {
        self.position = position
        let key = Key(
            day: event.stamp.milliseconds / Self.millisecondsADay, device: event.id.device, kind: event.change.kind)
        counts[key, default: 0] += 1
    }
}

// MARK: Checkpoint

extension ActivityProjection {
    /// The fold so far, to go on from later.
    package var checkpoint: [UInt8] {
        var writer = ByteWriter()
        writer.write(varint: position)
        writer.write(varint: UInt64(counts.count))
        let ordered = counts.sorted {
            ($0.key.day, $0.key.device, $0.key.kind.code) < ($1.key.day, $1.key.device, $1.key.kind.code)
        }
        for (key, count) in ordered {
            writer.write(varint: key.day)
            writer.write(bigEndian: key.device.rawValue)
            writer.write(varint: key.kind.code)
            writer.write(varint: count)
        }
        return writer.bytes
    }

    /// The fold that a checkpoint holds.
    package init(checkpoint: UnsafeRawBufferPointer) throws(DecodingFailure) {
        var reader = RecordReader(checkpoint)
        position = try reader.quantity()
        for _ in 0..<(try reader.elementCount()) {
            let day = try reader.varint()
            let device = DeviceID(try reader.bigEndian())
            let kind = Change.Kind(code: try reader.varint())
            // A program that did not know a kind's second number counted it by itself.
            counts[Key(day: day, device: device, kind: kind), default: 0] += try reader.quantity()
        }
        try reader.end()
    }
}
