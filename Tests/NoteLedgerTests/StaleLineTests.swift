import Checklist
import Events
import TestSupport
import Testing

@testable import NoteLedger

/// Between reading a note and acting on its lines, another process may have changed it.
@Suite struct `Lines gone meanwhile` {
    /// What may be asked of several lines.
    private static func actions(on lines: [LineID]) -> [[NoteAction]] {
        [
            lines.map { .toggle($0, to: true) },
            [.toggle(lines[0], to: nil), .retitle("also this"), .toggle(lines[1], to: nil)],
            [.convert(lines, toChecklist: false)],
            [.convert(lines, toChecklist: true)],
            lines.map { .append(Array("tea".utf8), toBlockOf: $0) },
        ]
    }

    private struct Trial {
        var ledger: Ledger
        var note: NoteID
        var lines: [LineID]
    }

    /// A note of which a second process removes some lines, or makes them plain, after it was read.
    private func withTrial(
        removing gone: [Int], makingPlain plain: [Int] = [], _ body: (Trial) throws -> Void
    ) throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let other = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let lines = try (0..<3).map { try ledger.line($0, of: note) }
            if !plain.isEmpty { try other.perform(.convert(plain.map { lines[$0] }, toChecklist: false), on: note) }
            let texts = try other.text(note).split(separator: "\n").enumerated().filter { !gone.contains($0.offset) }
            try other.perform(.write(Array(texts.map { $0.element + "\n" }.joined().utf8)), on: note)
            try body(Trial(ledger: ledger, note: note, lines: lines))
        }
    }

    @Test(arguments: 0..<5, [[0], [1], [0, 1], [2]])
    func `leave all undone where that was asked for, and are named`(index: Int, gone: [Int]) throws {
        try withTrial(removing: gone) { trial in
            let (ledger, note) = (trial.ledger, trial.note)
            let named = Array(trial.lines.prefix(2))
            let actions = Self.actions(on: named)[index]
            let stale = gone.filter { $0 < 2 }.map { trial.lines[$0] }
            let (head, before) = (try ledger.head(), try ledger.text(note))
            let commands = actions.map { NoteCommand($0, on: note, refusingStaleLines: true) }
            guard !stale.isEmpty else {
                #expect(try ledger.perform(commands).allSatisfy { $0.staleLines.isEmpty })
                return
            }
            let error = #expect(throws: LedgerError.self) { try ledger.perform(commands) }
            #expect(error?.kind == .stale && error?.staleLines == stale)
            #expect(error.map { "\($0)" }?.contains(stale[0].description) == true)
            #expect(try ledger.head() == head && ledger.text(note) == before)
            // What is asked for by others in the same commit is theirs.
            try ledger.perform(.retitle("goes on"), on: note)
            #expect(try ledger.note(note).title == "goes on" && ledger.verify().isSound)
        }
    }

    @Test func `or no checkboxes any more leave all ticks undone`() throws {
        try withTrial(removing: [], makingPlain: [1]) { trial in
            let before = try trial.ledger.text(trial.note)
            let error = #expect(throws: LedgerError.self) {
                try trial.ledger.perform(
                    trial.lines.map { NoteCommand(.toggle($0, to: true), on: trial.note, refusingStaleLines: true) })
            }
            #expect(error?.staleLines == [trial.lines[1]])
            #expect(try trial.ledger.text(trial.note) == before)
        }
    }

    @Test(arguments: 0..<5)
    func `are told where the rest shall be done`(index: Int) throws {
        try withTrial(removing: [1]) { trial in
            let actions = Self.actions(on: Array(trial.lines.prefix(2)))[index]
            let receipts = try trial.ledger.perform(actions.map { NoteCommand($0, on: trial.note) })
            #expect(receipts.flatMap(\.staleLines) == [trial.lines[1]])
            // Making checkboxes of what is one changes nothing.
            #expect(receipts[0].outcome == (index == 3 ? .unchanged : .recorded))
        }
    }
}
