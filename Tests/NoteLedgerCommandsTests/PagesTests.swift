import CommandTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit
@testable import NoteLedgerCommands

@Suite("Commands about pages")
struct PagesTests {
    private static let source = """
        # Plan

        1. [x] *bold* step & more
        2. plain step
           - [ ] nested

        | a | b |
        |---|---|
        | 1 | 2 |

        """

    @Test(arguments: ["kv", "flatbuffers", "tl", "html"])
    func everyFormatCarriesBoxesNumbersAndText(_ format: String) throws {
        try withSampleStore { store in
            try store.write("plan.md", Self.source)
            func convert(_ line: String) throws -> String {
                try store.tool.shell("set -o pipefail; " + line).checked().text
            }
            let direct = try convert("noteledger convert-page plan.md --to page")
            let through = try convert(
                "noteledger convert-page plan.md --to \(format) | noteledger convert-page --from \(format) - --to page")
            #expect(direct.contains("☑ text “bold step & more”"))
            #expect(direct.contains("☐ text “nested”"))
            // A wire format may know a heading, or a number, by another name; nothing of these may be lost.
            for piece in ["☑", "☐", "Plan", "bold step & more", "plain step", "nested"] {
                #expect(through.contains(piece), "\(through)")
            }
            #expect(through.filter { $0 == "☑" }.count == 1 && through.filter { $0 == "☐" }.count == 1)
        }
    }

    @Test func markdownComesBackAsMarkdown() throws {
        try withSampleStore { store in
            let once = try store.tool.run("convert-page", "--to", "markdown", input: Array(Self.source.utf8)).checked()
            let twice = try store.tool.run("convert-page", "--to", "markdown", input: once.output).checked()
            #expect(once.output == twice.output)
            #expect(once.text.contains("1. [x] *bold* step & more"))
        }
    }

    @Test func notesAreShownAsPages() throws {
        try withSampleStore { store in
            let html = try store.tool.run("show", "Groceries", "--format", "html").checked().text
            #expect(html.contains("<h1>Saturday</h1>") && html.contains("checkbox"))
            #expect(
                try store.tool.run("show", "Groceries", "--format", "page", "--at", "1").checked().text.contains(
                    "☐ text “milk”"))
            let blocks = try store.tool.run("show", "Groceries", "--format", "page", "--json").checked().objects
            #expect(blocks.map { $0["type"] as? String } == ["heading", "list", "paragraph"])
            // The ledger's bare boxes are items of pages too.
            try store.tool.run("new", "Bare", "[ ] one", "[x] two").checked()
            #expect(try store.tool.run("show", "Bare", "--format", "page").checked().text.contains("☑ text “two”"))
        }
    }

    @Test func bareBoxesAreReadWhenAsked() throws {
        let tool = BuiltTool("noteledger")
        let plain = try tool.run("convert-page", input: Array("[ ] one\n".utf8)).checked().text
        #expect(!plain.contains("☐"))
        #expect(
            try tool.run("convert-page", "--bare-tasks", input: Array("[ ] one\n".utf8)).checked().text.contains("☐"))
    }

    @Test(arguments: ["kv", "flatbuffers", "tl"])
    func bytesThatAreNoPageAreBadData(_ format: String) throws {
        let tool = BuiltTool("noteledger")
        let run = try tool.run("convert-page", "--from", format, input: Array("this is no page at all".utf8))
        #expect(run.code == 65)
        #expect(run.messages.contains("at byte") && run.messages.contains("hint: --from"))
        #expect(run.output == [])
    }

    @Test func bytesAreNotSentToATerminal() throws {
        try withSampleStore { store in
            let run = try store.tool.shell(
                "script -qec 'noteledger convert-page packing.md --to tl' /dev/null; exit $?")
            #expect(run.code == 64)
            #expect(run.text.contains("bytes that a terminal cannot show"))
        }
    }
}
