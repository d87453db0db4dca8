import Foundation
import Importing
import TestSupport
import Testing

@Suite("Google Keep's Takeout")
struct KeepImportTests {
    static let shopping = """
        {"color":"DEFAULT","isTrashed":false,"isPinned":true,"isArchived":false,"annotations":[{"description":"",\
        "source":"WEBLINK","title":"Cheese shop","url":"https://example.org/cheese"}],"attachments":\
        [{"filePath":"18f2.9b.jpg","mimetype":"image/jpeg"}],"title":"Saturday market","userEditedTimestampUsec":\
        1718445600123456,"createdTimestampUsec":1718000000654321,"listContent":[{"textHtml":"<p>tomatoes</p>",\
        "text":"tomatoes, the ugly ones","isChecked":true},{"text":"goat's cheese \\ud83e\\uddc0","isChecked":false},\
        {"text":"","isChecked":false}],"labels":[{"name":"Errands"},{"name":"Küche"}],\
        "sharees":[{"isOwner":true,"type":"WRITER","email":"me@example.org"},\
        {"isOwner":false,"type":"WRITER","email":"ada@example.org"}]}
        """

    @Test func aListBecomesAChecklist() throws {
        try withTemporaryDirectory { folder in
            try put(Self.shopping, "Takeout/Keep/Saturday market.json", in: folder)
            try put("<html>", "Takeout/Keep/Saturday market.html", in: folder)
            try put([0xFF, 0xD8], "Takeout/Keep/18f2.9b.jpg", in: folder)
            try put("Errands\nKüche\n", "Takeout/Keep/Labels.txt", in: folder)
            for format in [ImportFormat.auto, .keep] {
                let yield = Yield(folder, format)
                let note = try yield.note("Saturday market")
                #expect(note.text == "- [x] tomatoes, the ugly ones\n- [ ] goat's cheese 🧀\n- [ ] \n")
                #expect(note.createdMilliseconds == 1_718_000_000_654)
                #expect(note.modifiedMilliseconds == 1_718_445_600_123)
                #expect(note.key == "keep:1718000000654321")
                #expect(note.values(of: "label") == ["Errands", "Küche"])
                #expect(note.values(of: "pinned") == ["true"])
                #expect(note.values(of: "link") == ["https://example.org/cheese"])
                #expect(note.values(of: "attachment") == ["18f2.9b.jpg"])
                #expect(note.values(of: "shared-with") == ["ada@example.org"])
                #expect(!note.isTrashed)
                #expect(yield.failures.isEmpty)
                #expect(yield.skipped.count == 3)
            }
        }
    }

