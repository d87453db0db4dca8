import Foundation
import TestSupport
import Testing

@testable import Checklist

/// Mutates texts of the corpus and edits them, for as long as `NOTELEDGER_FUZZ_SECONDS` says; without it a fixed number
/// of times. Whatever the bytes: nothing traps, the tree stays sound, and a text adopted is the text.
@Suite struct FuzzedTextsStaySound {
    static let corpus: [[UInt8]] = {
        let folder = Bundle.module.resourceURL?.appending(path: "Corpus")
        let files =
            folder.flatMap { try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) }
            ?? []
        return files.sorted { $0.lastPathComponent < $1.lastPathComponent }.compactMap {
            try? [UInt8](Data(contentsOf: $0))
        }
    }()

    @Test func corpusIsThere() { #expect(FuzzedTextsStaySound.corpus.count >= 10) }

    @Test(arguments: [1, 2] as [UInt64])
    func mutations(seed: UInt64) {
        let seconds = ProcessInfo.processInfo.environment["NOTELEDGER_FUZZ_SECONDS"].flatMap(Double.init)
        let end = seconds.map { Date().addingTimeInterval($0 / 2) }
        var fuzzer = TextFuzzer(random: SeededGenerator(seed: seed))
        var round = 0
        while end.map({ Date() < $0 }) ?? (round < 60) {
            let fault = fuzzer.round(FuzzedTextsStaySound.corpus)
            #expect(fault == nil, "seed \(seed), round \(round)")
            if fault != nil { return }
            round += 1
        }
        if seconds != nil { print("fuzzed \(round) texts from seed \(seed)") }
    }
}

/// Makes texts by cutting, joining and spoiling others.
struct TextFuzzer {
    var random: SeededGenerator

    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(max(bound, 1))) }

    private mutating func mutated(_ corpus: [[UInt8]]) -> [UInt8] {
        var bytes = corpus[below(corpus.count)]
        let signs: [[UInt8]] = [
            [10], [13], [13, 10], Array("```".utf8), Array("- [x] ".utf8), Array("---\n".utf8), [0xF0, 0x9F], [9], [62],
        ]
        for _ in 0..<below(8) {
            let at = below(bytes.count + 1)
            switch below(5) {
            case 0: bytes.insert(contentsOf: signs[below(signs.count)], at: at)
            case 1: bytes.removeSubrange(at..<min(bytes.count, at + below(30)))
            case 2 where at < bytes.count: bytes[at] = UInt8(below(256))
            case 3:
                let other = corpus[below(corpus.count)]
                let start = below(other.count + 1)
                bytes.insert(contentsOf: other[start..<min(other.count, start + below(400))], at: at)
            default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + below(700))], at: at)
            }
        }
        return Array(bytes.prefix(20_000))
    }

    /// Tries one text; says what is wrong.
    mutating func round(_ corpus: [[UInt8]]) -> String? {
        let bytes = mutated(corpus)
        let shape = below(2) == 0 ? TreeShape.tiny : .standard
        var document = ChecklistDocument(parsing: bytes, madeBy: author, shape: shape)
        if document.bytes != bytes { return "parsing changes the text" }
        for step in 0..<4 {
            let start = below(document.utf8Count + 1)
            let end = min(document.utf8Count, start + below(40))
            let typed = Array(mutated(corpus).prefix(below(20)))
            let before = document
            let wanted = document.bytes[..<start] + typed + document.bytes[end...]
            document.replace(start..<end, with: typed, by: event(3 * step + 1))
            if document.bytes != Array(wanted) {
                return
                    "typing \(typed) for \(start)..<\(end) gives another text: \(before.bytes.prefix(end + 40).suffix(90))"
            }
            if document.lineCount > 0 {
                let id = document.line(at: below(document.lineCount)).id
                let edits = document.edits(converting: [id], toChecklist: below(2) == 0)
                let back = document.inverse(of: edits, by: event(3 * step + 2))
                let before = document
                document.apply(edits, by: event(3 * step + 2))
                if document.applying(back, by: event(3 * step + 3)) != before {
                    return "converting \(id) is not taken back"
                }
            }
        }
        let other = mutated(corpus)
        let adopted = document.adopting(other, by: event(40))
        if adopted.bytes != other { return "adopting gives another text" }
        return adopted.checkInvariants().first ?? document.checkInvariants().first
    }
}
