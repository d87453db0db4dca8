import CommandTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit
@testable import RaceWindowCommands

@Suite("racewindow as people run it")
struct RaceWindowTests {
    @Test(arguments: ExampleCase.all(of: .racewindow))
    func examplesWork(_ example: ExampleCase) throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            if example.example.line.contains("phone") {
                let race = try SampleRace(in: folder)
                try race.loseTheMilk()
                race.close()
            }
            if example.example.line.contains("friends") {
                let history = try EditingHistoryTests.path("friends")
                try FileManager.default.copyItem(atPath: history, toPath: folder + "/friends.json.gz")
            }
            let run = try tool.shell(example.example.line)
            #expect(run.code == example.example.exit.rawValue, "\(run.messages)")
        }
    }

    @Test("a sweep is resumed, and its parts make the whole")
    func parts() throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            let grid = ["--gap", "0.3,0.9", "--trials", "12000", "--json"]
            let whole = try tool.run(["sweep"] + grid).checked()
            for part in 1...3 {
                try tool.run(["sweep", "--shard", "\(part)/3", "--state", "p\(part)"] + grid).checked()
            }
            let merged = try tool.run(["merge", "p1", "p2", "p3"] + grid).checked()
            #expect(merged.text == whole.text)
            let incomplete = try tool.run(["merge", "p1", "p3"] + grid)
            #expect(incomplete.code == 1 && incomplete.messages.contains("1 of 4 units are missing"))
            // Killed while it wrote its last line: that one unit is done again.
            let state = try String(contentsOfFile: folder + "/p1", encoding: .utf8)
            try String(state.dropLast(3)).write(toFile: folder + "/p1", atomically: true, encoding: .utf8)
            try tool.run(["sweep", "--shard", "1/3", "--state", "p1"] + grid).checked()
            #expect(try tool.run(["merge", "p1", "p2", "p3"] + grid).checked().text == whole.text)
            let other = try tool.run(["merge", "p1", "p2", "p3", "--seed", "2"] + grid)
            #expect(other.code == 65)
        }
    }

    @Test("a state file is gone on with only if all of it is of the sweep")
    func states() throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            let grid = ["sweep", "--gap", "0.3,0.9", "--trials", "12000", "--json", "--state", "state"]
            func write(_ text: String) throws {
                try text.write(toFile: folder + "/state", atomically: true, encoding: .utf8)
            }
            func read() throws -> String { try String(contentsOfFile: folder + "/state", encoding: .utf8) }
            let whole = try tool.run(grid).checked().text
            let state = try read()
            let lines = state.split(separator: "\n")
            let header = lines[0] + "\n"
            #expect(lines.count == 5)
            // Somebody else's text, also without a line end, and counts that the sweep cannot have given.
            let wrong = [
                "my diary", "my diary\n", "r\n", header + "my diary\n", header + "4 10000 1\n", header + "-1 10000 1\n",
                header + "0 10000 10001\n", header + "0 10000 -1\n", header + "1 10000 5\n", header + "0 9 5\n",
                header + "0 10000 5\n0 10000 6\n",
            ]
            for text in wrong {
                try write(text)
                #expect(try tool.run(grid).code == 65, "\(text)")
                #expect(try read() == text)
            }
            // Wherever a kill may have cut it, it goes on.
            for cut in [0, 1, header.utf8.count - 1, header.utf8.count, state.utf8.count - 1] {
                try write(String(state.prefix(cut)))
                #expect(try tool.run(grid).checked().text == whole)
                #expect(try Set(read().split(separator: "\n")) == Set(lines))
            }
        }
    }

    @Test(
        "a grid that is too large is refused before it is made",
        arguments: [
            ["--gap", "0:1:0.001", "--latency", "0:1:0.001"],
            ["--gap", "0:1:0.00002", "--latency", "0:1:0.00002", "--jitter", "0:1:0.00002", "--loss", "0:0.5:0.00001"],
            ["--gap", Array(repeating: "0:1:0.00002", count: 60).joined(separator: ",")],
            ["--gap", "0:1:0.00001", "--trials", "1000000000"],
        ])
    func large(grid: [String]) throws {
        let run = try BuiltTool("racewindow").run(["sweep"] + grid)
        #expect(run.code == 64 || run.code == 2, "\(run.code): \(run.messages)")
    }

    @Test("a sweep under GNU parallel", .enabled(if: BuiltTool.isInstalled("parallel")))
    func parallel() throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            let grid = "--gap 0.5 --trials 40000 --json"
            let line =
                "parallel --will-cite racewindow sweep \(grid) --shard {}/4 --state p{} '>/dev/null' ::: 1 2 3 4 && "
                + "racewindow merge p1 p2 p3 p4 \(grid)"
            let merged = try tool.shell(line).checked()
            #expect(merged.text == (try tool.shell("racewindow sweep \(grid)").checked().text))
        }
    }

    @Test("a shrunk scenario is a file that fails again")
    func shrunk() throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            try tool.run("shrink", "shop", "--output", "small.json5").checked()
            let run = try tool.run("run", "small.json5", "--run", "1", "--json")
            #expect(run.code == 1)
            #expect(try run.objects[0]["lost"] as? Int == 1)
        }
    }

    @Test("the report is one page, and its traces are there")
    func report() throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            try tool.run("report", "shop", "--trials", "20", "-o", "page.html", "--folder", "drawings").checked()
            let page = try String(contentsOfFile: folder + "/page.html", encoding: .utf8)
            #expect(page.hasPrefix("<!DOCTYPE html>") || page.hasPrefix("<!doctype html>"))
            #expect(!page.contains("<script") && !page.contains("src=\"http"))
            #expect(page.components(separatedBy: "<svg").count >= 8)
            let trace = try Data(contentsOf: URL(filePath: folder + "/drawings/run.trace.json"))
            #expect(try JSONSerialization.jsonObject(with: trace) is [String: Any])
            #expect(FileManager.default.fileExists(atPath: folder + "/drawings/run.shiviz.log"))
        }
    }

    @Test("the trace is the same bytes each time")
    func deterministic() throws {
        let tool = BuiltTool("racewindow")
        let one = try tool.run("run", "rapid-checks", "--seed", "9", "--trace", "--json")
        let two = try tool.run("run", "rapid-checks", "--seed", "9", "--trace", "--json")
        #expect(one.output == two.output && one.lines.count > 20)
    }
}
