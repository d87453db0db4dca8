import Checklist
import Events
import Page
import TestSupport
import Testing

@testable import NoteLedger

@Suite struct `Previews that the ledger keeps` {
    private func preview(_ text: String, layout: PreviewText.Layout = .oneLine) -> String {
        let event = EventID(device: DeviceID(1), counter: 1)
        return ChecklistDocument(parsing: Array(text.utf8), madeBy: event).preview(layout: layout)
    }

    @Test func `the row, the note, the past and a rebuilt store say what the page says`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let body = "# Trip\n\n- [x] *Lisbon*\n- [ ] pack\n  1. socks\n\n[ ] bare\n"
            let note = try ledger.create(title: "Trip", body: Array(body.utf8)).note
            let before = "Trip \u{2611}\u{FE0E} Lisbon ☐ pack 1. socks ☐ bare"
            #expect(try ledger.summary(of: note)?.preview == before)
            #expect(PreviewText.of(bytes: Array(body.utf8)) == before)
            try ledger.perform(.toggle(try ledger.line(3, of: note), to: true), on: note)
            let after = "Trip \u{2611}\u{FE0E} Lisbon \u{2611}\u{FE0E} pack 1. socks ☐ bare"
            #expect(try ledger.summary(of: note)?.preview == after)
            #expect(try ledger.note(note).preview() == after)
            #expect(try ledger.notes().map(\.preview) == [after])
            #expect(try ledger.search(["lisbon"]).map(\.preview) == [after])
            #expect(try ledger.notes(at: .position(1)).map(\.preview) == [before])
            #expect(try ledger.note(note, at: .position(1)).preview() == before)
            try ledger.rebuild()
            #expect(try ledger.notes().map(\.preview) == [after])
        }
    }

    @Test func `one line or several, cut between characters`() throws {
        let list = (0..<40).map { "- [ ] item \($0)\n" }.joined()
        #expect(preview(list).count <= PreviewText.standardLength)
        #expect(preview(list).count > PreviewText.standardLength - 3)
        #expect(preview(list).hasSuffix("…"))
        #expect(preview("# a\n\nb\n", layout: .multiLine) == "a\nb")
        #expect(preview("") == "")
    }

    @Test(
        arguments: [
            ("---\ntitle: x\n---\n- [ ] milk\n", "☐ milk"), ("\u{FEFF}---\nx: y\n...\n\nmilk\n", "milk"),
            ("---\nnever: closed\n\nmilk\n", "never: closed milk"), ("---\nonly: this\n---\n", ""),
            ("a - b\n", "a - b"),
        ])
    func `front matter is passed over`(text: String, expected: String) { #expect(preview(text) == expected) }

    /// Each commit makes the row anew, so what it costs must not depend on the note.
    @Test func `of a long note only the beginning is read`() {
        let event = EventID(device: DeviceID(1), counter: 1)
        let text = String(repeating: "- [ ] some item of a list\n", count: 40_000)
        let document = ChecklistDocument(parsing: Array(text.utf8), madeBy: event)
        for _ in 0..<2000 { #expect(document.preview().hasPrefix("☐ some item of a list ☐ some")) }
        let blank = ChecklistDocument(parsing: Array(repeating: 10, count: 4_000_000), madeBy: event)
        for _ in 0..<20 { #expect(blank.preview() == "") }
    }
}
