import DataFormats

package import Checklist
package import Events
package import Merging

/// Which event last set each part of each line of a note. Who made a line needs no fold: its id says so.
package struct BlameProjection: Hashable, Sendable {
    /// What events did to a line since it was made.
    package struct Registers: Hashable, Sendable {
        /// The event that last set the mark.
        package var marked: EventOrder?
        /// The event that last set prefix or text, or brought the line back.
        package var rewritten: EventOrder?
    }

    /// The lines that anything was done to, those included that are gone.
    package private(set) var lines: [LineID: Registers] = [:]
    /// How many events of the note were taken in.
    package private(set) var version: UInt64 = 0

    /// Nothing taken in.
    package init() {}

    /// Takes in the next event of the note. Of concurrent ones, the greatest in the total order counts.
    package mutating func apply(_ event: Event) {
        version += 1
        let order = EventOrder(stamp: event.stamp, id: event.id)
        for edit in event.change.lineEdits {
            switch edit {
            case .mark(let line, _): lines[line, default: Registers()].mark(order)
            case .prefix(let line, _), .text(let line, _), .restore(let line, _, _):
                lines[line, default: Registers()].rewrite(order)
            case .ending, .insert, .delete, .move: break
            }
        }
    }
}

extension BlameProjection.Registers {
    fileprivate mutating func mark(_ order: EventOrder) { marked = max(marked ?? order, order) }
    fileprivate mutating func rewrite(_ order: EventOrder) { rewritten = max(rewritten ?? order, order) }
}

// MARK: Checkpoint

extension BlameProjection {
    /// The fold so far, to go on from later.
    package var checkpoint: [UInt8] {
        var writer = ByteWriter()
        writer.write(varint: version)
        writer.write(varint: UInt64(lines.count))
        for (line, registers) in lines.sorted(by: { $0.key < $1.key }) {
            writer.write(line)
            writer.write(byte: (registers.marked == nil ? 0 : 1) | (registers.rewritten == nil ? 0 : 2))
            if let marked = registers.marked { writer.write(marked) }
            if let rewritten = registers.rewritten { writer.write(rewritten) }
        }
        return writer.bytes
    }

    /// The fold that a checkpoint holds.
    package init(checkpoint: UnsafeRawBufferPointer) throws(DecodingFailure) {
        var reader = RecordReader(checkpoint)
        version = try reader.quantity()
        let count = try reader.elementCount()
        lines.reserveCapacity(count)
        for _ in 0..<count {
            let line = try reader.lineID()
            let parts = try reader.byte()
            let marked = parts & 1 != 0 ? try reader.eventOrder() : nil
            let rewritten = parts & 2 != 0 ? try reader.eventOrder() : nil
            lines[line] = Registers(marked: marked, rewritten: rewritten)
        }
        try reader.end()
    }
}
