import Foundation
import Importing
import TestSupport
import Testing

@Suite("Joplin's RAW folder and archive")
struct JoplinImportTests {
    static let files = [
        JoplinFile(id: JoplinFile.id(1), title: "Home", type: 2, properties: [("parent_id", "")]),
        JoplinFile(
            id: JoplinFile.id(10), title: "Tomatoes", body: "Sow in March.\n\nspacing: 50 cm\nwater: daily",
            properties: [
                ("parent_id", JoplinFile.id(2)), ("user_created_time", "2023-02-01T10:00:00.000Z"),
                ("is_todo", "0"), ("source_url", "https://example.org/t"), ("latitude", "48.10000000"),
            ]),
        JoplinFile(id: JoplinFile.id(2), title: "Garden", type: 2, properties: [("parent_id", JoplinFile.id(1))]),
        JoplinFile(
            id: JoplinFile.id(11), title: "Order seeds", body: "from the usual shop",
            properties: [
                ("parent_id", JoplinFile.id(1)), ("is_todo", "1"), ("todo_due", "1764580000000"),
                ("todo_completed", "1764490000000"),
            ]),
        JoplinFile(
            id: JoplinFile.id(12), title: "Mend the gate", properties: [("is_todo", "1"), ("todo_completed", "0")]),
        JoplinFile(id: JoplinFile.id(20), title: "urgent", type: 5),
        JoplinFile(
            id: JoplinFile.id(21), type: 6,
            properties: [("note_id", JoplinFile.id(12)), ("tag_id", JoplinFile.id(20))]),
        JoplinFile(id: JoplinFile.id(30), title: "gate.jpg", type: 4, properties: [("mime", "image/jpeg")]),
        JoplinFile(
            id: JoplinFile.id(13), properties: [("encryption_cipher_text", "JED01…"), ("encryption_applied", "1")]),
        JoplinFile(
            id: JoplinFile.id(14), title: "Thrown away", body: "x", properties: [("deleted_time", "1764490000000")]),
    ]

