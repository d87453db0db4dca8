import Checklist
import Events
import Importing
import NoteLedger
import TestSupport
import Testing

@testable import NoteExchange

/// Long histories of a note and its source, each changed by its own user, and now and then written over the other.
@Suite("Importing again and again")
struct ImportHistoryTests {
    private static let start: UInt64 = 1_790_000_000_000

    private func take(_ body: [UInt8], at time: UInt64, into ledger: Ledger) throws -> NoteImporter.Receipt {
        var importer = try NoteImporter(into: ledger, now: time)
        var note = ImportedNote(key: "file:S.md", title: "S", body: body)
        note.modifiedMilliseconds = Int64(time) - 100_000
        return try #require(try (importer.add(note) + importer.finish()).first)
    }

    @Test(arguments: 1...12)
    func neitherSideGetsAnythingTwice(seed: Int) throws {
        try withTemporaryDirectory { folder in
            var generator = SeededGenerator(seed: UInt64(seed))
            func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
            var options = Ledger.Options()
            options.durability = .unsafeNoSync
            options.clock = { Self.start + 1_000_000_000 }
            let ledger = try Ledger.open(at: folder + "/store", options: options)
            defer { ledger.close() }
            var source = Array("# S\n\n- [ ] a\n- [ ] b\n".utf8)
            let note = try take(source, at: Self.start, into: ledger).note
            /// Another version: a row added, removed, ticked or rewritten.
            func edited(_ body: [UInt8], _ word: String) -> [UInt8] {
                var lines = String(decoding: body, as: UTF8.self).split(
                    separator: "\n", omittingEmptySubsequences: false
                ).map(String.init)
                let place = number(below: lines.count)
                switch number(below: 5) {
                case 0, 1: lines.insert("- [ ] \(word)", at: place)
                case 2: lines.remove(at: place)
                case 3: lines[place] = lines[place].replacing("[ ]", with: "[x]")
                default: lines[place] += " \(word)"
                }
                return Array(lines.joined(separator: "\n").utf8)
            }
            for round in 1...25 {
                let time = Self.start + UInt64(round) * 60_000
                var here = try ledger.note(note).body
                if number(below: 3) > 0 {
                    here = edited(here, "here\(round)")
                    try ledger.perform(.write(here), on: note, time: time)
                }
                let old = source
                switch number(below: 4) {
                case 0: source = here
                case 1: source = edited(here, "over\(round)")
                case 2: source = edited(source, "there\(round)")
                default:
                    // Both add the same rows at the end.
                    let rows = "\n- [ ] both\(round)\n- [ ] too\(round)"
                    try ledger.perform(.write(here + Array(rows.utf8)), on: note, time: time)
                    here = try ledger.note(note).body
                    source += Array((rows + "\n- [ ] there\(round)").utf8)
                }
                let position = try ledger.lastPosition()
                let receipt = try take(source, at: time, into: ledger)
                let now = try ledger.note(note).body
                if source == here {
                    #expect(now == here && receipt.outcome == .unchanged, "seed \(seed), round \(round)")
                }
                if source == old { #expect(try ledger.lastPosition() == position && receipt.outcome == .unchanged) }
                // The branch is what the source says, however it came about.
                let branch = try SourceBranch(of: note, in: ledger)
                try #require(branch.document.bytes == source, "seed \(seed), round \(round)")
                let text = String(decoding: now, as: UTF8.self)
                for word in ["both\(round)", "too\(round)"] where String(decoding: here, as: UTF8.self).contains(word) {
                    #expect(text.split(separator: word).count == 2 || text.hasSuffix(word), "seed \(seed): \(text)")
                }
                let again = try ledger.lastPosition()
                #expect(try take(source, at: time, into: ledger).outcome == .unchanged)
                #expect(try ledger.lastPosition() == again)
            }
            #expect(try ledger.verify().isSound)
            let body = try ledger.note(note).body
            try ledger.rebuild()
            #expect(try ledger.note(note).body == body)
        }
    }
}
