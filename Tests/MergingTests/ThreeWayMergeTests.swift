import Checklist
import Events
import Foundation
import TestSupport
import Testing

@testable import Merging

@Suite("Three-way merge")
struct ThreeWayMergeTests {
    static let origin = EventID(device: DeviceID(0), counter: 1)

    /// A document made from another one by setting a new text, as an app does that only has text.
    private func changed(_ base: ChecklistDocument, to text: String, by device: UInt64) -> ChecklistDocument {
        base.adopting(Array(text.utf8), by: EventID(device: DeviceID(device), counter: 1))
    }

    static let cases: [(base: String, ours: String, theirs: String, lines: String, words: String)] = [
        ("a\nb\n", "a!\nb\n", "a\nb!\n", "a!\nb!\n", "a!\nb!\n"),
        ("a\nb\n", "a\nb\nc\n", "a\nb\nd\n", "a\nb\nd\nc\n", "a\nb\nd\nc\n"),
        ("a\nb\n", "a\nb\nc\n", "a\nb\nc\n", "a\nb\nc\n", "a\nb\nc\n"),
        ("a\nb\nc\n", "a\nc\n", "a\nb\nc!\n", "a\nb\nc!\nc\n", "a\nb\nc!\nc\n"),
        ("- [ ] oat milk\n", "- [x] oat milk\n", "- [ ] soy milk\n", "- [x] oat milk\n", "- [x] soy milk\n"),
        ("- [ ] milk\n", "- [x] milk\n", "- [x] milk\n", "- [x] milk\n", "- [x] milk\n"),
        ("one two three\n", "one 2 three\n", "1 two 3\n", "one 2 three\n", "1 2 3\n"),
        ("", "x\n", "y\n", "y\nx\n", "y\nx\n"),
        ("a\nb", "a\nb!", "a!\nb", "a!\nb!", "a!\nb!"),
        ("a\nb", "a\nb\nc", "a\nb", "a\nb\nc", "a\nb\nc"),
    ]

    @Test(arguments: cases.indices)
    func `each side's changes are taken, and a line that both changed is settled by the grain`(index: Int) {
        let (base, ours, theirs, lines, words) = Self.cases[index]
        let start = ChecklistDocument(parsing: Array(base.utf8), madeBy: Self.origin)
        let (mine, other) = (changed(start, to: ours, by: 1), changed(start, to: theirs, by: 2))
        for (grain, wanted) in [(ThreeWayMerge.Grain.line, lines), (.word, words)] {
            let merged = ThreeWayMerge.merge(base: start, ours: mine, theirs: other, grain: grain)
            #expect(String(decoding: merged.bytes, as: UTF8.self) == wanted, "\(grain)")
            #expect(merged.checkInvariants().isEmpty)
        }
    }

    /// Where git finds no conflict, the merge must be git's.
    @Test func `merges without conflict are those of git`() throws {
        try withTemporaryDirectory { folder in
            var agreed = 0
            for seed in 1...120 as ClosedRange<UInt64> {
                var generator = SeededGenerator(seed: seed)
                let base = (0..<Int.random(in: 0...14, using: &generator)).map { "- [ ] row \($0)" }
                func edited(_ name: String) -> [String] {
                    var lines = base
                    for change in 0..<Int.random(in: 0...3, using: &generator) {
                        let place = Int.random(in: 0...lines.count, using: &generator)
                        switch Int.random(in: 0..<3, using: &generator) {
                        case 0: lines.insert("- [ ] \(name) \(change)", at: place)
                        case 1 where place < lines.count: lines.remove(at: place)
                        case 2 where place < lines.count: lines[place] = lines[place].replacing("[ ]", with: "[x]")
                        default: break
                        }
                    }
                    return lines
                }
                let texts = [edited("ours"), base, edited("theirs")].map { $0.map { $0 + "\n" }.joined() }
                let paths = ["ours", "base", "theirs"].map { "\(folder)/\($0)" }
                for (text, path) in zip(texts, paths) {
                    try text.write(toFile: path, atomically: true, encoding: .utf8)
                }
                // With a conflict git ends with the number of conflicts.
                guard let result = try? Peer.program("git", ["merge-file", "-p", "-q"] + paths) else { continue }
                agreed += 1
                let start = ChecklistDocument(parsing: Array(texts[1].utf8), madeBy: Self.origin)
                let merged = ThreeWayMerge.merge(
                    base: start, ours: changed(start, to: texts[0], by: 1), theirs: changed(start, to: texts[2], by: 2),
                    grain: .line)
                #expect(merged.bytes == Array(result), "seed \(seed)")
            }
            #expect(agreed > 40)
        }
    }
}
