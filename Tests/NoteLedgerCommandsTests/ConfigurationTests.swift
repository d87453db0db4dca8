import CommandTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit
@testable import NoteLedgerCommands

/// Settings and aliases in the XDG folder for configuration.
@Suite struct ConfigurationTests {
    @Test func `settings and aliases count where the line and the environment say nothing`() throws {
        try withSampleStore { store in
            let tool = store.tool
            try store.write(
                ".config/noteledger/config",
                """
                # who I am
                author = Ada Lovelace
                utc = true
                alias.done = toggle --to checked
                alias.mine = log --format '{who}: {what}'
                """)
            try tool.run("done", "Groceries", "eggs").checked()
            #expect(try store.body("Groceries").contains("- [x] eggs"))
            #expect(try tool.run("mine", "-n", "1").checked().text == "Ada Lovelace: ticked “eggs”\n")
            var other = tool
            other.variables["NOTELEDGER_AUTHOR"] = "Bob"
            other.variables["TZ"] = "Asia/Kathmandu"
            try other.run("toggle", "Groceries", "eggs").checked()
            let event = try #require(try other.run("log", "-n", "1", "--json").checked().objects.first)
            #expect(event["author"] as? String == "Bob")
            let time = try #require(event["time"] as? String).prefix(16).suffix(5)
            #expect(try other.run("log", "-n", "1").checked().text.contains(time))
        }
    }

    @Test(arguments: ["nonsense", "colour = red", "alias.x = 'open", "alias. = log", "utc = maybe", "author ="])
    func `a line that sets nothing is an error that names it`(_ line: String) throws {
        try withSampleStore { store in
            try store.write(".config/noteledger/config", "# first\n\(line)\n")
            let run = try store.tool.run("list")
            #expect(run.code == 65 && run.messages.contains("Line 2 of"), "\(run)")
        }
    }

    @Test(
        arguments: [
            ("a  b", ["a", "b"]), ("'a b' c", ["a b", "c"]), ("x\"y z\"", ["xy z"]), ("''", [""]), ("'a", nil),
        ] as [(String, [String]?)])
    func `an alias is taken apart as a shell does`(_ line: String, _ words: [String]?) {
        #expect(Configuration.words(of: line) == words)
    }
}
