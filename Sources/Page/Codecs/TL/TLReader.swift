import DataFormats

/// Reads TL values one after the other. It borrows the bytes and must not outlive them.
package struct TLReader {
    private var reader: CodecReader

    package init(_ bytes: UnsafeBufferPointer<UInt8>) { reader = CodecReader(UnsafeRawBufferPointer(bytes)) }

    /// Offset of the next value.
    package var position: Int { reader.offset }
    package var isAtEnd: Bool { reader.isAtEnd }

    package mutating func int32() throws(PageCodecError) -> Int32 { try reader.littleEndian(Int32.self) }
    package mutating func int64() throws(PageCodecError) -> Int64 { try reader.littleEndian(Int64.self) }
    package mutating func double() throws(PageCodecError) -> Double {
        Double(bitPattern: try reader.littleEndian(UInt64.self))
    }
    package mutating func flags() throws(PageCodecError) -> TLFlags {
        TLFlags(rawValue: try reader.littleEndian(UInt32.self))
    }

    /// What the next boxed value is.
    package mutating func constructor() throws(PageCodecError) -> TLConstructor {
        let id = try reader.littleEndian(UInt32.self)
        guard let constructor = TLConstructor(rawValue: id) else {
            let digits = String(id, radix: 16)
            throw PageCodecError(.unknownConstructor, at: position - 4, "the unknown constructor \(digits)")
        }
        return constructor
    }

    /// Steps over the constructor of a type that has only one.
    package mutating func expect(_ expected: TLConstructor) throws(PageCodecError) {
        let found = try constructor()
        if found != expected { throw misplaced(found, "\(expected) is due") }
    }

    /// The fault of a constructor, just read, that does not belong here.
    package func misplaced(_ constructor: TLConstructor, _ reason: String) -> PageCodecError {
        PageCodecError(.malformed, at: position - 4, "\(constructor) where \(reason)")
    }

    package mutating func string() throws(PageCodecError) -> String {
        try reader.text(in: paddedRun())
    }

    /// Steps over bytes in the form of a string.
    package mutating func skipBytes() throws(PageCodecError) { _ = try paddedRun() }

    /// Where the bytes of a string stand: length, bytes, and padding up to a multiple of four.
    private mutating func paddedRun() throws(PageCodecError) -> Range<Int> {
        let start = position
        var count = Int(try reader.littleEndian(UInt8.self))
        switch count {
        case 254:
            count = Int(try reader.littleEndian(UInt8.self))
            count |= Int(try reader.littleEndian(UInt16.self)) << 8
        case 255: throw PageCodecError(.malformed, at: start, "a text whose length starts with 255")
        default: break
        }
        let run = try reader.run(of: count)
        _ = try reader.run(of: (4 - (position - start) % 4) % 4)
        return run
    }

    /// The elements of a boxed vector, of which each takes four bytes at least.
    package mutating func vector<Element>(
        by body: (inout TLReader) throws(PageCodecError) -> Element
    ) throws(PageCodecError) -> [Element] {
        try expect(.vector)
        let count = try reader.count(ofElementsOfAtLeast: 4)
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(try body(&self)) }
        return elements
    }
}
