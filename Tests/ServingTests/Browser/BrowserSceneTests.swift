import Foundation
import TestSupport
import Testing

@testable import Serving

@Suite struct `a note in a real browser` {
    @Test func `ticks, adds, edits and merges by touch and by keys, live on two phones`() throws {
        let browser = try Browser()
        let note = try browser.note("Shopping", "# Today\n\n- [ ] milk\n- [x] eggs\n- [ ] bread\n\nBring bags.\n")
        let links = try ["Ada", "Bob"].map { try browser.server.link(for: .write, as: $0, lifetime: 1000) }
        let script = try #require(Bundle.module.path(forResource: "scenes", ofType: "py"))
        let printed = try Peer.python(script, links + ["/note/\(note)"])
        #expect(
            String(decoding: printed, as: UTF8.self).split(separator: "\n") == [
                "tick", "tick_quickly", "add", "others_do_not_disturb", "keys", "prose_edits", "edit_merges",
                "long_press",
            ])
        #expect(
            try browser.body(of: note)
                == "# Today\n\n- [x] milk\n- [ ] eggs\n- [x] bread\n- [ ] thyme\n- [ ] salt\n\nBring three bags.\n")
        #expect(try browser.ledger.verify().isSound)
    }
}
