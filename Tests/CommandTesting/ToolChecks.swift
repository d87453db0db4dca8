import CommandLineKit
import Testing

/// What holds for the table of every tool, to be called by the tests of each.
extension Tool {
    /// Each command is described, and once.
    package func expectDescribedCommands() {
        var names: Set<String> = []
        for command in commands {
            #expect(names.insert(command.name).inserted, "\(command.name) is there twice")
            let page = command.page
            #expect(page.isHidden || !page.examples.isEmpty, "\(command.name) has no example")
            #expect(page.summary.first?.isUppercase == false && page.summary.last != ".", "\(page.summary)")
            for example in page.named(for: self).examples {
                #expect(example.line.contains("\(name) \(command.name)"), "\(example.line)")
            }
            for word in page.otherWords {
                #expect(self.command(named: word) == nil, "\(word) is a command itself")
            }
        }
    }

    /// No two arguments of a command share a name or a letter, and what repeats comes last.
    package func expectDistinctArguments() {
        for command in commands {
            let rows = command.page.arguments.map(\.row) + shared.map(\.row)
            #expect(Set(rows.map(\.name)).count == rows.count, "\(command.name)")
            let letters = rows.compactMap(\.short)
            #expect(Set(letters).count == letters.count, "\(command.name)")
            // What repeats takes all that is left, so nothing can follow it.
            let operands = command.page.operands
            #expect(operands.dropLast().allSatisfy { $0.shape != .operand(.any) && $0.shape != .operand(.oneOrMore) })
            for row in rows { #expect(row.explanation.last != ".", "\(command.name) \(row.name)") }
        }
    }

    /// The overview lists what is not hidden; help fits into 100 columns.
    package func expectReadableHelp() {
        let overview = Manual(tool: self).overview(nil)
        for command in commands {
            #expect(overview.contains("\n  \(command.name) ") == !command.page.isHidden, "\(command.name)")
            for line in Manual(tool: self).help(for: command, nil).split(separator: "\n") where !line.contains(name) {
                #expect(line.displayWidth <= 100, "\(line)")
            }
        }
    }

    /// `groff` formats the manual page without a warning, and all examples and options are in it.
    package func expectCompleteManualPage() throws {
        let page = try BuiltTool(name).run("man").checked().output
        try #require(BuiltTool.isInstalled("groff"), "groff is part of every Debian")
        let run = try BuiltTool.shell("groff -man -Tutf8 -Kutf8 -ww -z", input: page)
        #expect(run.messages == "")
        #expect(run.code == 0)
        let shown = try BuiltTool.shell("groff -man -Tutf8 -Kutf8 -P-cbou -rLL=200n", input: page).text
        for command in commands where !command.page.isHidden {
            for example in command.page.named(for: self).examples {
                #expect(shown.contains(example.line), "\(example.line)")
            }
            for row in command.page.options { #expect(shown.contains("--\(row.name)"), "\(row.name)") }
        }
    }
}
