import Foundation
import LineFuzzing
import TestSupport
import Testing

@testable import Checklist

/// Makes scripts of edits on texts of the corpus, for as long as `NOTELEDGER_FUZZ_SECONDS` says, shared among the seeds;
/// without it a fixed number of times. Whatever the bytes: nothing traps, the tree stays sound and is what a plain array
/// of bytes would be.
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

    private static let seeds: [UInt64] = [1, 2]

    @Test(arguments: seeds)
    func mutations(seed: UInt64) {
        let seconds = ProcessInfo.processInfo.environment["NOTELEDGER_FUZZ_SECONDS"].flatMap(Double.init)
        let end = seconds.map { Date().addingTimeInterval($0 / Double(FuzzedTextsStaySound.seeds.count)) }
        // Another text each day, and each of them can be had again.
        let day = seconds == nil ? 0 : UInt64(Date().timeIntervalSince1970 / 86_400)
        var fuzzer = TextFuzzer(random: SeededGenerator(seed: seed &+ day << 8))
        var round = 0
        while end.map({ Date() < $0 }) ?? (round < 60) {
            let bytes = fuzzer.script(FuzzedTextsStaySound.corpus)
            do { try EditScript(bytes).check() } catch {
                Issue.record("\(error); seed \(seed), day \(day), round \(round): \(bytes.prefix(2000))")
                return
            }
            round += 1
        }
        if seconds != nil { print("fuzzed \(round) notes from seed \(seed) of day \(day)") }
    }
}

/// Makes texts by cutting, joining and spoiling others.
struct TextFuzzer {
    var random: SeededGenerator

    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(max(bound, 1))) }

    /// A script of random steps on a mutated text.
    mutating func script(_ corpus: [[UInt8]]) -> [UInt8] {
        let header: UInt8 = [0, 1, 17][below(3)]
        let steps = (0...below(7)).map { _ in
            // Changes are small more often than large.
            let reach = below(3) == 0 ? 256 : 6
            return [below(256), below(64), below(256), below(reach), below(256), below(reach)].map { UInt8($0) }
        }
        return EditScript.bytes(header: header, steps: steps, note: mutated(corpus))
    }

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
        return Array(bytes.prefix(8000))
    }
}
