import TestSupport
import Testing

@testable import Page

/// Bytes that were a page once: whatever is done to them, a decoder answers with a page or with an error that has a
/// place, and what it answers can be encoded again.
@Suite("Wire formats under mutation")
struct WireFormatMutationTests {
    @Test("Decoders are total", arguments: WireFormat.allCases, [1, 2, 3, 4] as [UInt64])
    func mutations(_ format: WireFormat, _ stream: UInt64) throws {
        var decoded = 0
        for seed in (stream * 1000)..<(stream * 1000 + 60) {
            var generator = PageGenerator(seed: seed)
            let good = try format.encode(generator.page(size: 25))
            var random = SeededGenerator(seed: seed)
            for round in 0..<25 {
                let bytes = mutated(good, by: &random)
                let page: PageDocument
                do {
                    page = try format.decode(bytes)
                } catch {
                    #expect((0...bytes.count).contains(error.offset), "seed \(seed), round \(round): \(error)")
                    continue
                }
                decoded += 1
                #expect(page.isWithinDepth, "seed \(seed), round \(round)")
                let again = try format.decode(format.encode(page))
                // A map's coordinates can have become no number, which is not equal to itself.
                #expect(
                    again == page || "\(again)" == "\(page)", "seed \(seed), round \(round)")
            }
        }
        // If nothing ever decoded, the mutations would test nothing but the first check.
        #expect(decoded > 50)
    }

    @Test("No prefix of a page is taken for the whole", arguments: WireFormat.allCases)
    func prefixes(_ format: WireFormat) throws {
        var generator = PageGenerator(seed: 11)
        let bytes = try format.encode(generator.page(size: 40))
        for count in 0..<bytes.count {
            let page = try? format.decode(Array(bytes.prefix(count)))
            #expect(page == nil, "\(count) of \(bytes.count)")
        }
    }

    @Test("Random bytes are no page", arguments: WireFormat.allCases)
    func noise(_ format: WireFormat) {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...120, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            #expect(throws: PageCodecError.self) { try format.decode(bytes) }
        }
    }

    private func mutated(_ good: [UInt8], by random: inout SeededGenerator) -> [UInt8] {
        var bytes = good
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0...6, using: &random) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 1: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes.removeSubrange(index..<min(index + Int.random(in: 1...8, using: &random), bytes.count))
            case 3: bytes.insert(contentsOf: bytes.suffix(from: index).prefix(8), at: index)
            case 4: bytes.removeSubrange(index...)
            case 5:
                // A number at one of its ends, where counts, lengths and offsets overflow.
                let number = [0, 1, -1, .max, .min, Int32(bytes.count)].randomElement(using: &random)!
                for (offset, byte) in withUnsafeBytes(of: number.littleEndian, Array.init).enumerated()
                where index + offset < bytes.count { bytes[index + offset] = byte }
            default:
                let other = Int.random(in: bytes.indices, using: &random)
                let count = min(16, bytes.count - max(index, other))
                let run = Array(bytes[other..<other + count])
                bytes.replaceSubrange(index..<index + count, with: run)
            }
        }
        return bytes
    }
}
