import CommandTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit
@testable import NoteLedgerCommands

/// `convert-page` from every format into every other, by the command as people run it.
@Suite("Converting pages")
struct PageConversionTests {
    static let formats = ["markdown", "html", "kv", "flatbuffers", "tl"]

    /// Boxes where they are easily lost: nested, numbered, quoted, alone, beside links, and what only looks like one.
    private static let page = """
        # Plan

        1. [x] *bold* step & more
        2. plain step
           - [ ] nested
             * [X] deep ~~struck~~
        10. [ ] ten

        > - [ ] in a quote
        >   1. [x] and a number

        | a | b |
        |---|---|
        | 1 | [ ] no box |

        ```swift
        - [ ] not a box
        ```

        - [ ] with a [link](https://example.org/a?b=c&d=e) and `code`

          a second paragraph
        - [x]
        - no box 漢字 🎈

        """

    /// What must come through every format.
    private struct Essence: Equatable {
        var checks: [Bool] = []
        var numbers: [String] = []
        var text = ""

        init(of blocks: [[String: Any]]) {
            for block in blocks { add(block) }
            // Formats differ in where they break a line.
            text.removeAll(where: \.isWhitespace)
        }

        private mutating func add(_ value: Any) {
            switch value {
            case let text as String: self.text += text
            case let parts as [Any]: for part in parts { add(part) }
            case let object as [String: Any]:
                if let check = object["checked"] as? Bool { checks.append(check) }
                if let number = object["number"] { numbers.append("\(number)") }
                for (name, part) in object.sorted(by: { $0.key < $1.key })
                where !["type", "checked", "number", "language", "url", "start", "webpageId"].contains(name) {
                    add(part)
                }
            default: break
            }
        }
    }

    private func convert(_ bytes: [UInt8], _ words: String...) throws -> BuiltTool.Run {
        try BuiltTool("noteledger").run(["convert-page"] + words + ["-"], input: bytes).checked()
    }

    private func essence(of bytes: [UInt8], _ format: String) throws -> Essence {
        try Essence(of: convert(bytes, "--from", format, "--to", "page", "--json").objects)
    }

    @Test(arguments: formats)
    func boxesNumbersAndTextsComeThroughEveryPair(_ source: String) throws {
        let bytes = try convert(Array(Self.page.utf8), "--to", source).output
        let before = try essence(of: bytes, source)
        #expect(before.checks == [true, false, true, false, false, true, false, true])
        #expect(before.text.contains("boldstep&more") && before.text.contains("-[]notabox"))
        for target in Self.formats {
            let after = try essence(of: convert(bytes, "--from", source, "--to", target).output, target)
            #expect(after == before, "\(source) → \(target)")
        }
    }

    @Test(arguments: formats)
    func jsonHoldsTheSameBytes(_ target: String) throws {
        let bytes = Array(Self.page.utf8)
        let plain = try convert(bytes, "--to", target).output
        let object = try #require(try convert(bytes, "--to", target, "--json").objects.first)
        #expect(object["format"] as? String == target)
        // Bytes that are no text stand in Base64.
        let text = object["content"] as? String
        let base64 = (object["content"] as? [String: Any])?["base64"] as? String
        let content = text.map { Array($0.utf8) } ?? base64.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
        #expect(content == plain)
    }

    @Test(arguments: ["kv", "flatbuffers", "tl"])
    func damagedBytesAreNamedByPlace(_ format: String) throws {
        let whole = try convert(Array(Self.page.utf8), "--to", format).output
        let tool = BuiltTool("noteledger")
        for damaged in [[], Array(whole.prefix(whole.count / 2)), Array(repeating: 0xFF, count: 64)] as [[UInt8]] {
            let run = try tool.run("convert-page", "--from", format, "--to", "markdown", input: damaged)
            #expect(run.code == 65 && run.output == [], "\(run)")
            #expect(run.messages.contains(/\(\w[\w ]*, at byte \d+\)/), "\(run.messages)")
            #expect(run.messages.contains("\nhint: "))
            let inJSON = try tool.run("convert-page", "--from", format, "--json", input: damaged)
            let error = try JSONSerialization.jsonObject(with: Data(inJSON.messages.utf8)) as? [String: [String: Any]]
            #expect(error?["error"]?["kind"] as? String == "bad-data")
            #expect(error?["error"]?["hint"] is String)
        }
    }

    @Test func whatIsAlwaysAPageNeverFails() throws {
        var generator = SeededGenerator(seed: 41)
        let noise = (0..<4_096).map { _ in UInt8.random(in: 0...255, using: &generator) }
        for source in ["markdown", "html"] {
            for target in Self.formats { _ = try convert(noise, "--from", source, "--to", target) }
        }
    }

    @Test func filesAndStandardInputAreTheSame() throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("noteledger")
            tool.folder = folder
            let bytes = Array(Self.page.utf8)
            try Data(bytes).write(to: URL(filePath: folder + "/plan.md"))
            let fromFile = try tool.run("convert-page", "plan.md", "--to", "html").checked().output
            #expect(try tool.run("convert-page", "--to", "html", "-", input: bytes).checked().output == fromFile)
            #expect(try tool.run("convert-page", "--to", "html", input: bytes).checked().output == fromFile)
            let missing = try tool.run("convert-page", "none.md")
            #expect(missing.code == 66 && missing.messages.contains("none.md cannot be read"))
            #expect(try tool.run("convert-page", "--from", "markdwon").messages.contains("Did you mean “markdown”?"))
        }
    }

    @Test func whatHasNoPlaceInAFormatIsSaid() throws {
        let run = try convert(Array("```swift\nlet a = 1\n```\n".utf8), "--to", "kv")
        #expect(run.messages == "What kv has no place for became its nearest relative.\n")
        #expect(try convert(Array("- [ ] a\n".utf8), "--to", "kv").messages == "")
    }
}
