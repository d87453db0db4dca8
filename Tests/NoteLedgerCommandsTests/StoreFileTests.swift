import CommandTesting
import Foundation
import Importing
import NoteLedger
import TestSupport
import Testing

/// To open and close a file drops all locks that the process has on it: other processes could then write over a store that
/// is in use here.
@Suite("The files of a store are not read as something else")
struct StoreFileTests {
    @Test func importingKeepsTheLocksOfAnOpenStore() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.open(at: folder + "/vault/store")
            _ = try ledger.create(title: "here", body: [])
            let holder = try WorkerProcess.run(["lock", ledger.path]).lines
            #expect(holder == ["\(getpid())"])
            let names = ["hard.md", "soft.md", "data.md"]
            let files = FileManager.default
            try files.linkItem(atPath: ledger.path + "/lock.mdb", toPath: folder + "/vault/hard.md")
            try files.createSymbolicLink(
                atPath: folder + "/vault/soft.md", withDestinationPath: ledger.path + "/lock.mdb")
            try files.linkItem(atPath: ledger.path + "/data.mdb", toPath: folder + "/vault/data.md")
            try Data("- [ ] a\n".utf8).write(to: URL(filePath: folder + "/vault/note.md"))
            let sources =
                [folder + "/vault", ledger.path, ledger.path + "/lock.mdb", ledger.path + "/data.mdb"]
                + names.map { folder + "/vault/" + $0 }
            for source in sources {
                for format in [ImportFormat.auto, .markdown, .joplin, .keep] {
                    NoteImport(path: source, format: format, sparing: [ledger.path]).read { item in
                        guard case .note(let note) = item else { return }
                        #expect(note.title == "note", "\(source), \(format)")
                    }
                    #expect(try WorkerProcess.run(["lock", ledger.path]).lines == holder, "\(source), \(format)")
                }
            }
            ledger.close()
        }
    }

    @Test func aStoreOfSomebodyElseIsLeftAloneByItsNames() throws {
        try withSampleStore { store in
            try store.tool.shell("mkdir mixed && cp -a store mixed/ && cp list.md mixed/").checked()
            let all = try store.tool.run("import", "mixed", "--store", "new", "--verbose").checked()
            #expect(all.messages.contains("store/data.mdb is left alone: a file of a store"), "\(all.messages)")
            #expect(all.messages.contains("1 note added"), "\(all.messages)")
            for name in ["mixed/store/data.mdb", "mixed/store/lock.mdb", "store/lock.mdb"] {
                let run = try store.tool.run("import", name)
                #expect(run.code == 65 && run.messages.contains("is a file of a store"), "\(run)")
                #expect(try store.tool.run("import-log", name).code == 1)
            }
        }
    }

    @Test func whatIsNoLogMakesNoStore() throws {
        try withSampleStore { store in
            let log = try store.tool.run("export").checked().output
            try store.write("log", log)
            let header = log.prefix { $0 != 0x0A }
            for (name, bytes) in [
                ("garbage", Array("garbage\n".utf8)), ("noise", (0..<70_000).map { UInt8(truncatingIfNeeded: $0 * 7) }),
                ("empty", []), ("cut", Array(header.dropLast(3))), ("long", [UInt8](repeating: 0x7B, count: 3 << 20)),
                ("headless", Array(log.dropFirst(header.count + 1))),
            ] {
                try store.write(name, bytes)
                let run = try store.tool.run("import-log", name, "--store", "fresh")
                #expect(run.code == 65 && !run.messages.isEmpty, "\(name): \(run)")
                #expect(!FileManager.default.fileExists(atPath: store.folder + "/fresh"), "\(name)")
            }
            for (number, way) in ["log", "- < log", "- < <(noteledger export)"].enumerated() {
                try store.tool.shell("noteledger import-log --store fresh\(number) \(way)").checked()
                #expect(
                    try store.tool.run("head", "--store", "fresh\(number)").text == store.tool.run("head").text,
                    "\(way)")
            }
        }
    }
}
