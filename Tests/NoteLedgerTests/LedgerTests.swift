import Checklist
import Events
import Foundation
import TestSupport
import Testing

@testable import NoteLedger

@Suite struct `A ledger` {
    @Test func `records actions, shows notes, looks back`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.open(at: folder + "/store")
            let note = try ledger.create(title: "Shopping", body: Array("# Shop\n- [ ] milk\n- [ ] bread\n".utf8)).note
            let milk = try ledger.note(note).document.line(at: 1).id
            let ticked = try ledger.perform(.toggle(milk, to: true), on: note)
            #expect(ticked.outcome == .recorded)
            #expect(ticked.version == 2)
            #expect(try ledger.perform(.toggle(milk, to: true), on: note).outcome == .unchanged)
            try ledger.perform(.append(Array("eggs".utf8)), on: note)
            #expect(text(try ledger.note(note)) == "# Shop\n- [x] milk\n- [ ] bread\n- [ ] eggs\n")
            #expect(text(try ledger.note(note, at: .position(1))) == "# Shop\n- [ ] milk\n- [ ] bread\n")
            try ledger.perform(.undo(nil), on: note)
            #expect(text(try ledger.note(note)) == "# Shop\n- [x] milk\n- [ ] bread\n")
            try ledger.perform(.undo(nil), on: note)
            #expect(text(try ledger.note(note)) == "# Shop\n- [ ] milk\n- [ ] bread\n")
            try ledger.perform(.redo, on: note)
            try ledger.perform(.redo, on: note)
            #expect(text(try ledger.note(note)) == "# Shop\n- [x] milk\n- [ ] bread\n- [ ] eggs\n")
            try ledger.perform(.revert(to: .position(1)), on: note)
            #expect(text(try ledger.note(note)) == "# Shop\n- [ ] milk\n- [ ] bread\n")
            let verification = try ledger.verify()
            #expect(verification.isSound, "\(verification.findings)")
            #expect(try ledger.head() == verification.head)
        }
    }

    private func text(_ note: Note) -> String { String(decoding: note.body, as: UTF8.self) }
}
