import CommandTesting
import Foundation
import TestSupport
import Testing

@Suite("Measuring in CI")
struct MeasuringTests {
    /// Two reports, of so many lost in so many runs.
    private func write(_ lost: Int, of trials: Int, to path: String, gap: String = "0.5") throws {
        let row = #"{"gap":\#(gap),"policy":"fieldLWW/client","trials":\#(trials),"lost":\#(lost),"closedForm":null}"#
        try (row + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }

    static let comparisons: [(before: (Int, Int), after: (Int, Int), options: [String], code: Int32)] = [
        ((100, 1000), (100, 1000), [], 0), ((100, 1000), (110, 1000), [], 0), ((100, 1000), (180, 1000), [], 1),
        ((180, 1000), (100, 1000), [], 0), ((100, 1000), (180, 1000), ["--fail-above", "10%"], 0),
        ((100, 1000), (300, 1000), ["--fail-above", "0.1"], 1), ((0, 50), (6, 50), [], 1),
        ((0, 50), (6, 50), ["--bonferroni"], 1),
    ]

    @Test(arguments: comparisons.indices)
    func `a report is worse only if the interval of the difference says so`(index: Int) throws {
        let (before, after, options, code) = Self.comparisons[index]
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            try write(before.0, of: before.1, to: folder + "/a")
            try write(after.0, of: after.1, to: folder + "/b")
            #expect(try tool.run(["compare", "a", "b"] + options).code == code)
        }
    }

    @Test func `reports that cannot be compared are refused with a reason`() throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            try write(1, of: 10, to: folder + "/a")
            try write(1, of: 10, to: folder + "/other", gap: "0.75")
            try "my diary\n".write(toFile: folder + "/text", atomically: true, encoding: .utf8)
            try "{\"lost\":5,\"trials\":2}\n".write(toFile: folder + "/wrong", atomically: true, encoding: .utf8)
            for (file, word) in [("other", "gap 0.75"), ("text", "line 1"), ("wrong", "no measurements")] {
                let run = try tool.run(["compare", "a", file])
                #expect(run.code == 65 && run.messages.contains(word), "\(file): \(run.messages)")
            }
        }
    }

    @Test func `a gate fails when more is lost than the limit, and a baseline when more than before`() throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            let shop = ["run", "shop", "--json"]
            #expect(try tool.run(shop + ["--fail-above", "10%", "--runs", "2000"]).code == 1)
            let below = try tool.run(shop + ["--fail-above", "99%", "--runs", "2000"])
            #expect(below.code == 0 && below.text.contains(#""decision":"below""#))
            let open = try tool.run(shop + ["--fail-above", "70%", "--runs", "60"])
            #expect(open.code == 0 && open.text.contains(#""decision":"undecided""#))
            let report = try tool.run(["run", "fields", "--runs", "50", "--json"]).checked().text
            try report.write(toFile: folder + "/base", atomically: true, encoding: .utf8)
            #expect(try tool.run(["run", "fields", "--runs", "60", "--baseline", "base"]).code == 0)
            #expect(try tool.run(shop + ["--runs", "60", "--baseline", "base"]).code == 65)
            // The same row, but nothing was lost then.
            let hopeful = #"{"scenario":"shop","policy":"fieldLWW/client","trials":200,"lost":0}"#
            try (hopeful + "\n").write(toFile: folder + "/hopeful", atomically: true, encoding: .utf8)
            #expect(try tool.run(shop + ["--runs", "60", "--baseline", "hopeful"]).code == 1)
        }
    }

    @Test func `counting stops when the interval is as narrow as wanted`() throws {
        let tool = BuiltTool("racewindow")
        let run = try tool.run(["run", "shop", "--until", "10%", "--json"])
        let trials = try #require(run.text.firstMatch(of: #/"trials":(\d+)/#).flatMap { Int($0.output.1) })
        #expect(trials > 50 && trials < 2000)
    }
}
