import TestSupport
import Testing

@testable import CommandLineKit

@Suite("Spelling")
struct SpellingTests {
    private func mistakes(_ typed: String, _ meant: String) -> Int {
        Spelling.mistakes(from: Array(typed.unicodeScalars), to: Array(meant.unicodeScalars))
    }

    @Test(arguments: [
        ("toggle", "toggle", 0), ("togle", "toggle", 1), ("toggel", "toggle", 1), ("tggole", "toggle", 2),
        ("", "log", 3), ("log", "", 3), ("ca", "abc", 3), ("kitten", "sitting", 3),
    ])
    func mistakesAreCounted(_ typed: String, _ meant: String, _ count: Int) {
        #expect(mistakes(typed, meant) == count)
    }

    @Test func countingIsSymmetricAndSeesEachMistakeOnce() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let word = (0..<Int.random(in: 3...9, using: &random)).map { _ in
                "abcd".randomElement(using: &random) ?? "a"
            }
            var changed = word
            let index = Int.random(in: 0..<word.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: changed.remove(at: index)
            case 1: changed.insert("x", at: index)
            case 2: changed[index] = "x"
            default: changed.swapAt(index, (index + 1) % word.count == 0 ? index : index + 1)
            }
            let (left, right) = (String(word), String(changed))
            #expect(mistakes(left, right) == (left == right ? 0 : 1), "\(left) \(right)")
            #expect(mistakes(right, left) == mistakes(left, right), "\(left) \(right)")
        }
    }

    @Test func aHugeWordIsNoTrouble() {
        #expect(Spelling.nearest(to: String(repeating: "x", count: 1_000_000), among: ["list"]) == nil)
    }
}
