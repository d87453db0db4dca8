import CommandTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit
@testable import NoteLedgerCommands

@Suite("Streams, colours and exit codes")
struct StreamsTests {
    @Test func aClosedPipeIsQuiet() throws {
        try withSampleStore { store in
            // Far more than a pipe holds, so that the writer meets the closed end.
            try store.write(
                "big.md", String(repeating: "- [ ] a row that takes some room in the pipe\n", count: 20_000))
            try store.tool.shell("noteledger new Big - < big.md").checked()
            for command in ["show Big", "show Big -f lines", "show Big --json", "blame Big", "search room", "export"] {
                let run = try store.tool.shell(
                    "noteledger \(command) | head -c 20 >/dev/null; echo \"${PIPESTATUS[0]}\"")
                #expect(run.messages == "", "\(command)")
                // As the shell reports a process that SIGPIPE ended.
                #expect(run.lines.last == "141", "\(command)")
            }
        }
    }

    @Test func aClosedPipeDoesNotStopWhatChangesTheStore() throws {
        try withSampleStore { store in
            for index in 0..<600 { try store.write("many/\(index).md", "- [ ] note \(index)\n") }
            let run = try store.tool.shell("noteledger import many --json | head -n 1; echo \"${PIPESTATUS[0]}\"")
            #expect(run.lines.last == "0")
            #expect(try store.tool.run("list", "--json").checked().objects.count == 603)
        }
    }

    /// Bytes that are no UTF-8 must not become others on the way from the command line.
    @Test(arguments: [
        "append Groceries $'caf\\xe9'", "new $'\\xff'", "search $'\\xc3('", "import $'x\\x80'", "list --store $'\\xfe'",
    ])
    func wordsThatAreNoTextAreRefused(line: String) throws {
        try withSampleStore { store in
            let run = try store.tool.shell("noteledger \(line)")
            #expect(run.code == 64 && run.messages.contains("not UTF-8"), "\(run)")
            #expect(try store.lastPosition() == 7)
        }
    }

    @Test func anOutputThatIsFullIsAnError() throws {
        try withSampleStore { store in
            let run = try store.tool.shell("noteledger show Groceries > /dev/full")
            #expect(run.code == 74)
            #expect(run.messages.contains("Standard output cannot be written: No space left on device."))
        }
    }

    @Test func colourIsForTerminals() throws {
        try withSampleStore { store in
            #expect(try !store.tool.run("list").checked().text.contains("\u{1B}"))
            #expect(try store.tool.run("list", "--color", "always").checked().text.contains("\u{1B}[36m"))
            try #require(BuiltTool.isInstalled("script"), "script is part of every Debian")
            func onTerminal(_ command: String) throws -> String {
                try store.tool.shell("script -qec 'TERM=xterm COLUMNS=60 \(command)' /dev/null").text
            }
            #expect(try onTerminal("noteledger list").contains("\u{1B}[36mTrip"))
            #expect(try !onTerminal("NO_COLOR=1 noteledger list").contains("\u{1B}"))
            #expect(try !onTerminal("TERM=dumb noteledger list").contains("\u{1B}"))
            #expect(try !onTerminal("noteledger list --color never").contains("\u{1B}"))
            #expect(
                try onTerminal("noteledger show Groceries -f text").replacing("\r\n", with: "\n")
                    == store.body("Groceries"))
            let shown = try onTerminal("noteledger show Groceries")
            #expect(shown.contains("\u{1B}[2m 3\u{1B}[0m  \u{1B}[2m- [x] bread\u{1B}[0m"), "\(shown)")
        }
    }

    @Test func tablesFitTheTerminal() throws {
        try withSampleStore { store in
            try store.tool.run("new", String(repeating: "long ", count: 40), "x").checked()
            let shown = try store.tool.shell("script -qec 'NO_COLOR=1 COLUMNS=60 noteledger list' /dev/null").text
            let lines = shown.replacing("\r\n", with: "\n").split(separator: "\n")
            #expect(lines.allSatisfy { $0.displayWidth <= 60 })
            #expect(lines.contains { $0.hasSuffix("…") })
        }
    }

    @Test func convertAsksOnATerminal() throws {
        try withSampleStore { store in
            func convert(_ answer: String, _ words: String = "") throws -> BuiltTool.Run {
                try store.tool.shell(
                    "script -qec 'noteledger convert Ideas --to checklist \(words)' /dev/null; exit $?",
                    input: Array(answer.utf8))
            }
            let before = try store.body("Ideas")
            let refused = try convert("n\n")
            #expect(refused.text.contains("5 lines of “Ideas” become checklist items. Go on? [y/N]"))
            #expect(refused.code == 1)
            #expect(try store.body("Ideas") == before)
            #expect(try convert("y\n").code == 0)
            #expect(try store.body("Ideas") != before)
            try store.tool.run("undo", "Ideas").checked()
            #expect(try !convert("", "--yes").text.contains("Go on?"))
            #expect(try store.body("Ideas") != before)
        }
    }

    @Test func errorsGoToStandardErrorWithAHint() throws {
        let tool = BuiltTool("noteledger")
        let run = try tool.run("toglge")
        #expect(run.code == 64)
        #expect(run.output == [])
        #expect(
            run.messages
                == "noteledger: “toglge” is no command of noteledger.\nhint: Did you mean “noteledger toggle”? “noteledger help” lists the commands.\n"
        )
        let json = try tool.run("toglge", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(json.messages.utf8)) as? [String: [String: Any]]
        #expect(object?["error"]?["kind"] as? String == "usage")
        #expect(try tool.run().code == 64)
        #expect(try tool.run("list", "--no-such").code == 64)
        #expect(try tool.run("--help").code == 0)
        #expect(try tool.run("help", "nothing").code == 64)
        #expect(try tool.run("--version").text == "noteledger \(Tool.version)\n")
    }

    @Test func aHomeLessProcessIsToldWhatToDo() throws {
        let run = try BuiltTool("noteledger").run("list")
        #expect(run.code == 64)
        #expect(run.messages.contains("NOTELEDGER_STORE"))
    }
}
