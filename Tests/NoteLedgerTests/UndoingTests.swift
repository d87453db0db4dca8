import Checklist
import Events
import EventLog
import TestSupport
import Testing

@testable import NoteLedger

/// Nothing was done since: then undo and redo are exact to the byte, whatever the endings are.
@Suite struct `Taking back and doing again` {
    @Test func `gives back a lone CR`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.create(title: "", body: Array("b\ra\n\n".utf8)).note
            try ledger.perform(.write(Array("\r\n\n\n".utf8)), on: note)
            try ledger.perform(.undo(nil), on: note)
            #expect(try ledger.text(note) == "b\ra\n\n")
        }
    }

    @Test(arguments: 1...12)
    func `is exact over bodies of any endings`(seed: Int) throws {
        try withTemporaryDirectory { folder in
            var random = SeededGenerator(seed: UInt64(seed))
            // Some bodies end their lines with CR alone.
            let endings = seed % 3 == 0 ? ["\r"] : seed % 3 == 1 ? ["\r", "\n", "\r\n", "\n\r"] : ["\r", "\n"]
            func body() -> [UInt8] {
                let pieces = ["a", "b", "- [ ] milk", "- [x] tea", "```", "", "", "> c"]
                var body = ""
                for _ in 0..<Int.random(in: 0...5, using: &random) {
                    body += pieces.randomElement(using: &random) ?? ""
                    body += endings.randomElement(using: &random) ?? ""
                }
                return Array((body + (Bool.random(using: &random) ? "end" : "")).utf8)
            }
            let ledger = try Ledger.forTests(at: folder + "/store")
            for round in 0..<25 {
                var bodies = [body()]
                let note = try ledger.create(title: "", body: bodies[0]).note
                for _ in 0..<4 {
                    let document = try ledger.note(note).document
                    let count = document.lineCount
                    let line = count == 0 ? nil : document.line(at: Int.random(in: 0..<count, using: &random)).id
                    let action: NoteAction =
                        switch Int.random(in: 0..<8, using: &random) {
                        case 0: .append(Array("new".utf8), toBlockOf: line)
                        case 1: .convert(line.map { [$0] }, toChecklist: Bool.random(using: &random))
                        default: .write(body())
                        }
                    guard try ledger.perform(action, on: note).outcome == .recorded else { continue }
                    bodies.append(try ledger.note(note).body)
                }
                for step in (0..<bodies.count - 1).reversed() {
                    try ledger.perform(.undo(nil), on: note)
                    let found = try ledger.note(note).body
                    #expect(found == bodies[step], "seed \(seed), round \(round), undo to \(step)")
                }
                for step in 1..<max(bodies.count, 1) {
                    try ledger.perform(.redo, on: note)
                    let found = try ledger.note(note).body
                    #expect(found == bodies[step], "seed \(seed), round \(round), redo to \(step)")
                }
            }
        }
    }

    @Test func `a run of lines longer than there are`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let first = try ledger.allEvents()[0]
            try ledger.append(
                Event(
                    id: EventID(device: DeviceID(3), counter: 1), note: note, stamp: first.stamp.successor,
                    parents: [first.id],
                    change: .edited([.delete([LineRun(first: LineID(event: first.id, index: 1), count: .max - 1)])])))
            #expect(try ledger.text(note) == "- [ ] milk\n")
            try ledger.perform(.undo(nil), on: note)
            #expect(try ledger.text(note) == "- [ ] milk\n- [ ] bread\n- [ ] eggs\n")
            try ledger.perform(.redo, on: note)
            #expect(try ledger.text(note) == "- [ ] milk\n")
        }
    }

    @Test func `passes over kinds that are not known, and says what it was`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let added = try ledger.perform(.append(Array("tea".utf8), toBlockOf: nil), on: note)
            let last = try #require(try ledger.allEvents().last)
            try ledger.append(
                Event(
                    id: EventID(device: DeviceID(3), counter: 1), note: note, stamp: last.stamp.successor,
                    parents: [last.id], change: .unknown(kind: 99, payload: [1])))
            #expect(try ledger.noteToUndo() == note)
            #expect(try ledger.noteToRedo() == nil)
            let undo = try ledger.perform(.undo(nil), on: note)
            #expect(undo.subject == added.event)
            #expect(try ledger.noteToRedo() == note)
            #expect(try ledger.perform(.redo, on: note).subject == added.event)
            #expect(try ledger.noteToRedo() == nil)
            #expect(try ledger.perform(.undo(nil), on: note).subject == added.event)
            let other = try ledger.shopping()
            #expect(try ledger.noteToUndo() == other && ledger.noteToRedo() == nil)
            #expect(try ledger.perform(.redo, on: note).subject == added.event)
        }
    }

    @Test func `says nothing that was typed over`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.create(title: "", body: Array("- [ ] tea\n".utf8)).note
            let first = try ledger.perform(.write(Array("- [ ] green tea\n".utf8)), on: note).event
            try ledger.perform(.write(Array("- [ ] my green tea\n".utf8)), on: note)
            let error = #expect(throws: LedgerError.self) { try ledger.perform(.undo(first), on: note) }
            #expect(error?.kind == .stale)
            #expect(try ledger.text(note) == "- [ ] my green tea\n")
        }
    }
}
