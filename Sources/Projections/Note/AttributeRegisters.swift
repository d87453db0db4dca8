import DataFormats

internal import Events
internal import Merging

/// What a note carries besides title and body. All values under a name are one register: of several events that set it,
/// the greatest in the total order counts.
struct AttributeRegisters: Hashable, Sendable {
    private struct Register: Hashable {
        var values: [[UInt8]]
        var order: EventOrder
    }

    /// What the note began with.
    private var first: [Attribute] = []
    /// What was set since, by name.
    private var later: [String: Register] = [:]

    /// Nothing carried.
    init() {}

    /// Takes in what a note begins with.
    mutating func begin(with attributes: [Attribute]) { first = attributes }

    /// Takes in what an event of that place sets.
    mutating func apply(_ settings: [AttributeSetting], by order: EventOrder) {
        for setting in settings where later[setting.name].map({ $0.order < order }) ?? true {
            later[setting.name] = Register(values: setting.values, order: order)
        }
    }

    /// What the note carries: in the order that it began with, and behind that by name.
    var attributes: [Attribute] {
        if later.isEmpty { return first }
        var attributes: [Attribute] = []
        var placed: Set<String> = []
        func place(_ name: String, _ register: Register) {
            guard placed.insert(name).inserted else { return }
            attributes += register.values.map { Attribute(name: name, value: $0) }
        }
        for attribute in first {
            if let register = later[attribute.name] {
                place(attribute.name, register)
            } else {
                attributes.append(attribute)
            }
        }
        for (name, register) in later.sorted(by: { $0.key < $1.key }) { place(name, register) }
        return attributes
    }
}

// MARK: Snapshot

extension AttributeRegisters {
    /// Whether any was set since the note began.
    var hasLater: Bool { !later.isEmpty }

    /// Writes what the note began with.
    func writeFirst(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(first.count))
        for attribute in first {
            writer.write(counted: attribute.name)
            writer.write(counted: attribute.value)
        }
    }

    /// Reads what `writeFirst` wrote.
    init(readingFirst reader: inout RecordReader) throws(DecodingFailure) {
        for _ in 0..<(try reader.elementCount()) {
            let name = try reader.text()
            first.append(Attribute(name: name, value: try reader.counted()))
        }
    }

    /// Writes what was set since.
    func writeLater(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(later.count))
        for (name, register) in later.sorted(by: { $0.key < $1.key }) {
            writer.write(counted: name)
            writer.write(register.order)
            writer.write(varint: UInt64(register.values.count))
            for value in register.values { writer.write(counted: value) }
        }
    }

    /// Reads what `writeLater` wrote.
    mutating func readLater(_ reader: inout RecordReader) throws(DecodingFailure) {
        for _ in 0..<(try reader.elementCount()) {
            let name = try reader.text()
            let order = try reader.eventOrder()
            var values: [[UInt8]] = []
            for _ in 0..<(try reader.elementCount()) { values.append(try reader.counted()) }
            later[name] = Register(values: values, order: order)
        }
    }
}
