import DataFormats

/// Writes a FlatBuffer from front to back: a table first, then what it refers to.
///
/// The format wants every reference to point forward, so each stands as a place to be filled in until what it refers
/// to is written. The fields of the next table are collected with `set` and laid out by ``table(linkedFrom:)``, the
/// greatest alignment first, so that there are no gaps.
///
/// ```swift
/// var builder = FlatBufferBuilder()
/// builder.setReference(0)
/// let table = builder.table(linkedFrom: .root)
/// builder.string("milk", linkedFrom: table[0])
/// ```
package struct FlatBufferBuilder: ~Copyable {
    /// Where a reference stands that is still to be filled in.
    package struct Place {
        fileprivate var offset: Int

        /// The reference to the root table, at the start of the buffer.
        package static let root = Place(offset: 0)
    }

    /// Where the fields of a table just laid out stand.
    package struct Fields {
        fileprivate var position: Int
        fileprivate var layout: Layout

        /// The place of a reference that was set.
        package subscript(field: Int) -> Place { Place(offset: position + Int(layout.offsets[field])) }
    }

    /// Offsets of the fields within a table, 0 for one that is not there, and the table's size: what a vtable says.
    fileprivate struct Layout: Equatable {
        var offsets = SIMD8<UInt16>()
        var count = 0
        var size: UInt16 = 4
    }

    /// A reference to a vtable that later tables of the same layout share.
    private struct VTable {
        var layout: Layout
        var position: Int
    }

    private enum Value {
        case reference
        case byte(UInt8)
        case word(UInt32)
        case long(UInt64)
        /// A structure of two words.
        case words(UInt32, UInt32)
        /// A structure of a word, padding, and a long.
        case wordAndLong(UInt32, UInt64)

        var size: Int {
            switch self {
            case .byte: 1
            case .reference, .word: 4
            case .long, .words: 8
            case .wordAndLong: 16
            }
        }

        var alignment: Int {
            switch self {
            case .byte: 1
            case .reference, .word, .words: 4
            case .long, .wordAndLong: 8
            }
        }
    }

    private var writer = ByteWriter()
    private var fields: [(id: Int, value: Value)] = []
    private var vtables: [VTable] = []

    package init() { writer.write(zeros: 4) }

    package var bytes: [UInt8] { writer.bytes }
}

// MARK: - Tables

extension FlatBufferBuilder {
    /// The most fields that a table may have.
    private static let maximumFieldCount = SIMD8<UInt16>.scalarCount

    private mutating func set(_ id: Int, _ value: Value) {
        precondition(id < Self.maximumFieldCount)
        fields.append((id, value))
    }

    /// A string, vector or table, written afterwards.
    package mutating func setReference(_ id: Int) { set(id, .reference) }
    package mutating func set(_ id: Int, byte: UInt8) { set(id, .byte(byte)) }
    package mutating func set(_ id: Int, _ value: Double) { set(id, .long(value.bitPattern)) }

    /// A number; 0 is what a reader takes for one that is not there.
    package mutating func set(_ id: Int, _ value: Int32) {
        if value != 0 { set(id, .word(UInt32(bitPattern: value))) }
    }

    package mutating func set(_ id: Int, _ value: Bool) {
        if value { set(id, .byte(1)) }
    }

    /// A structure of two 32-bit numbers.
    package mutating func set(_ id: Int, _ first: Int32, _ second: Int32) {
        set(id, .words(UInt32(bitPattern: first), UInt32(bitPattern: second)))
    }

    /// A structure of a 32-bit and a 64-bit number.
    package mutating func set(_ id: Int, _ first: Int32, _ second: Int64) {
        set(id, .wordAndLong(UInt32(bitPattern: first), UInt64(bitPattern: second)))
    }

    /// Writes the table of the fields set since the last one.
    package mutating func table(linkedFrom place: Place) -> Fields {
        let layout = layOut()
        let vtable = position(ofVTable: layout)
        // The fields begin four bytes into the table, and the greatest alignment comes first.
        let isWide = fields.contains { $0.value.alignment == 8 }
        while writer.count % (isWide ? 8 : 4) != (isWide ? 4 : 0) { writer.write(zeros: 1) }
        let position = writer.count
        link(place, to: position)
        writer.write(littleEndian: Int32(truncatingIfNeeded: position - vtable))
        for alignment in [8, 4, 1] {
            for field in fields where field.value.alignment == alignment { append(field.value) }
        }
        fields.removeAll(keepingCapacity: true)
        return Fields(position: position, layout: layout)
    }

    private func layOut() -> Layout {
        var layout = Layout()
        for alignment in [8, 4, 1] {
            for field in fields where field.value.alignment == alignment {
                layout.offsets[field.id] = layout.size
                layout.count = max(layout.count, field.id + 1)
                layout.size += UInt16(field.value.size)
            }
        }
        return layout
    }

    private mutating func append(_ value: Value) {
        switch value {
        case .reference: writer.write(littleEndian: UInt32(0))
        case .byte(let byte): writer.write(littleEndian: byte)
        case .word(let word): writer.write(littleEndian: word)
        case .long(let long): writer.write(littleEndian: long)
        case .words(let first, let second):
            writer.write(littleEndian: first)
            writer.write(littleEndian: second)
        case .wordAndLong(let first, let second):
            writer.write(littleEndian: first)
            writer.write(zeros: 4)
            writer.write(littleEndian: second)
        }
    }

    /// Where the vtable of a layout stands; written now if no table had this layout yet.
    private mutating func position(ofVTable layout: Layout) -> Int {
        if let index = vtables.firstIndex(where: { $0.layout == layout }) { return vtables[index].position }
        writer.write(zeros: writer.count % 2)
        let position = writer.count
        writer.write(littleEndian: UInt16(4 + 2 * layout.count))
        writer.write(littleEndian: layout.size)
        for field in 0..<layout.count { writer.write(littleEndian: layout.offsets[field]) }
        vtables.append(VTable(layout: layout, position: position))
        return position
    }

    /// Offsets are 32 bits wide: who builds checks the size of the whole in the end.
    private mutating func link(_ place: Place, to position: Int) {
        writer.overwrite(at: place.offset, littleEndian: Int32(truncatingIfNeeded: position - place.offset))
    }
}

// MARK: - Strings and vectors

extension FlatBufferBuilder {
    /// Writes UTF-8 with its length in front and a zero behind.
    package mutating func string(_ text: String, linkedFrom place: Place) {
        align()
        link(place, to: writer.count)
        writer.write(littleEndian: UInt32(truncatingIfNeeded: text.utf8.count))
        writer.write(raw: text.utf8)
        writer.write(zeros: 1)
    }

    /// Writes a vector of references and lends the place of each with the element that it is to refer to.
    package mutating func vector<Element>(
        of elements: [Element], linkedFrom place: Place,
        by body: (inout FlatBufferBuilder, Element, Place) -> Void
    ) {
        align()
        link(place, to: writer.count)
        writer.write(littleEndian: UInt32(truncatingIfNeeded: elements.count))
        var element = Place(offset: writer.count)
        writer.write(zeros: 4 * elements.count)
        for value in elements {
            body(&self, value, element)
            element.offset += 4
        }
    }

    private mutating func align() { writer.write(zeros: (4 - writer.count % 4) % 4) }
}
