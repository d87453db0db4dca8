import TestSupport
import Testing

@testable import Checklist

@Suite struct LookUpsAgreeWithTheText {
    @Test(arguments: 0..<60)
    func everyOffsetIndexAndCheckbox(seed: Int) {
        var make = TextGenerator(random: SeededGenerator(seed: UInt64(seed)))
        let bytes = make.body(25)
        let document = ChecklistDocument(parsing: bytes, madeBy: author, shape: seed % 2 == 0 ? .tiny : .standard)
        let cut = LineDiff.cut(bytes)
        #expect(document.lineCount == cut.count)
        var boxes = 0
        for (index, line) in document.lines.enumerated() {
            #expect(line.bytes.elementsEqual(cut[index]))
            #expect(line.offset == cut[index].startIndex)
            #expect(line.utf16Offset == String(decoding: bytes[..<line.offset], as: UTF8.self).utf16.count)
            #expect(line.index == index && line.id == LineID(event: author, index: UInt32(index)))
            #expect(document.index(of: line.id) == index)
            #expect(document.line(at: index).form == line.form)
            for offset in line.offset..<(line.offset + min(line.bytes.count, 40)) {
                #expect(document.line(atUTF8Offset: offset).index == index)
            }
            #expect(document.line(atUTF16Offset: line.utf16Offset).index == index)
            #expect((line.prefix.map { $0 } + line.text + line.ending).elementsEqual(line.bytes))
            if line.form.isCheckbox {
                #expect(document.line(forCheckbox: boxes)?.index == index)
                boxes += 1
            }
        }
        #expect(boxes == document.checkboxCount)
        #expect(document.line(forCheckbox: boxes) == nil)
        #expect(document.index(of: LineID(event: event(5), index: 0)) == nil)
    }

    @Test(arguments: ["aé日🥑\u{FEFF}z\n", "🥑🥑\r\n", "e\u{301}\n"])
    func utf16OffsetsThereAndBack(text: String) {
        let document = parsed(text + text)
        var utf16 = 0
        var utf8 = 0
        for scalar in (text + text).unicodeScalars {
            #expect(document.utf8Offset(ofUTF16Offset: utf16) == utf8)
            #expect(document.utf16Offset(ofUTF8Offset: utf8) == utf16)
            // A unit inside a character counts for its start.
            if scalar.utf16.count == 2 { #expect(document.utf8Offset(ofUTF16Offset: utf16 + 1) == utf8) }
            utf16 += scalar.utf16.count
            utf8 += scalar.utf8.count
        }
        #expect(document.utf16Count == utf16 && document.utf8Count == utf8)
    }

    @Test func rangesOfLinesAreCut() {
        let document = parsed("a\nb\nc\nd\n", shape: .tiny)
        #expect(document.lines(in: 1..<3).map(\.index) == [1, 2])
        #expect(Array(document.lines(in: 2..<2)).isEmpty)
        #expect(document.bytes(in: 2..<5) == Array("b\nc".utf8))
    }

    @Test func blocksAreRunsOfCheckboxes() {
        let document = parsed("a\n- [ ] b\n- [x] c\n\n[x] d\n```\n- [ ] e\n```\n- [-] f\n", shape: .tiny)
        #expect(
            document.blocks == [
                ChecklistBlock(lines: 1..<3, tickedCount: 1), ChecklistBlock(lines: 4..<5, tickedCount: 1),
                ChecklistBlock(lines: 8..<9, tickedCount: 0),
            ])
        for block in document.blocks {
            for line in document.lines(in: block.lines) { #expect(document.block(of: line.id) == block) }
        }
        #expect(document.block(of: document.ids[0]) == nil)
    }
}
