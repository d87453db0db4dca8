import Testing

@testable import Commands

@Suite("Help and man page")
struct ManualTests {
    @Test func helpLeadsWithExamples() {
        #expect(
            Manual(tool: .toy).help(for: ToyCommand.self, nil) == """
                toy paint: paint things

                  toy paint fence --color-name red  one thing, in red

                Usage
                  toy paint THING [MORE…] [--color-name NAME] [--coats N] [--tag TAG]… [--quickly]

                Paint is not taken off again.

                Arguments
                  THING  what to paint
                  MORE   what else

                Options
                  -c, --color-name NAME  which paint
                  --coats N              how many coats
                  -t, --tag TAG          a label on it
                  -q, --quickly          without waiting between coats

                On every command
                  --json        print JSON, one object a line for lists
                  --color WHEN  auto (on a terminal), always or never
                  -h, --help    print help for the command
                  --version     print the version

                """)
    }

    @Test func overviewShowsEveryCommandThatIsNotHidden() {
        for tool in [Tool.toy, .noteledger, .racewindow] {
            let overview = Manual(tool: tool).overview(nil)
            for command in tool.commands {
                #expect(overview.contains("\n  \(command.name) ") == !command.page.isHidden, "\(command.name)")
            }
        }
    }

    @Test func longTextIsWrapped() {
        #expect("aa bb cc".wrapped(to: 5) == ["aa bb", "cc"])
        #expect("aaaaaaaa b".wrapped(to: 5) == ["aaaaaaaa", "b"])
        #expect("牛乳 卵".wrapped(to: 5) == ["牛乳", "卵"])
        #expect("".wrapped(to: 5) == [])
        for tool in [Tool.noteledger, .racewindow] {
            for command in tool.commands {
                for line in Manual(tool: tool).help(for: command, nil).split(separator: "\n")
                where !line.contains(tool.name) {
                    #expect(String(line).displayWidth <= 100, "\(line)")
                }
            }
        }
    }

    @Test(arguments: ["noteledger", "racewindow"])
    func manualPageHasNoWarnings(_ name: String) throws {
        let tool = BuiltTool(name)
        let page = try tool.run("man").checked().output
        try #require(BuiltTool.isInstalled("groff"), "groff is part of every Debian")
        let run = try BuiltTool.shell("groff -man -Tutf8 -Kutf8 -ww -z", input: page)
        #expect(run.messages == "")
        #expect(run.code == 0)
    }

    @Test func manualPageTellsAllOfEveryCommand() throws {
        let tool = BuiltTool("noteledger")
        let page = try tool.run("man").checked().output
        let shown = try BuiltTool.shell("groff -man -Tutf8 -Kutf8 -P-cbou -rLL=200n", input: page).text
        for command in Tool.noteledger.commands where !command.page.isHidden {
            for example in command.page.named(for: .noteledger).examples {
                #expect(shown.contains(example.line), "\(example.line)")
            }
            for row in command.page.options { #expect(shown.contains("--\(row.name)"), "\(row.name)") }
        }
    }

    @Test func manualQuotesWhatTroffWouldObey() {
        let page = Manual(tool: .toy).manualPage()
        #expect(page.contains("\\-\\-coats"))
        #expect(!page.contains("…"))
    }
}
