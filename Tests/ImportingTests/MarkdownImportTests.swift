import Foundation
import Importing
import TestSupport
import Testing

@Suite("Markdown files and folders")
struct MarkdownImportTests {
    @Test(
        "A file's bytes are the body, whatever they are",
        arguments: [
            "plain\n", "no end of line", "", "a\r\nb\r\n", "a\rb\r", "mixed\r\nends\nhere\r", "\u{FEFF}# With a mark\n",
            "---\ntags: [home]\ncreated: 2025-01-02\n---\n- [ ] milk\n", "tabs\t \n  trailing  \n", "nul \u{0} inside",
            "BZh is how a bzip2 file begins\n", "PK\u{3}\u{4}",
        ])
    func bytesAreKept(text: String) throws {
        try withTemporaryDirectory { folder in
            try put(text, "note.md", in: folder)
            #expect(Yield(folder).notes.map(\.text) == [text])
        }
    }

    @Test func bytesThatAreNoTextAreKept() throws {
        try withTemporaryDirectory { folder in
            let latin1: [UInt8] = Array("Caf".utf8) + [0xE9, 0x0A, 0xFF, 0xC0, 0x80]
            let path = try put(latin1, "latin.md", in: folder)
            #expect(Yield(folder).notes.map(\.body) == [latin1])
            #expect(Yield(path).notes.map(\.body) == [latin1])
        }
    }

    @Test func aVaultIsWalkedInOrderAndOnlyItsNotesAreTaken() throws {
        try withTemporaryDirectory { folder in
            try put("a", "Alpha.md", in: folder)
            try put("z", "Zoo.markdown", in: folder)
            try put("b", "Projects/Boat.md", in: folder)
            try put("x", ".obsidian/workspace.json", in: folder)
            try put("x", ".trash/Old.md", in: folder)
            try put([0x89, 0x50], "Projects/attachments/chart.png", in: folder)
            try put("x", "readme.txt", in: folder)
            let yield = Yield(folder)
            #expect(yield.titles == ["Alpha", "Boat", "Zoo"])
            #expect(yield.failures.isEmpty)
            #expect(yield.skipped.map { URL(filePath: $0.path).lastPathComponent } == ["chart.png", "readme.txt"])
            #expect(try yield.note("Boat").values(of: "path") == ["Projects/Boat.md"])
            #expect(Yield(folder, .markdown).titles == ["Alpha", "Boat", "Zoo", "readme"])
        }
    }

    @Test func theFileTimeIsTheNotesTime() throws {
        try withTemporaryDirectory { folder in
            let path = try put("a", "a.md", in: folder)
            let date = Date(timeIntervalSince1970: 1_700_000_000.25)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
            #expect(Yield(folder).notes.map(\.modifiedMilliseconds) == [1_700_000_000_250])
        }
    }

