import LineFuzzing

/// Bytes as a note and what is done to its lines.
enum ChecklistFuzzing {
    static func check(_ bytes: [UInt8]) {
        do { try EditScript(bytes).check() } catch { preconditionFailure(error.description) }
    }

    /// Every action on notes of each kind.
    static let seeds: [[UInt8]] = notes.enumerated().flatMap { number, note in
        (0..<UInt8(EditScript.Action.allCases.count)).map { action in
            EditScript.bytes(
                header: [0, 1, 17][number % 3],
                steps: [[action, 0, 3, 2, UInt8(number), 4], [action &+ 1, 0, 9, 1, action, 0], [0, 0, 5, 1, 2, 0]],
                note: Array(note.utf8))
        }
    }

    private static let notes = [
        "- [ ] a\n- [x] b\n  - [X] c\n\n[ ] d\n", "---\nt: x\n---\n```\n- [ ] a\n```\n- [-] b", "a\rb\r\n\r\nc\n\rd",
        "- [ ] ```\n  ~~~~\n- ````\n    ```\n`````\n", "> - [ ] 日本\n1. [x] é\n9) 🥑\n", "",
        "- [ ] " + String(repeating: "long line ", count: 220) + "\nb\n",
    ]
}
