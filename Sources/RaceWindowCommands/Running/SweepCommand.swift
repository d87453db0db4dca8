import CommandLineKit
import Simulation

/// `sweep`: how likely a loss is, over a grid of parameters.
enum SweepCommand: Command {
    static let name = "sweep"
    static let page = CommandPage(
        summary: "measure how likely a loss is over a grid of gaps, delays, clocks and policies",
        details: [
            "Each list option takes numbers with commas, or `from:to:step`; all combinations are run. Times are seconds. "
                + "Prints how often something was lost, the 95 % interval, and the closed form where there is one.",
            "`--state` keeps what is done in a file, and goes on from it. `--shard I/N` does one of N parts, so that any "
                + "batch system can spread them; `merge` puts the state files together.",
        ],
        examples: [
            Example(
                "racewindow sweep --gap 0.1,0.25,0.5,0.75,1,1.1 --trials 2000",
                "the curve of one flush a second and 0.1 s of latency"),
            Example("racewindow sweep --gap 0:2:0.5 --skew -2,0,2 --trials 500 --json", "gap by skew, for programs"),
        ],
        arguments: GridArguments.all + [state, shard, workers])

    static let state = Argument.option("state", "FILE", .file, "keep what is done in this file, and go on from it")
    static let shard = Argument.option("shard", "I/N", .text, "do part I of N parts, I from 1")
    static let workers = Argument.option(
        "workers", "N", .integer(1...1024), "how many runs at a time; as many as there are cores unless given")

    static func run(_ call: Call) async throws -> ExitCode {
        let sweep = try GridArguments.sweep(of: call)
        let (part, parts) = try shardNumbers(call)
        let units = sweep.units(shard: part - 1, of: parts)
        var counts: [Int: Sweep.Count] = [:]
        let path = try call[state]
        if let path, FileAccess.exists(path) { counts = try SweepState.read(path, of: sweep) }
        let log = try path.map { try SweepState.Log($0, of: sweep, holding: counts) }
        let open = units.filter { counts[$0.number] == nil }
        var line = ProgressLine("units", messages: call.messages)
        var done = units.count - open.count
        try await sweep.run(open, workers: try call[workers] ?? SweepState.coreCount) { unit, count in
            counts[unit.number] = count
            done += 1
            try log?.add(unit, count)
            line.update(done, of: units.count)
        }
        try log?.finish()
        line.finish()
        try SweepTable.print(sweep, counts: counts, call)
        return .done
    }

    private static func shardNumbers(_ call: Call) throws -> (part: Int, parts: Int) {
        guard let text = try call[shard] else { return (1, 1) }
        let numbers = text.split(separator: "/").map { Int($0) }
        guard numbers.count == 2, let part = numbers[0], let parts = numbers[1], parts > 0, (1...parts).contains(part)
        else { throw CommandFailure.usage("--shard takes a part of a number of parts, such as 2/8, not “\(text)”.") }
        return (part, parts)
    }
}

/// `merge`: puts the parts of a sweep together.
enum MergeCommand: Command {
    static let name = "merge"
    static let page = CommandPage(
        summary: "put the state files of a sweep's parts together",
        details: ["The options must be those of the sweep; files of another sweep are refused."],
        examples: [
            Example(
                "for i in 1 2; do racewindow sweep --gap 0.5 --trials 40000 --shard $i/2 --state part$i >/dev/null; done; "
                    + "racewindow merge part1 part2 --gap 0.5 --trials 40000", "a sweep in two parts")
        ],
        arguments: [files] + GridArguments.all)

    static let files = Argument.operands("FILE", .file, "the state files")

    static func run(_ call: Call) async throws -> ExitCode {
        let sweep = try GridArguments.sweep(of: call)
        var counts: [Int: Sweep.Count] = [:]
        for file in try call[files] {
            counts.merge(try SweepState.read(file, of: sweep)) { first, _ in first }
        }
        let missing = sweep.units().count { counts[$0.number] == nil }
        try SweepTable.print(sweep, counts: counts, call)
        guard missing == 0 else {
            throw CommandFailure.refused("\(missing) of \(sweep.units().count) units are missing.")
        }
        return .done
    }
}