    @Test func theKeyDoesNotDependOnHowTheFileWasNamed() throws {
        try withTemporaryDirectory { folder in
            let path = try put("a", "sub/a.md", in: folder)
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: folder + "/sub")
            let keys = [folder + "/sub", path, folder + "/sub/../sub/a.md", folder + "/link"].flatMap {
                Yield($0).notes.map(\.key)
            }
            #expect(keys.count == 4)
            #expect(Set(keys).count == 1)
        }
    }

    @Test func circlesOfLinksEnd() throws {
        try withTemporaryDirectory { folder in
            let manager = FileManager.default
            try put("a", "vault/a.md", in: folder)
            try put("b", "vault/sub/b.md", in: folder)
            try put("c", "outside/c.md", in: folder)
            try put("d", "elsewhere/d.md", in: folder)
            for (link, target) in [
                ("vault/sub/up", ".."), ("vault/self", "."), ("vault/out", "../outside"), ("outside/back", "../vault"),
                ("vault/again", "../outside"), ("vault/a2.md", "a.md"), ("vault/d1.md", "../elsewhere/d.md"),
                ("vault/d2.md", "../elsewhere/d.md"), ("vault/gone.md", "nowhere.md"), ("vault/loop.md", "loop.md"),
            ] {
                try manager.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: target)
            }
            let inside = Yield(folder + "/vault")
            #expect(inside.notes.map(\.text).sorted() == ["a", "b"])
            #expect(
                inside.skipped.filter { $0.reason == NoteImport.outsideLink }.map {
                    URL(filePath: $0.path).lastPathComponent
                } == ["again", "d1.md", "d2.md", "out"])
            let yield = Yield(folder + "/vault", followingLinks: true)
            #expect(yield.notes.map(\.text).sorted() == ["a", "b", "c", "d"])
            #expect(yield.failures.map { URL(filePath: $0.path).lastPathComponent } == ["gone.md", "loop.md"])
            #expect(yield.failures.allSatisfy { !$0.hint.isEmpty })
        }
    }

    @Test func namesThatAreNoTextAreRead() throws {
        try withTemporaryDirectory { folder in
            for byte: UInt8 in [0xE9, 0xFC] {
                let name = Array("\(folder)/caf".utf8) + [byte] + Array(".md".utf8) + [0]
                let file = name.withUnsafeBytes { fopen($0.bindMemory(to: CChar.self).baseAddress!, "w") }
                fputs("\(byte)", file)
                fclose(file)
            }
            let yield = Yield(folder)
            #expect(yield.notes.map(\.text) == ["233", "252"])
            #expect(yield.titles == ["caf\\xE9", "caf\\xFC"])
            #expect(Set(yield.notes.map(\.key)).count == 2)
        }
    }

    @Test func pipesAreLeftAloneWithoutWaiting() throws {
        try withTemporaryDirectory { folder in
            try put("a", "a.md", in: folder)
            #expect(mkfifo(folder + "/pipe.md", 0o600) == 0)
            let yield = Yield(folder)
            #expect(yield.titles == ["a"])
            #expect(yield.skipped.map(\.reason) == ["neither a file nor a folder"])
            #expect(Yield(folder + "/pipe.md").failures.count == 1)
        }
    }

    @Test func foldersDeeperThanTheSystemCanNameAreNamedAndTheRestGoesOn() throws {
        try withTemporaryDirectory { folder in
            try put("a", "z-after.md", in: folder)
            // By way of descriptors: no path of that length can be given to the system at once.
            var descriptor = open(folder, O_RDONLY)
            let name = String(repeating: "deep", count: 50)
            for _ in 0..<30 {
                #expect(mkdirat(descriptor, name, 0o700) == 0)
                let next = openat(descriptor, name, O_RDONLY)
                close(descriptor)
                descriptor = next
            }
            close(descriptor)
            let yield = Yield(folder)
            #expect(yield.titles == ["z-after"])
            #expect(yield.failures.count == 1)
            #expect(yield.failures.first?.hint.contains("nested too deeply") == true)
        }
    }

    @Test func whatIsMissingIsNamed() {
        let yield = Yield("/no/such/vault")
        #expect(yield.failures.map(\.path) == ["/no/such/vault"])
        #expect(yield.failures.first?.hint.isEmpty == false)
    }

    @Test func aReceiverThatThrowsStopsTheReading() throws {
        struct Enough: Error {}
        try withTemporaryDirectory { folder in
            for number in 0..<5 { try put("n", "\(number).md", in: folder) }
            var count = 0
            #expect(throws: Enough.self) {
                try NoteImport(path: folder).read { (_: ImportItem) throws(Enough) in
                    count += 1
                    if count == 2 { throw Enough() }
                }
            }
            #expect(count == 2)
        }
    }

    @Test func theDigestFollowsTheContentAndNothingElse() {
        let note = ImportedNote(key: "k", title: "ab", body: Array("c".utf8), modifiedMilliseconds: 1)
        var touched = note
        touched.modifiedMilliseconds = 2
        #expect(touched.digest == note.digest)
        let others = [
            ImportedNote(key: "k", title: "a", body: Array("bc".utf8)),
            ImportedNote(key: "k", title: "ab", body: Array("c".utf8), isTrashed: true),
            ImportedNote(key: "k", title: "ab", body: Array("c".utf8), attributes: [.init("label", "x")]),
            ImportedNote(key: "k", title: "ab", body: Array("c".utf8), attributes: [.init("labe", "lx")]),
        ]
        #expect(Set(others.map(\.digest) + [note.digest]).count == 5)
        #expect(note.digest.count == 32)
    }
}