    func check(_ yield: Yield) throws {
        #expect(
            yield.titles == ["Tomatoes", "Order seeds", "Mend the gate", "Thrown away"].filter(yield.titles.contains))
        #expect(yield.notes.count == 4)
        let tomatoes = try yield.note("Tomatoes")
        #expect(tomatoes.text == "Sow in March.\n\nspacing: 50 cm\nwater: daily")
        #expect(tomatoes.key == "joplin:\(JoplinFile.id(10))")
        #expect(tomatoes.createdMilliseconds == 1_675_245_600_000)
        #expect(tomatoes.modifiedMilliseconds == 1_762_106_699_000)
        #expect(tomatoes.values(of: "label") == ["Home/Garden"])
        #expect(tomatoes.values(of: "link") == ["https://example.org/t"])
        let seeds = try yield.note("Order seeds")
        #expect(seeds.text == "- [x] Order seeds\n\nfrom the usual shop")
        #expect(seeds.values(of: "due") == ["1764580000000"])
        let gate = try yield.note("Mend the gate")
        #expect(gate.text == "- [ ] Mend the gate\n")
        #expect(gate.values(of: "label") == ["urgent"])
        #expect(try yield.note("Thrown away").isTrashed)
        #expect(yield.failures.map(\.reason) == ["is encrypted"])
        #expect(yield.failures.first?.path.hasSuffix("\(JoplinFile.id(13)).md") == true)
        #expect(yield.skipped.map(\.reason).contains("an attachment: gate.jpg"))
    }

    @Test(arguments: [ImportFormat.auto, .joplin])
    func aFolderIsRead(format: ImportFormat) throws {
        try withTemporaryDirectory { folder in
            for file in Self.files { try put(file.content, file.name, in: folder) }
            try put([0xFF, 0xD8], "resources/\(JoplinFile.id(30)).jpg", in: folder)
            try check(Yield(folder, format))
        }
    }

    @Test(arguments: [ImportFormat.auto, .joplin])
    func anArchiveIsRead(format: ImportFormat) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/export.jex"
            let resource = (
                name: "resources/\(JoplinFile.id(30)).jpg", content: [UInt8](repeating: 0xFF, count: 100_000)
            )
            writeArchive(.tar, Self.files.map { ($0.name, Array($0.content.utf8)) } + [resource], to: path)
            try check(Yield(path, format))
        }
    }

    @Test(
        "Title and text are told apart, however odd",
        arguments: [
            ("", "text only"), ("title only", ""), ("t", "\nbegins blank"), ("t", "ends blank\n"),
            ("t", "id: 1\n\ntype_: 1"),
            ("日本語", "a\r\nb\r\n"), ("t", "one\n\ntwo\n\n\nthree"), ("id: x", "y"),
        ])
    func roundTrip(title: String, body: String) throws {
        try withTemporaryDirectory { folder in
            let file = JoplinFile(id: JoplinFile.id(7), title: title, body: body)
            try put(file.content, file.name, in: folder)
            let note = try #require(Yield(folder).notes.first)
            #expect(note.text == body)
            #expect(title.isEmpty || note.title == title)
        }
    }

    @Test func markdownThatOnlyHasSuchANameIsMarkdown() throws {
        try withTemporaryDirectory { folder in
            try put("just text", JoplinFile.id(1) + ".md", in: folder)
            #expect(Yield(folder).notes.map(\.text) == ["just text"])
            #expect(Yield(folder, .joplin).failures.map(\.reason) == ["is no Joplin file"])
        }
    }

    /// A Markdown file that is attached to a note is not a note, also if it has an item's name or is one.
    @Test(arguments: [ImportFormat.auto, .joplin], ["", "export/"])
    func `what is attached to a note is not a note`(format: ImportFormat, place: String) throws {
        try withTemporaryDirectory { folder in
            for file in Self.files { try put(file.content, place + file.name, in: folder) }
            let item = JoplinFile(id: JoplinFile.id(99), title: "an export of somebody else's", body: "x")
            for (name, content) in [
                (JoplinFile.id(30) + ".md", "# attached"), (item.name, item.content), ("plan.md", "# plan"),
                ("deeper/plan.md", "# plan"),
            ] { try put(content, "\(place)resources/\(name)", in: folder) }
            // Elsewhere, a folder of that name holds notes like any other.
            try put("# mine", "other/resources/mine.md", in: folder)
            let yield = Yield(folder, format)
            #expect(yield.notes.count == (format == .auto ? 5 : 4), "\(yield.titles)")
            #expect(
                !yield.titles.contains {
                    $0.contains("plan") || $0.contains("export") || $0.contains(JoplinFile.id(30))
                })
            #expect(yield.skipped.count { $0.reason == "an attachment" } == 4)
        }
    }

    @Test func `an item that is cut off is named and becomes no note`() throws {
        try withTemporaryDirectory { folder in
            let content = Self.files[1].content
            try put(Self.files[0].content, Self.files[0].name, in: folder)
            let type = try #require(content.range(of: "\ntype_:"))
            let properties = try #require(content.range(of: "\n\nid:"))
            for (number, end) in [(40, type.lowerBound), (41, properties.lowerBound)] {
                try put(String(content[..<end]), JoplinFile.id(number) + ".md", in: folder)
            }
            let yield = Yield(folder)
            #expect(yield.notes.isEmpty, "\(yield.titles)")
            #expect(yield.failures.count == 2)
            #expect(yield.failures.allSatisfy { $0.reason.contains("Joplin item") && !$0.hint.isEmpty })
        }
    }

    @Test func notebooksInACircleEnd() throws {
        try withTemporaryDirectory { folder in
            for (me, parent) in [(1, 2), (2, 1)] {
                let file = JoplinFile(
                    id: JoplinFile.id(me), title: "n\(me)", type: 2, properties: [("parent_id", JoplinFile.id(parent))])
                try put(file.content, file.name, in: folder)
            }
            let note = JoplinFile(id: JoplinFile.id(3), title: "t", properties: [("parent_id", JoplinFile.id(1))])
            try put(note.content, note.name, in: folder)
            #expect(Yield(folder).notes.map { $0.values(of: "label") } == [["n2/n1"]])
        }
    }

    @Test func aTruncatedArchiveGivesWhatItHas() throws {
        try withTemporaryDirectory { folder in
            let notes = (0..<20).map { JoplinFile(id: JoplinFile.id(100 + $0), title: "note \($0)", body: "text") }
            let path = folder + "/whole.jex"
            writeArchive(.tar, notes.map { ($0.name, Array($0.content.utf8)) }, to: path)
            let whole = try Data(contentsOf: URL(filePath: path))
            for length in [10 * 1024 + 700, 10 * 1024 + 100, 3000] {
                let cut = try put(whole.prefix(length), "cut.jex", in: folder)
                let yield = Yield(cut)
                #expect(yield.notes.count == length / 1024)
                #expect(yield.failures.count == 1)
                #expect(yield.failures.first?.hint.isEmpty == false)
            }
            #expect(Yield(path).notes.count == 20)
        }
    }

    @Test func namesThatLeadOutOfTheArchiveAreRefused() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/evil.tar"
            let text = Array("x".utf8)
            writeArchive(
                .tar,
                [
                    ("../../etc/evil.md", text), ("/etc/passwd.md", text), ("a/../../b.md", text),
                    ("./fine/日本.md", text),
                ],
                to: path)
            let yield = Yield(path)
            #expect(yield.titles == ["日本"])
            #expect(yield.failures.count == 3)
            #expect(yield.failures.allSatisfy { $0.reason == "has a name that leads out of the archive" })
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left == ["evil.tar"])
        }
    }

    @Test func whatIsNoArchiveIsNamed() throws {
        try withTemporaryDirectory { folder in
            let path = try put("not a tar at all", "notes.jex", in: folder)
            let yield = Yield(path)
            #expect(yield.notes.isEmpty)
            #expect(yield.failures.map(\.path) == [path])
        }
    }
}
