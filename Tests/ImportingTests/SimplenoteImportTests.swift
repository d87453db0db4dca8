import Foundation
import Importing
import TestSupport
import Testing

@Suite("Simplenote's export")
struct SimplenoteImportTests {
    static let export = #"""
        {
          "activeNotes": [
            {
              "id": "4f1a-77",
              "content": "Books to read\r\n- [ ] The Waves\r\n- [x] Middlemarch",
              "creationDate": "2022-08-14T09:12:33.000Z",
              "lastModified": "2025-01-03T22:10:01.500Z",
              "pinned": true,
              "markdown": true,
              "tags": ["books", "évasion"],
              "collaboratorEmails": ["ben@example.org"]
            },
            { "id": "9", "creationDate": "2022-08-14T09:12:33.000Z" }
          ],
          "trashedNotes": [
            { "id": "old", "content": "\n\n# Old plan \n", "creationDate": "2019-02-28T23:59:59Z", "lastModified": "?" }
          ]
        }
        """#

    /// Exports of old versions have no ids, and people write several notes that begin alike.
    @Test func notesThatBeginAlikeStayApart() throws {
        let notes = (1...5).map { #"{"content": "Shopping\nlist \#($0)"}"# }.joined(separator: ",")
        try withTemporaryDirectory { folder in
            let path = try put(#"{"activeNotes": [\#(notes)], "trashedNotes": []}"#, "notes.json", in: folder)
            let yield = Yield(path)
            #expect(yield.notes.count == 5 && Set(yield.notes.map(\.key)).count == 5)
            #expect(Yield(path).notes == yield.notes)
        }
    }

    @Test func theFileIsRead() throws {
        try withTemporaryDirectory { folder in
            let path = try put(Self.export, "notes.json", in: folder)
            for yield in [Yield(path), Yield(folder), Yield(path, .simplenote)] {
                let books = try yield.note("Books to read")
                #expect(books.text == "Books to read\r\n- [ ] The Waves\r\n- [x] Middlemarch")
                #expect(books.key == "simplenote:4f1a-77")
                #expect(books.createdMilliseconds == 1_660_468_353_000)
                #expect(books.modifiedMilliseconds == 1_735_942_201_500)
                #expect(books.values(of: "label") == ["books", "évasion"])
                #expect(books.values(of: "shared-with") == ["ben@example.org"])
                let old = try yield.note("Old plan")
                #expect(old.isTrashed)
                #expect(old.text == "\n\n# Old plan \n")
                #expect(old.modifiedMilliseconds == nil)
                #expect(yield.failures.map(\.path) == [yield.failures[0].path])
                #expect(yield.failures[0].path.hasSuffix("notes.json!activeNotes[1]"))
            }
        }
    }

    @Test func theArchiveGivesEachNoteOnce() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/notes.zip"
            writeArchive(
                .zip,
                [
                    ("Books to read.txt", Array("Books to read".utf8)), ("trash/Old plan.txt", Array("x".utf8)),
                    ("source/notes.json", Array(Self.export.utf8)),
                ], to: path)
            let yield = Yield(path)
            #expect(yield.titles == ["Books to read", "Old plan"])
            #expect(yield.skipped.count == 2)
        }
    }

    @Test func onlyARealExportMakesCopiesOfWhatLiesBesideIt() throws {
        try withTemporaryDirectory { folder in
            try put("a", "Real note.md", in: folder)
            try put(#"{"my": "bibliography"}"#, "source/notes.json", in: folder)
            #expect(Yield(folder).titles == ["Real note"])
            try put(Self.export, "source/notes.json", in: folder)
            #expect(Yield(folder).titles == ["Books to read", "Old plan"])
        }
    }
}