    @Test func textIsKeptAndTimesMayBeStrings() throws {
        try withTemporaryDirectory { folder in
            try put(
                #"""
                {"title":"","isTrashed":true,"textContent":"call the roofer\n\tabout \"the leak\" \\ gutter\r\n",
                "userEditedTimestampUsec":"1600000000000001","isArchived":true,"color":"YELLOW"}
                """#, "2020-09-13T14_26_40.json", in: folder)
            let note = try Yield(folder).note("call the roofer")
            #expect(note.text == "call the roofer\n\tabout \"the leak\" \\ gutter\r\n")
            #expect(note.modifiedMilliseconds == 1_600_000_000_000)
            #expect(note.isTrashed)
            #expect(note.values(of: "color") == ["YELLOW"])
            #expect(
                note.key == "keep:\(folder)/2020-09-13T14_26_40.json" || note.key.hasSuffix("/2020-09-13T14_26_40.json")
            )
            #expect(note.identity == .content)
        }
    }

    /// An item is one row, and a title one line, whatever breaks a line in them.
    @Test(
        arguments: [
            ("a\\nb", "a b"), ("a\\r\\nb", "a b"), ("a\\rb", "a b"), ("a \\n\\n  b\\n", "a b"),
            ("\\n- [ ] b", "- [ ] b"),
            ("a\\n- [x] b", "a - [x] b"), ("a\\u2028b\\u0085c", "a b c"), ("  a", "  a"),
        ])
    func `an item of a list is one row whatever it holds`(item: String, row: String) throws {
        try withTemporaryDirectory { folder in
            try put(
                #"{"isTrashed":false,"title":"\#(item)","textContent":"Intro","listContent":"#
                    + #"[{"text":"\#(item)","isChecked":true},{"text":"end","isChecked":false}]}"#,
                "n.json", in: folder)
            let note = try #require(Yield(folder).notes.first)
            #expect(note.text == "Intro\n\n- [x] \(row)\n- [ ] end\n")
            #expect(note.title == row)
        }
    }

    @Test(arguments: ["0", "\"0\"", "-1", "0.4"])
    func `a time of zero is no time`(zero: String) throws {
        try withTemporaryDirectory { folder in
            try put(
                #"{"isTrashed":false,"textContent":"a","title":"edited","userEditedTimestampUsec":\#(zero),"#
                    + #""createdTimestampUsec":1718000000654321}"#, "a.json", in: folder)
            try put(
                #"{"isTrashed":false,"textContent":"b","title":"made","createdTimestampUsec":\#(zero),"#
                    + #""userEditedTimestampUsec":1718000000654321}"#, "b.json", in: folder)
            let edited = try Yield(folder).note("edited")
            #expect(edited.modifiedMilliseconds == nil && edited.createdMilliseconds == 1_718_000_000_654)
            let made = try Yield(folder).note("made")
            #expect(made.modifiedMilliseconds == 1_718_000_000_654 && made.identity == .content)
        }
    }

    @Test func notesMadeInTheSameMicrosecondStayTwo() throws {
        try withTemporaryDirectory { folder in
            for name in ["one", "two"] {
                try put(
                    #"{"title":"\#(name)","textContent":"t","createdTimestampUsec":5,"isTrashed":false}"#,
                    "\(name).json", in: folder)
            }
            try put(
                #"{"title":"two","textContent":"t","createdTimestampUsec":5,"isTrashed":false}"#,
                "two(1).json", in: folder)
            let yield = Yield(folder, .keep)
            #expect(yield.titles.sorted() == ["one", "two", "two"])
            #expect(Set(yield.notes.map(\.key)).count == 3)
            #expect(yield.notes.map(\.key) == Yield(folder, .keep).notes.map(\.key))
        }
    }

    @Test func theArchiveIsReadAsItComes() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/takeout.zip"
            writeArchive(
                .zip,
                [
                    ("Takeout/archive_browser.html", Array("<html>".utf8)),
                    ("Takeout/Keep/Saturday market.json", Array(Self.shopping.utf8)),
                    ("Takeout/Keep/Saturday market.html", Array("<html>".utf8)),
                ], to: path)
            let yield = Yield(path)
            #expect(yield.titles == ["Saturday market"])
            #expect(yield.failures.isEmpty)
        }
    }

    @Test func brokenNotesAreNamedAndTheRestGoesOn() throws {
        try withTemporaryDirectory { folder in
            try put(Self.shopping, "good.json", in: folder)
            try put(String(Self.shopping.prefix(400)), "cut.json", in: folder)
            try put(
                #"{"textContent":\#(String(repeating: "[", count: 200_000))"#, "deep.json", in: folder)
            try put("{ // a program's settings\n}", "settings.json", in: folder)
            let yield = Yield(folder)
            #expect(yield.titles == ["Saturday market"])
            #expect(yield.failures.map { URL(filePath: $0.path).lastPathComponent } == ["cut.json", "deep.json"])
            #expect(
                yield.failures.first?.reason == "is broken JSON at line 1, column 401: a string is not closed")
            #expect(yield.skipped.count == 1)
            #expect(Yield(folder, .keep).failures.count == 3)
            #expect(Yield(folder + "/settings.json").failures.count == 1)
        }
    }
}
