import TestSupport
import Testing

@testable import Importing

@Suite("todo.txt")
struct TodoTxtImportTests {
    static let pairs = [
        ("call Mum\n", "- [ ] call Mum\n"),
        ("x 2025-11-02 2025-11-01 call Mum +family @phone\n", "- [x] 2025-11-02 2025-11-01 call Mum +family @phone\n"),
        ("(A) 2025-11-01 file taxes due:2025-12-01", "- [ ] (A) 2025-11-01 file taxes due:2025-12-01"),
        ("xylophone lesson\r\nX marks it\r\n", "- [ ] xylophone lesson\r\n- [ ] X marks it\r\n"),
        ("x \n\n \t\nx\n", "- [x] \n\n \t\n- [ ] x\n"),
        ("\u{FEFF}x done\n", "\u{FEFF}- [x] done\n"),
        ("- [ ] already\n", "- [ ] - [ ] already\n"),
        ("", ""),
    ]

    @Test(arguments: pairs)
    func tasksBecomeCheckboxes(tasks: String, checklist: String) throws {
        try withTemporaryDirectory { folder in
            try put(tasks, "todo.txt", in: folder)
            let yield = Yield(folder)
            #expect(yield.notes.map(\.text) == [checklist])
            #expect(yield.titles == ["todo"])
        }
    }

    @Test func nothingIsLostWhateverTheFileHolds() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let pieces: [[UInt8]] =
            ["x ", "x", "X ", "- [ ] ", "- [x] ", "\n", "\r\n", "\r", " ", "\t", "(A) ", "a", "\u{FEFF}"].map {
                Array($0.utf8)
            } + [[0xFF], [0x00]]
        try withTemporaryDirectory { folder in
            for _ in 0..<300 {
                let tasks = (0..<Int.random(in: 0...24, using: &generator)).flatMap { _ in
                    pieces.randomElement(using: &generator)!
                }
                let path = try put(tasks, "work.todo.txt", in: folder)
                let body = try #require(Yield(path).notes.first).body
                #expect(TodoTxtFormat.tasks(fromChecklist: body) == tasks, "seed \(seed)")
            }
        }
    }

    /// As PowerShell and Notepad save it, with a mark and without.
    @Test(arguments: [true, false], [true, false])
    func `a file in UTF-16 is read`(isLittleEndian: Bool, hasMark: Bool) throws {
        try withTemporaryDirectory { folder in
            let text = (hasMark ? "\u{FEFF}" : "") + "x call Mum 🎈\r\nbuy cheese, Käse\r\n"
            let units = text.utf16.flatMap {
                isLittleEndian ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)]
            }
            try put(units, "todo.txt", in: folder)
            let note = try #require(Yield(folder).notes.first)
            #expect(note.text == (hasMark ? "\u{FEFF}" : "") + "- [x] call Mum 🎈\r\n- [ ] buy cheese, Käse\r\n")
            let encoding = try #require(TextEncoding(rawValue: note.values(of: "encoding").first ?? ""))
            #expect(encoding == (isLittleEndian ? .utf16LittleEndian : .utf16BigEndian))
            #expect(encoding.encode(TodoTxtFormat.tasks(fromChecklist: note.body)) == units)
            let json = #"{"title":"Käse","textContent":"a","isTrashed":false,"createdTimestampUsec":5}"#
            let jsonUnits = ((hasMark ? "\u{FEFF}" : "") + json).utf16.flatMap {
                isLittleEndian ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)]
            }
            #expect(Yield(try put(jsonUnits, "keep/a.json", in: folder)).titles == ["Käse"])
            let markdown = Yield(try put(units, "note.md", in: folder)).notes
            #expect(markdown.map(\.text) == [hasMark ? text : String(decoding: units, as: UTF8.self)])
        }
    }

    @Test(
        arguments: [
            [0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00], [0xFF, 0xFE, 0x61], [0xFE, 0xFF, 0xDC, 0x00],
            [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61],
        ] as [[UInt8]])
    func `a file that cannot be decoded is refused`(content: [UInt8]) throws {
        try withTemporaryDirectory { folder in
            for name in ["todo.txt", "a.json"] {
                let yield = Yield(try put(content, name, in: folder))
                #expect(yield.notes.isEmpty && yield.failures.count == 1, "\(name)")
                #expect(yield.failures.first?.hint.contains("UTF-8") == true)
            }
            // A Markdown file is kept byte for byte, whatever it is.
            #expect(Yield(try put(content, "a.md", in: folder)).notes.map(\.body) == [content])
        }
    }

    @Test func otherTextsAreReadWhenAskedFor() throws {
        try withTemporaryDirectory { folder in
            let path = try put("a\n", "chores.txt", in: folder)
            #expect(Yield(folder).notes.isEmpty)
            #expect(Yield(folder, .todotxt).notes.map(\.text) == ["- [ ] a\n"])
            #expect(Yield(path).notes.map(\.text) == ["a\n"])
        }
    }
}
