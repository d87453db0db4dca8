import Foundation
import TestSupport
import Testing

@testable import Checklist

/// Random text made of what the dialect gives a meaning to.
struct TextGenerator {
    var random: SeededGenerator

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(random.next() % UInt64(elements.count))]
    }

    mutating func line(ended: Bool = true) -> [UInt8] {
        var line: [UInt8] = []
        let indent = ["", "", "", "  ", "    ", "\t", "> "]
        let bullet = ["", "- ", "- ", "* ", "1. ", "12) ", "-", "-     "]
        let box = ["", "[ ] ", "[x] ", "[X] ", "[-] ", "[ ]", "[x](", "[\t] "]
        let text = [
            "milk", "", "bread", "```", "~~~~", "````", "---", "...", "café", "日本", "🥑", "\u{FEFF}", "- a", "[ ] b",
            " x ",
        ]
        line += Array(pick(indent).utf8) + Array(pick(bullet).utf8) + Array(pick(box).utf8) + Array(pick(text).utf8)
        if random.next() % 40 == 0 { line += pick([[0xFF], [0xE2, 0x82], [0], [0x80]]) }
        if random.next() % 60 == 0 { line += Array(repeating: UInt8(ascii: "y"), count: Int(random.next() % 3000)) }
        if ended || line.isEmpty { line += pick([[10], [10], [10], [13, 10], [13]]) }
        return line
    }

    mutating func body(_ lines: Int) -> [UInt8] {
        (0..<lines).flatMap { line(ended: $0 < lines - 1 || random.next() % 2 == 0) }
    }
}

@Suite struct RandomEdits {
    /// Typing in place comes to the same as planning the edits and applying them.
    @Test(arguments: 0..<150)
    func typingEqualsItsEdits(seed: Int) {
        var make = TextGenerator(random: SeededGenerator(seed: UInt64(seed)))
        let shape = make.pick([TreeShape.tiny, .small, .standard])
        var document = ChecklistDocument(parsing: make.body(20), madeBy: author, shape: shape)
        for step in 0..<40 {
            let start = Int(make.random.next() % UInt64(document.utf8Count + 1))
            let end = min(document.utf8Count, start + Int(make.random.next() % 3))
            let typed = Array(make.pick(["a", "", "\n", "`", " ", "é", "x\ny", "\r\n", "\r", "\n\n", "-"]).utf8)
            let before = document.bytes
            let planned = document.applying(document.edits(replacing: start..<end, with: typed), by: event(step + 1))
            document.replace(start..<end, with: typed, by: event(step + 1))
            let wanted = Array(before[..<start]) + typed + before[end...]
            let isSame = document.bytes == wanted && planned.bytes == wanted
            let around = before[max(0, start - 8)..<min(before.count, end + 8)]
            #expect(isSame, "seed \(seed) step \(step): \(typed) for \(end - start) after \(start) in \(around)")
            let haveSameIDs = planned.idRuns == document.idRuns
            #expect(haveSameIDs, "seed \(seed) step \(step): \(typed) for \(end - start) after \(start) in \(around)")
            #expect(document.checkInvariants() == [], "seed \(seed) step \(step)")
            if !isSame || !haveSameIDs { return }
        }
    }

