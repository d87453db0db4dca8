import CommandTesting
import Foundation
import TestSupport
import Testing

/// The tour of the README is what the commands print.
@Suite struct TourTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A line that is typed, and what is printed below it.
    private struct Step {
        var command: String
        var output: [String] = []
    }

    private static func steps() throws -> [Step] {
        var steps: [Step] = []
        var isInside = false
        for line in try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        {
            if line.hasPrefix("```") {
                isInside = line == "```console"
            } else if isInside, line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2))))
            } else if isInside, !steps.isEmpty {
                steps[steps.count - 1].output.append(String(line))
            }
        }
        return steps.filter { $0.command.contains("noteledger ") }
    }

    @Test func `it runs as it is written, prints what it says, and runs a second time`() throws {
        try withTemporaryDirectory { folder in
            let samples = "'\(folder)/docs'"
            try BuiltTool.shell(
                "mkdir \(samples) && cp -r '\(Self.root.path)/docs/samples' \(samples)/ && find \(samples) -exec touch -d 2026-11-30 {} +"
            ).checked()
            var tool = BuiltTool("noteledger")
            tool.folder = folder
            tool.variables = ["HOME": folder, "EDITOR": "sed -i '1s/$/!/'", "TMPDIR": folder]
            let steps = try Self.steps()
            try #require(steps.count > 14)
            for step in steps {
                let run = try tool.shell("{ \(step.command)\n} 2>&1").checked()
                #expect(
                    Self.fits(run.text, step.output),
                    "\(step.command)\n\(run.text)\n\(step.output.joined(separator: "\n"))")
            }
            for step in steps { try tool.shell(step.command).checked() }
        }
    }

    /// Whether a text is what is written down: but for ids, times, hashes and the machine's name, and where `…` leaves out
    /// lines.
    private static func fits(_ text: String, _ lines: [String]) -> Bool {
        var rest = text.split(separator: "\n", omittingEmptySubsequences: false).map { normal(String($0)) }[...]
        if rest.last == "" { rest = rest.dropLast() }
        var skips = false
        for line in lines {
            if line == "…" {
                skips = true
                continue
            }
            let wanted = normal(line)
            if skips { rest = rest.drop { $0 != wanted } }
            guard rest.popFirst() == wanted else { return false }
            skips = false
        }
        return skips || rest.isEmpty
    }

    private static func normal(_ line: String) -> String {
        var line = line.replacing(#/[0-9a-f]{64}/#, with: "HASH")
        line.replace(#/\b[0-9a-f]{8}\b/#, with: "ID")
        line.replace(#/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}/#, with: "TIME")
        line.replace(#/TIME  .{14}  /#, with: "TIME  DEVICE  ")
        line.replace(#/because \S+ /#, with: "because DEVICE ")
        // What is due is overdue one day.
        line.replace(" !", with: "")
        line.replace(#/ {2,}/#, with: "  ")
        return line
    }
}
