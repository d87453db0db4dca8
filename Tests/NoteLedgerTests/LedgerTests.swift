import CLMDB
import Checklist
import Events
import Foundation
import LMDB
import TestSupport
import Testing

@testable import EventLog
@testable import NoteLedger

@Suite struct `A ledger` {
    /// LMDB 0.9.24 damages databases whose keys have several values, so no table is one.
    @Test func `has no table whose keys have several values`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            _ = try ledger.shopping()
            let flags = try ledger.log.environment.read { transaction in
                try LogTables.descriptions.map { table in
                    var (handle, flags) = (MDB_dbi(0), CUnsignedInt(0))
                    try #require(mdb_dbi_open(transaction.handle, table.name, 0, &handle) == 0)
                    try #require(mdb_dbi_flags(transaction.handle, handle, &flags) == 0)
                    return flags
                }
            }
            #expect(flags.count == 9 && flags.allSatisfy { $0 & CUnsignedInt(MDB_DUPSORT) == 0 })
        }
    }

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
