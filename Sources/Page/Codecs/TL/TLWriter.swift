import DataFormats

/// Writes TL values: little-endian integers, padded strings, boxed values and vectors, flags in front of their fields.
package struct TLWriter: ~Copyable {
    private var writer: ByteWriter

    package init(reservingCapacity capacity: Int = 0) { writer = ByteWriter(reservingCapacity: capacity) }

    package var bytes: [UInt8] { writer.bytes }

    package mutating func write(_ constructor: TLConstructor) { writer.write(littleEndian: constructor.rawValue) }
    package mutating func write(_ value: Int32) { writer.write(littleEndian: value) }
    package mutating func write(_ value: Int64) { writer.write(littleEndian: value) }
    package mutating func write(_ value: Double) { writer.write(littleEndian: value.bitPattern) }
    package mutating func write(_ flags: TLFlags) { writer.write(littleEndian: flags.rawValue) }

    /// Length, bytes, and zeros up to a multiple of four.
    ///
    /// - Throws: ``PageCodecError/Kind/tooLarge`` from 2²⁴ bytes on, which the length has no room for.
    package mutating func write(_ text: String) throws(PageCodecError) {
        let text = text.utf8
        let count = text.count
        if count < 254 {
            writer.write(littleEndian: UInt8(count))
        } else {
            guard count < 1 << 24 else {
                throw PageCodecError(.tooLarge, at: writer.count, "a text of \(count) bytes does not fit in 24 bits")
            }
            // The mark 254 and the three bytes of the length, lowest first.
            writer.write(littleEndian: UInt32(count) << 8 | 254)
        }
        writer.write(raw: text)
        writer.write(zeros: (4 - writer.count % 4) % 4)
    }

    /// A boxed vector.
    package mutating func write<Element>(
        _ elements: [Element], by body: (inout TLWriter, Element) throws(PageCodecError) -> Void
    ) throws(PageCodecError) {
        guard let count = Int32(exactly: elements.count) else {
            throw PageCodecError(.tooLarge, at: writer.count, "\(elements.count) elements do not fit in 32 bits")
        }
        write(.vector)
        write(count)
        for element in elements { try body(&self, element) }
    }
}

/// The bits that say which optional fields of a value are there, and its `true` fields.
package struct TLFlags: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The bit of that number, if the condition holds.
    package static func bit(_ number: UInt32, _ condition: Bool = true) -> TLFlags {
        TLFlags(rawValue: condition ? 1 << number : 0)
    }

    package subscript(bit: UInt32) -> Bool { rawValue >> bit & 1 == 1 }
}
