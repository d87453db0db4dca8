import CommandTesting
import Foundation
import NoteLedger
import TestSupport
import Testing

@Suite struct `a note in a real browser` {
    /// `noteledger serve`, as people run it: in a process of its own.
    private struct ServingProcess {
        let process = Process()
        /// Links that let one browser in each.
        let links: [String]

        init(_ folder: ScratchFolder) throws {
            process.executableURL = URL(filePath: BuiltTool("noteledger").path)
            process.arguments = [
                "serve", "--store", folder.path + "/store", "--pair", "Bob", "--json", "--for", "300s",
            ]
            process.environment = ProcessInfo.processInfo.environment.merging(["XDG_STATE_HOME": folder.path]) { $1 }
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let line = output.fileHandleForReading.availableData
            let said = try #require(try JSONSerialization.jsonObject(with: line) as? [String: String])
            links = [try #require(said["link"]), try #require(said["pair"])]
        }

        /// Ends it without asking, as a phone's battery might: what was acknowledged is in the log.
        func stop() {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    @Test func `ticks, adds, edits and merges by touch and by keys, live on two phones`() throws {
        let folder = try ScratchFolder()
        let ledger = try Ledger.open(at: folder.path + "/store")
        let text = "# Today\n\n- [ ] milk\n- [x] eggs\n- [ ] bread\n\nBring bags.\n"
        let note = try ledger.create(title: "Shopping", body: Array(text.utf8)).note
        let serving = try ServingProcess(folder)
        defer { serving.stop() }
        let script = try #require(Bundle.module.path(forResource: "scenes", ofType: "py"))
        let printed = try Peer.python(script, serving.links + ["/note/\(note)"])
        #expect(
            String(decoding: printed, as: UTF8.self).split(separator: "\n") == [
                "tick", "tick_quickly", "add", "others_do_not_disturb", "keys", "prose_edits", "edit_merges",
                "long_press",
            ])
        #expect(
            String(decoding: try ledger.note(note).body, as: UTF8.self)
                == "# Today\n\n- [x] milk\n- [ ] eggs\n- [x] bread\n- [ ] thyme\n- [ ] salt\n\nBring three bags.\n")
        #expect(try ledger.verify().isSound)
    }
}
