import Checklist
import Events
import Foundation
import TestSupport
import Testing

@testable import Merging

/// The character sequence, held against Loro's text, which is Fugue too.
@Suite("Text as a sequence of characters")
struct TextSequenceTests {
    private struct Edit: Codable {
        var at: Int
        var delete: Int
        var insert: String
    }

    private struct History: Codable {
        var start: String
        /// The edits of each device, made without the others'.
        var edits: [[Edit]]
        /// Edits of each device after all have all.
        var later: [[Edit]]
    }

    private struct Replica {
        var text: TextSequence
        var counter: UInt64 = 0
        let device: DeviceID

        /// Does an edit; returns what others need to do it too.
        mutating func perform(_ edit: Edit) -> (inserted: [TextSequence.Character], deleted: [TextSequence.ID]) {
            let characters = text.characters
            let at = min(edit.at, characters.count)
            let removed = characters[at..<min(at + edit.delete, characters.count)].map(\.id)
            for id in removed { text.delete(id) }
            let line = LineID(event: EventID(device: device, counter: 1), index: 0)
            var counter = counter
            let made = text.insert(
                TextSequence.scalars(of: Array(edit.insert.utf8)), after: at > 0 ? characters[at - 1].id : nil,
                line: line
            ) {
                counter += 1
                return TextSequence.ID(device: device, counter: counter)
            }
            self.counter = counter
            return (made, removed)
        }
    }

    private func history(seed: UInt64) -> History {
        var generator = SeededGenerator(seed: seed)
        func edits(_ device: Int) -> [Edit] {
            (0..<Int.random(in: 1...5, using: &generator)).map { number in
                let letter = ["abc", "XYZ", "123"][device]
                return Edit(
                    at: Int.random(in: 0...12, using: &generator), delete: Int.random(in: 0...2, using: &generator),
                    insert: String(letter.prefix(Int.random(in: 0...3, using: &generator))) + (number == 0 ? "ö" : ""))
            }
        }
        return History(
            start: String("- [ ] milk\n".prefix(Int.random(in: 0...11, using: &generator))),
            edits: (0..<3).map(edits), later: (0..<3).map(edits))
    }

    /// The text that all replicas end with, whatever the order in which they get the operations.
    private func merge(_ history: History, seed: UInt64) throws -> String {
        var generator = SeededGenerator(seed: seed ^ 77)
        let start = ChecklistDocument(
            parsing: Array(history.start.utf8), madeBy: EventID(device: DeviceID(0), counter: 1))
        var replicas = (1...3).map { Replica(text: TextSequence(start.plainLines), device: DeviceID($0)) }
        for round in [history.edits, history.later] {
            var operations: [(inserted: [TextSequence.Character], deleted: [TextSequence.ID])] = []
            for (index, edits) in round.enumerated() { operations += edits.map { replicas[index].perform($0) } }
            for index in replicas.indices {
                // In any order, some twice: parents may come after their children.
                for operation in (operations + operations.prefix(2)).shuffled(using: &generator) {
                    for id in operation.deleted { replicas[index].text.delete(id) }
                    for character in operation.inserted.shuffled(using: &generator) {
                        replicas[index].text.insert(character)
                    }
                }
            }
        }
        let texts = replicas.map { String(decoding: $0.text.characters.flatMap(\.bytes), as: UTF8.self) }
        #expect(Set(texts).count == 1, "seed \(seed)")
        return texts[0]
    }

    @Test func `texts merge to what Loro makes of the same edits`() throws {
        let seeds = 1...200 as ClosedRange<UInt64>
        let histories = seeds.map(history)
        let encoder = JSONEncoder()
        let input = try histories.map { String(decoding: try encoder.encode($0), as: UTF8.self) }.joined(
            separator: "\n")
        let judge = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Judges/loro_text.py")
        let output = try Peer.python(judge.path, input: Data(input.utf8))
        let answers = String(decoding: output, as: UTF8.self).split(separator: "\n")
        #expect(answers.count == histories.count)
        for ((seed, history), answer) in zip(zip(seeds, histories), answers) {
            let wanted = try JSONDecoder().decode(String.self, from: Data(answer.utf8))
            #expect(try merge(history, seed: seed) == wanted, "seed \(seed)")
        }
    }
}
