import DataFormats
import TestSupport
import Testing

/// The error of a reader, as it is.
private struct Fault: ByteReadingError, Equatable {
    var fault: ByteFault
    var offset: Int

    init(fault: ByteFault, at offset: Int) { (self.fault, self.offset) = (fault, offset) }
}

@Suite("Bytes written and read")
struct ByteTests {
    @Test func `every value that is written reads back as the same`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let number =
                UInt64.random(in: .min ... .max, using: &generator) >> UInt64.random(in: 0..<64, using: &generator)
            let text = String(repeating: "é", count: Int.random(in: 0..<200, using: &generator))
            var writer = ByteWriter(reservingCapacity: Int.random(in: 0..<4, using: &generator))
            writer.write(varint: number)
            writer.write(littleEndian: number)
            writer.write(littleEndian: UInt16(truncatingIfNeeded: number))
            writer.write(bigEndian: number)
            writer.write(bigEndian: number & 0xFF_FFFF, count: 3)
            writer.write(counted: text)
            writer.write(zeros: 3)
            writer.write(utf8: "end")
            writer.overwrite(at: writer.count - 3, littleEndian: UInt8(ascii: "E"))
            try writer.withUnsafeBytes { bytes in
                var reader = ByteReader<Fault>(bytes)
                #expect(try reader.varint() == number, "seed \(seed)")
                #expect(try reader.littleEndian() == number, "seed \(seed)")
                #expect(try reader.littleEndian() == UInt16(truncatingIfNeeded: number), "seed \(seed)")
                #expect(try reader.bigEndian() == number, "seed \(seed)")
                #expect(try reader.bigEndian(count: 3) == number & 0xFF_FFFF, "seed \(seed)")
                #expect(try reader.text() == text, "seed \(seed)")
                #expect(Array(try reader.raw(count: 3)) == [0, 0, 0])
                #expect(try reader.text(ofBytes: 3) == "End")
                try reader.end()
            }
        }
    }

    @Test(
        arguments: [
            ([0x80], .truncated(wanted: 1, remaining: 0), 1), ([UInt8](repeating: 0xFF, count: 10), .numberTooLarge, 0),
        ] as [([UInt8], ByteFault, Int)])
    func `a broken number is a fault with its offset`(bytes: [UInt8], fault: ByteFault, offset: Int) {
        let found = #expect(throws: Fault.self) {
            try bytes.withUnsafeBytes { bytes in
                var reader = ByteReader<Fault>(bytes)
                _ = try reader.varint()
            }
        }
        #expect(found == Fault(fault: fault, at: offset))
    }

    @Test func `no count reserves more elements than there are bytes`() {
        for bytes in [[0x05, 0, 0], [0xFF, 0xFF, 0xFF, 0x7F]] as [[UInt8]] {
            #expect(throws: Fault.self) {
                try bytes.withUnsafeBytes { bytes in
                    var reader = ByteReader<Fault>(bytes)
                    _ = try reader.elementCount()
                }
            }
            #expect(throws: Fault.self) {
                try bytes.withUnsafeBytes { bytes in
                    var reader = ByteReader<Fault>(bytes)
                    _ = try reader.count(ofElementsOfAtLeast: 4)
                }
            }
        }
    }
}