    @Test(arguments: 0..<150)
    func treeEqualsParsing(seed: Int) throws {
        var make = TextGenerator(random: SeededGenerator(seed: UInt64(seed)))
        let shape = make.pick([TreeShape.tiny, .small, .standard])
        let body = make.body(Int(make.random.next() % 30))
        var document = ChecklistDocument(parsing: body, madeBy: author, shape: shape)
        #expect(document.bytes == body, "seed \(seed)")
        #expect(document.checkInvariants() == [], "seed \(seed)")
        for step in 0..<30 {
            let event = EventID(device: DeviceID(7), counter: UInt64(step + 2))
            let before = document
            let edits = make.edits(of: document)
            let inverse = document.inverse(of: edits, by: event)
            document.apply(edits, by: event)
            let faults = document.checkInvariants()
            #expect(faults == [], "seed \(seed) step \(step) \(edits)")
            let fresh = ChecklistDocument(parsing: document.bytes, madeBy: author, shape: .standard)
            #expect(fresh.lineCount == document.lineCount, "seed \(seed) step \(step) \(edits)")
            #expect(fresh.checkboxCount == document.checkboxCount, "seed \(seed) step \(step)")
            #expect(fresh.tickedCount == document.tickedCount, "seed \(seed) step \(step)")
            #expect(fresh.utf16Count == document.utf16Count)
            #expect(fresh.utf16Count == String(decoding: document.bytes, as: UTF8.self).utf16.count)
            #expect(zip(fresh.lines, document.lines).allSatisfy { $0.form == $1.form && $0.context == $1.context })
            var back = document
            back.apply(inverse, by: EventID(device: DeviceID(8), counter: UInt64(step + 2)))
            #expect(back == before, "seed \(seed) step \(step) \(edits) \(inverse) \(before.text) | \(back.text)")
            if !faults.isEmpty || back != before { return }
        }
    }

    @Test(arguments: 0..<200)
    func adoptingGivesTheText(seed: Int) throws {
        var make = TextGenerator(random: SeededGenerator(seed: UInt64(seed)))
        let document = ChecklistDocument(parsing: make.body(Int(make.random.next() % 20)), madeBy: author, shape: .tiny)
        var lines = LineDiff.cut(document.bytes).map(Array.init)
        for _ in 0..<(make.random.next() % 6) where !lines.isEmpty {
            let at = Int(make.random.next() % UInt64(lines.count))
            switch make.random.next() % 4 {
            case 0: lines.remove(at: at)
            case 1: lines.insert(make.line(), at: at)
            case 2: lines.swapAt(at, 0)
            default: lines[at].insert(UInt8(ascii: "z"), at: lines[at].count / 2)
            }
        }
        let wanted = lines.flatMap { $0 }
        let edits = document.edits(adopting: wanted)
        let adopted = document.applying(edits, by: EventID(device: DeviceID(7), counter: 2))
        #expect(
            adopted.bytes == wanted,
            "seed \(seed) \(document.text) -> \(String(decoding: wanted, as: UTF8.self)) \(edits)")
        #expect(adopted.checkInvariants() == [])
    }
}

extension TextGenerator {
    mutating func edits(of document: ChecklistDocument) -> [LineEdit] {
        if document.isEmpty { return [.insert(after: nil, before: nil, bytes: body(3))] }
        let count = UInt64(document.lineCount)
        let at = Int(random.next() % count)
        let line = document.line(at: at)
        let other = document.line(at: Int(random.next() % count)).id
        switch random.next() % 12 {
        case 0: return [.mark(line.id, to: pick(Array("xX -\t".utf8)))]
        case 1: return [.prefix(line.id, to: pick(["", "- [ ] ", "  ", "* ", "\\", "- [ ]"].map { Array($0.utf8) }))]
        case 2: return [.text(line.id, to: pick(["", "- x", "```", "milk", "[ ] q"].map { Array($0.utf8) }))]
        case 3: return [.ending(line.id, to: pick([[], [10], [13], [13, 10]]))]
        case 4, 5: return [.insert(after: line.id, before: nil, bytes: body(Int(random.next() % 5)))]
        case 6: return [.insert(after: nil, before: line.id, bytes: body(2))]
        case 7: return [.delete([LineRun(first: line.id, count: UInt32(random.next() % 4 + 1))])]
        case 8: return [.move(line.id, after: random.next() % 4 == 0 ? nil : other)]
        case 9: return document.edits(converting: [line.id, other], toChecklist: random.next() % 2 == 0)
        case 10:
            let start = Int(random.next() % UInt64(document.utf8Count + 1))
            let end = min(document.utf8Count, start + Int(random.next() % 12))
            return document.edits(replacing: start..<end, with: random.next() % 2 == 0 ? [] : body(1))
        default: return [.delete([LineRun(first: line.id)]), .text(other, to: [])]
        }
    }
}
