import TestSupport
import Testing

@testable import Checklist

@Suite struct BytesAreKept {
    @Test(
        arguments: [
            [], [10], [13], [13, 10], [13, 13, 10], [10, 13], [0], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF], [0xE2, 0x82],
            Array("- [ ] a\u{0}b\n".utf8), Array("a\u{85}b\u{2028}c\u{0B}d\u{0C}e".utf8),
            [0x80, 0x80, 0x80, 0x80, 10, 0xF0, 0x9F],
            Array("a\rb\r\nc\nd\r".utf8), Array("  \t \n".utf8),
        ] as [[UInt8]])
    func anythingGoesInAndOut(bytes: [UInt8]) {
        for shape in [TreeShape.standard, .tiny] {
            let document = ChecklistDocument(parsing: bytes, madeBy: author, shape: shape)
            #expect(document.bytes == bytes)
            #expect(document.utf16Count == String(decoding: bytes, as: UTF8.self).utf16.count)
            #expect(document.lineCount == LineDiff.cut(bytes).count)
            #expect(document.checkInvariants() == [])
            #expect(document.adopting(bytes, by: event()) == document)
        }
    }

    @Test func theEmptyNote() throws {
        let empty = ChecklistDocument()
        #expect(empty.isEmpty && empty.bytes.isEmpty && empty.utf16Count == 0 && empty.checkboxCount == 0)
        #expect(Array(empty.lines).isEmpty && empty.blocks.isEmpty && empty.prevailingEnding == [10])
        #expect(empty.edits(adopting: []).isEmpty)
        #expect(empty.adopting("a".utf8, by: event()).text == "a")
        #expect(empty.checkInvariants() == [])
        var typed = empty
        typed.replace(0..<0, with: "- [ ] a".utf8, by: event())
        #expect(typed.checkboxCount == 1)
    }

    /// A line of a hundred leaves, edited everywhere.
    @Test(arguments: [0, 1, 511, 512, 513, 2047, 2048, 100_000, 199_999, 200_006])
    func oneGiantLine(offset: Int) throws {
        let bytes = Array("- [ ] ".utf8) + Array(repeating: UInt8(ascii: "y"), count: 200_000)
        var document = ChecklistDocument(parsing: bytes, madeBy: author)
        let id = document.line(at: 0).id
        #expect(document.lineCount == 1 && document.checkboxCount == 1)
        #expect(document.line(at: 0).bytes.elementsEqual(bytes))
        for typed in ["é", "日本", "🥑", "z"] {
            document.replace(offset..<offset, with: typed.utf8, by: event(1))
        }
        #expect(document.bytes == bytes[..<offset] + Array("z🥑日本é".utf8) + bytes[offset...])
        #expect(document.checkInvariants() == [])
        #expect(document.line(atUTF8Offset: 150_000).id == id)
        document.replace(offset..<min(offset + 50_000, document.utf8Count), with: [], by: event(2))
        #expect(document.lineCount == 1 && document.line(at: 0).id == id)
        #expect(document.checkInvariants() == [])
        document.replace(offset..<offset, with: "\n".utf8, by: event(3))
        #expect(document.lineCount == (offset == document.utf8Count - 1 ? 1 : 2))
        #expect(document.checkInvariants() == [])
        document.replace(offset..<(offset + 1), with: [], by: event(4))
        #expect(document.lineCount == 1)
        #expect(document.checkInvariants() == [])
    }

    @Test func aCharacterIsNeverCutBetweenLeaves() {
        let text = String(repeating: "日本🥑é", count: 20_000)
        let document = parsed(text)
        #expect(document.utf16Count == text.utf16.count)
        #expect(document.checkInvariants() == [])
        for chunk in document.chunks { #expect(chunk.bytes[0] & 0xC0 != 0x80) }
    }

    /// Deleting and inserting bit by bit comes back to a sound tree of the right text.
    @Test func shrinkingToNothingAndGrowingAgain() {
        var document = parsed((0..<3000).map { "- [ ] item \($0)\n" }.joined(), shape: .tiny)
        var random = SeededGenerator(seed: 5)
        var number = 1
        while document.lineCount > 0 {
            let start = Int(random.next() % UInt64(document.lineCount))
            let count = min(document.lineCount - start, Int(random.next() % 80) + 1)
            let runs = document.lines(in: start..<(start + count)).map { LineRun(first: $0.id) }
            document.apply([.delete(runs)], by: event(number))
            number += 1
            if number % 16 == 0 { #expect(document.checkInvariants() == []) }
        }
        #expect(document.bytes.isEmpty && document.checkInvariants() == [])
        for step in 0..<500 {
            let index = document.isEmpty ? nil : Int(random.next() % UInt64(document.lineCount))
            let line = index.map { document.line(at: $0).id }
            document.apply(
                [.insert(after: line, before: nil, bytes: Array("- [x] \(step)\n".utf8))], by: event(number + step))
        }
        #expect(document.tickedCount == 500 && document.checkInvariants() == [])
    }

    /// Inserting again and again at one place uses up the labels between two leaves.
    @Test func labelsAreSpreadAnewWhenTheyRunOut() {
        var document = parsed("a\nb\n", shape: .tiny)
        let first = document.ids[0]
        for step in 0..<400 {
            document.apply([.insert(after: first, before: nil, bytes: Array("c\(step)\n".utf8))], by: event(step + 1))
        }
        #expect(document.lineCount == 402 && document.checkInvariants() == [])
    }
}
