import DataFormats

package import Events
internal import Merging

/// What a note is beside its body: title, trashed flag, attributes, times. Title, flag and each attribute are
/// registers: of several events that set one, the greatest in the total order counts.
package struct NoteFields: Hashable, Sendable {
    /// When it began, in milliseconds since 1970.
    package private(set) var created: UInt64 = 0
    /// When the newest event happened, in milliseconds since 1970.
    package private(set) var modified: UInt64 = 0
    /// How many events were taken in.
    package private(set) var version: UInt64 = 0

    private var registers = NoteRegisters()
    private var attributeRegisters = AttributeRegisters()

    /// The title.
    package var title: String { registers.title }
    /// Whether the note is in the trash.
    package var isTrashed: Bool { registers.isTrashed }
    /// What else it carries.
    package var attributes: [Attribute] { attributeRegisters.attributes }

    /// A note before its first event.
    package init() {}

    /// Takes in the next event.
    package mutating func apply(_ event: Event) {
        version += 1
        let milliseconds = event.stamp.milliseconds
        if version == 1 { created = milliseconds }
        if milliseconds > modified { modified = milliseconds }
        registers.apply(event)
        switch event.change {
        case .created(_, _, let attributes): attributeRegisters.begin(with: attributes)
        case .attributed, .undone, .received:
            attributeRegisters.apply(
                event.change.attributeSettings, by: EventOrder(stamp: event.stamp, id: event.id))
        default: break
        }
    }
}

// MARK: Snapshot

extension NoteFields {
    /// Writes all of it.
    package func write(into writer: inout ByteWriter) {
        writer.write(counted: title)
        writer.write(byte: isTrashed ? 1 : 0)
        writer.write(varint: created)
        writer.write(varint: modified)
        writer.write(varint: version)
        writer.write(registers.titleOrder)
        writer.write(registers.trashedOrder)
        attributeRegisters.writeFirst(into: &writer)
    }

    /// Writes what `write` has no place for, if there is any.
    package func writeRest(into writer: inout ByteWriter) {
        if attributeRegisters.hasLater { attributeRegisters.writeLater(into: &writer) }
    }

    /// Reads what `write` wrote.
    package init(reading reader: inout RecordReader) throws(DecodingFailure) {
        let title = try reader.text()
        let isTrashed = try reader.flag("trashed")
        created = try reader.varint()
        modified = try reader.varint()
        version = try reader.quantity()
        registers = NoteRegisters(
            title: title, isTrashed: isTrashed, titleOrder: try reader.eventOrder(),
            trashedOrder: try reader.eventOrder())
        attributeRegisters = try AttributeRegisters(readingFirst: &reader)
    }

    /// Reads what `writeRest` wrote.
    package mutating func readRest(_ reader: inout RecordReader) throws(DecodingFailure) {
        if !reader.isAtEnd { try attributeRegisters.readLater(&reader) }
    }
}
