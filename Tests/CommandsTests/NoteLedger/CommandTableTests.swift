import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite("The table of commands")
struct CommandTableTests {
    /// An example of the table, as the argument of a test.
    struct Case: Sendable, CustomTestStringConvertible {
        var tool: String
        var example: Example
        var testDescription: String { example.line }

        static func all(of tool: Tool) -> [Case] {
            let examples = tool.examples + tool.commands.flatMap { $0.page.named(for: tool).examples }
            return examples.map { Case(tool: tool.name, example: $0) }
        }
    }

    @Test(arguments: Case.all(of: .noteledger))
    func examplesWork(_ example: Case) throws {
        try withSampleStore { store in
            let run = try store.tool.shell("set -o pipefail; " + example.example.line)
            #expect(run.code == example.example.exit.rawValue, "\(run.messages)")
            let isComplaint = run.messages.contains("\(example.tool):") || run.messages.contains("warning:")
            #expect(!isComplaint, "\(run.messages)")
        }
    }

    static let tools = [Tool.noteledger, .racewindow]

    @Test(arguments: 0..<2)
    func everyCommandIsDescribed(_ index: Int) {
        let tool = Self.tools[index]
        var names: Set<String> = []
        for command in tool.commands {
            #expect(names.insert(command.name).inserted, "\(command.name) is there twice")
            let page = command.page
            #expect(page.isHidden || !page.examples.isEmpty, "\(command.name) has no example")
            #expect(page.summary.first?.isUppercase == false && page.summary.last != ".", "\(page.summary)")
            for example in page.named(for: tool).examples {
                #expect(example.line.contains("\(tool.name) \(command.name)"), "\(example.line)")
            }
            for word in page.otherWords {
                #expect(tool.command(named: word) == nil, "\(word) is a command itself")
            }
        }
    }

    @Test(arguments: 0..<2)
    func argumentsDoNotCollide(_ index: Int) {
        let tool = Self.tools[index]
        for command in tool.commands {
            let rows = command.page.arguments.map(\.row) + tool.shared.map(\.row)
            #expect(Set(rows.map(\.name)).count == rows.count, "\(command.name)")
            let letters = rows.compactMap(\.short)
            #expect(Set(letters).count == letters.count, "\(command.name)")
            // What repeats takes all that is left, so nothing can stand behind it.
            let operands = command.page.operands
            #expect(operands.dropLast().allSatisfy { !$0.repeats }, "\(command.name)")
            for row in rows { #expect(row.explanation.last != ".", "\(command.name) \(row.name)") }
        }
    }

    @Test func everyCommandTakesJSON() throws {
        try withSampleStore { store in
            let calls: [[String]] = [
                ["new", "A"], ["import", "vault"], ["list"], ["show", "Trip"], ["search", "milk"],
                ["title", "Ideas", "Plans"], ["attribute", "Groceries", "label", "home"], ["trash", "Trip"],
                ["restore", "Trip"], ["toggle", "Groceries", "2"],
                ["append", "Groceries", "x"], ["convert", "Plans", "--yes"], ["write", "Plans", "list.md"],
                ["edit", "Groceries"], ["log"], ["blame", "Groceries"], ["why", "Groceries", "2"],
                ["diff", "Groceries", "1"], ["undo"], ["redo"], ["revert", "Groceries", "--at", "1"],
                ["watch", "--after", "0", "--count", "2"], ["verify"], ["head"], ["rebuild"], ["backup", "copy"],
                ["export", "log.ndjson"], ["import-log", "log.ndjson", "--store", "other"], ["stats"], ["doctor"],
                ["help"], ["help", "log"], ["man"], ["completions", "bash"], ["--version"],
                ["show", "Trip", "--format", "lines"], ["show", "Trip", "--format", "text"],
                ["show", "Trip", "--format", "preview"], ["export", "--markdown", "notes"],
                ["convert", "Groceries", "--dry-run"], ["convert-page", "packing.md"],
                ["convert-page", "packing.md", "--to", "tl"], ["show", "Trip", "-f", "page"],
                ["show", "Trip", "-f", "html"],
            ]
            let named = Set(calls.map { $0[0] })
            let known = Set(Tool.noteledger.commands.filter { !$0.page.isHidden }.map { $0.name })
            #expect(known.subtracting(named) == [])
            for call in calls {
                let run = try store.tool.run(call + ["--json"])
                #expect(run.code == 0, "\(call): \(run.messages)")
                #expect(try !run.objects.isEmpty, "\(call)")
                #expect(run.messages == "", "\(call)")
            }
        }
    }
}
