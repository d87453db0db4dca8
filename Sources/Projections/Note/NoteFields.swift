package import Events
internal import Merging

/// What a note is beside its body: title, trashed flag, attributes, times. Title and flag are registers: of several
/// events that set one, the greatest in the total order counts.
package struct NoteFields: Hashable, Sendable {
    /// What else it carries.
    package private(set) var attributes: [Attribute] = []
    /// When it began, in milliseconds since 1970.
    package private(set) var created: UInt64 = 0
    /// When the newest event happened, in milliseconds since 1970.
    package private(set) var modified: UInt64 = 0
    /// How many events were taken in.
    package private(set) var version: UInt64 = 0

    private var registers = NoteRegisters()

    /// The title.
    package var title: String { registers.title }
    /// Whether the note is in the trash.
    package var isTrashed: Bool { registers.isTrashed }

    /// A note before its first event.
    package init() {}

    /// Takes in the next event.
    package mutating func apply(_ event: Event) {
        version += 1
        let milliseconds = event.stamp.milliseconds
        if version == 1 { created = milliseconds }
        if milliseconds > modified { modified = milliseconds }
        registers.apply(event)
        if case .created(_, _, let attributes) = event.change { self.attributes = attributes }
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
        writer.write(varint: UInt64(attributes.count))
        for attribute in attributes {
            writer.write(counted: attribute.name)
            writer.write(counted: attribute.value)
        }
    }

    /// Reads what `write` wrote.
    package init(reading reader: inout ByteReader) throws(DecodingFailure) {
        let title = try reader.text()
        let isTrashed = try reader.flag("trashed")
        created = try reader.varint()
        modified = try reader.varint()
        version = try reader.varint()
        registers = NoteRegisters(
            title: title, isTrashed: isTrashed, titleOrder: try reader.eventOrder(),
            trashedOrder: try reader.eventOrder())
        for _ in 0..<(try reader.elementCount()) {
            let name = try reader.text()
            attributes.append(Attribute(name: name, value: try reader.counted()))
        }
    }
}
