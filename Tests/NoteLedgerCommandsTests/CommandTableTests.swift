import CommandTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit
@testable import NoteLedgerCommands

@Suite("The table of commands")
struct CommandTableTests {
    @Test(arguments: ExampleCase.all(of: .noteledger))
    func examplesWork(_ example: ExampleCase) throws {
        try withSampleStore { store in
            let run = try store.tool.shell("set -o pipefail; " + example.example.line)
            #expect(run.code == example.example.exit.rawValue, "\(run.messages)")
            let isComplaint = run.messages.contains("\(example.tool):") || run.messages.contains("warning:")
            #expect(!isComplaint, "\(run.messages)")
        }
    }

    @Test func everyCommandIsDescribed() { Tool.noteledger.expectDescribedCommands() }

    @Test func argumentsDoNotCollide() { Tool.noteledger.expectDistinctArguments() }

    @Test func helpIsReadable() { Tool.noteledger.expectReadableHelp() }

    @Test func manualPageIsComplete() throws { try Tool.noteledger.expectCompleteManualPage() }

    @Test func everyCommandTakesJSON() throws {
        try withSampleStore { store in
            let calls: [[String]] = [
                ["new", "A"], ["import", "vault"], ["list"], ["open"], ["people"], ["device", "list"],
                ["show", "Trip"], ["search", "milk"],
                ["title", "Ideas", "Plans"], ["attribute", "Groceries", "label", "home"], ["trash", "Trip"],
                ["restore", "Trip"], ["toggle", "Groceries", "2"],
                ["rewrite", "Groceries", "milk", "cream"], ["move", "Groceries", "4", "--top"],
                ["remove", "Groceries", "eggs"], ["archive", "Groceries"], ["append", "Groceries", "x"],
                ["convert", "Plans", "--yes"], ["write", "Plans", "list.md"],
                ["edit", "Groceries"], ["log"], ["blame", "Groceries"], ["why", "Groceries", "2"],
                ["diff", "Groceries", "1"], ["undo"], ["redo"], ["revert", "Groceries", "--at", "1"],
                ["watch", "--after", "0", "--count", "2"], ["serve", "--for", "10ms"], ["verify"], ["head"],
                ["rebuild"], ["backup", "copy"],
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
