import Checklist

/// A note and what is done to it, read off bytes: any bytes are a script, so that a fuzzer can think them up.
///
/// The first byte says how large the tree's nodes are and how many steps there are, each step takes six bytes, and all
/// that follows is the note.
package struct EditScript {
    /// How large the tree's nodes are.
    package let shape: TreeShape
    /// What is done, in order.
    package let steps: [Step]
    /// The text to begin with.
    package let note: [UInt8]

    /// One change; its numbers are taken modulo what there is.
    package struct Step {
        /// What is done.
        package let action: Action
        /// The byte or the line that it is done to.
        package let place: Int
        /// How many bytes or lines.
        package let length: Int
        /// What is put there.
        package let text: [UInt8]
    }

    /// What can be done to a note.
    package enum Action: UInt8, CaseIterable {
        case type, toggle, makeItem, makePlain, append, delete, move, adopt, save, rewrite
    }

    /// Text with a meaning, so that it need not be found by chance.
    private static let snippets: [[UInt8]] =
        [
            "a", "", "\n", "\r", "\r\n", "`", "```", "~~~~\n", "- [x] ", "- [ ] b\n", "[ ] ", "---\n", "...", "  ",
            "\t", "> ",
            "1. ", "é", "日本", "🥑", "x\ny\n", "\n\n", "  ```\n", "- ```\n", "- ", "\u{FEFF}",
        ].map { Array($0.utf8) } + [[0xF0, 0x9F], [0x80], [0]]

    /// The script that the bytes are.
    package init(_ bytes: [UInt8]) {
        let header = Int(bytes.first ?? 0)
        shape =
            header & 1 == 0 ? .standard : TreeShape(fanout: 4, leafBytes: 0, leafLines: header & 16 == 0 ? 2 : 9)
        let count = min(header >> 1 & 7, max(bytes.count - 1, 0) / 6)
        note = Array(bytes.dropFirst(1 + 6 * count))
        let note = note
        steps = (0..<count).map { number in
            let step = bytes[(1 + 6 * number)...].prefix(6).map(Int.init)
            let start = min(note.count, step[1] << 8 | step[2])
            let snippet = EditScript.snippets[step[4] % EditScript.snippets.count]
            return Step(
                action: Action(rawValue: UInt8(step[0] % Action.allCases.count)) ?? .type,
                place: step[1] << 8 | step[2], length: step[3],
                text: step[5] == 0 ? snippet : snippet + note[start...].prefix(step[5]))
        }
    }

    /// The bytes of a script of steps, each six bytes, on a note; the header's bits 0 and 4 say how large nodes are.
    package static func bytes(header: UInt8, steps: [[UInt8]], note: [UInt8]) -> [UInt8] {
        [header & ~14 | UInt8(min(steps.count, 7)) << 1] + steps.prefix(7).flatMap { $0 } + note
    }
}
