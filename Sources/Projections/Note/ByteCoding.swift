import DataFormats

package import Checklist
package import Events
package import Merging

/// Identities as bytes of a snapshot: in full, for snapshots are no part of the chain and refer to nothing.
extension ByteWriter {
    /// Device and counter.
    package mutating func write(_ event: EventID) {
        write(bigEndian: event.device.rawValue)
        write(varint: event.counter)
    }

    /// Stamp and event.
    package mutating func write(_ order: EventOrder) {
        write(bigEndian: order.stamp.rawValue)
        write(order.id)
    }

    /// The event that made the line, and the index.
    package mutating func write(_ line: LineID) {
        write(line.event)
        write(varint: UInt64(line.index))
    }
}

extension RecordReader {
    /// Device and counter.
    package mutating func eventID() throws(DecodingFailure) -> EventID {
        let device = DeviceID(try bigEndian())
        return EventID(device: device, counter: try varint())
    }

    /// Stamp and event.
    package mutating func eventOrder() throws(DecodingFailure) -> EventOrder {
        let stamp = Stamp(rawValue: try bigEndian())
        return EventOrder(stamp: stamp, id: try eventID())
    }

    /// The event that made the line, and the index.
    package mutating func lineID() throws(DecodingFailure) -> LineID {
        let event = try eventID()
        return LineID(event: event, index: try varint32())
    }
}
