import Importing
import TestSupport
import Testing

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

    @Test func otherTextsAreReadWhenAskedFor() throws {
        try withTemporaryDirectory { folder in
            let path = try put("a\n", "chores.txt", in: folder)
            #expect(Yield(folder).notes.isEmpty)
            #expect(Yield(folder, .todotxt).notes.map(\.text) == ["- [ ] a\n"])
            #expect(Yield(path).notes.map(\.text) == ["a\n"])
        }
    }
}
