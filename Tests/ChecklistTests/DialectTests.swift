import Foundation
import Testing

@testable import Checklist

/// The table of `docs/CHECKLIST.md` says what the line model makes of 144 inputs on which Markdown tools disagree.
@Suite struct DialectTableHolds {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var input: [UInt8]
        var verdict: String

        var testDescription: String { name }
    }

    static let rows: [Row] = {
        let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/CHECKLIST.md")
        let text = (try? String(contentsOf: docs, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            // | case | `"json string"` | GFM | ours | why |
            let cells = line.replacing("\\|", with: "\u{1}").split(separator: "|").map {
                $0.replacing("\u{1}", with: "|").trimmingCharacters(in: .whitespaces)
            }
            guard cells.count >= 4, cells[1].contains("\"") else { return nil }
            let json = cells[1].drop { $0 == "`" || $0 == " " }.reversed().drop { $0 == "`" || $0 == " " }.reversed()
            guard
                let string = try? JSONSerialization.jsonObject(
                    with: Data(String(json).utf8), options: .fragmentsAllowed) as? String
            else { return nil }
            return Row(name: cells[0], input: Array(string.utf8), verdict: cells[3].replacing("`", with: ""))
        }
    }()

    @Test func tableIsWhole() { #expect(DialectTableHolds.rows.count == 144) }

    @Test(arguments: rows)
    func verdict(row: Row) {
        let document = ChecklistDocument(parsing: row.input, madeBy: author)
        let verdicts = document.lines.compactMap { line -> String? in
            switch line.form {
            case .plain: nil
            case .bulleted: "item"
            case .checkbox(.open): "[ ]"
            case .checkbox(.ticked): "[x]"
            case .checkbox(.custom(let mark)): "[\(Character(UnicodeScalar(mark)))]"
            }
        }
        #expect((verdicts.isEmpty ? "plain" : verdicts.joined(separator: ", ")) == row.verdict)
    }
}
