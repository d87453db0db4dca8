import CommandLineKit
import Simulation

/// `compare`: two reports, row by row.
enum CompareCommand: Command {
    static let name = "compare"
    static let page = CommandPage(
        summary: "compare two reports, with the interval of each difference",
        details: [
            "Reads two reports that `run --runs N --json` or `sweep --json` printed, matches their rows by scenario, "
                + "policy and parameters, and prints how much more is lost in the second one, in percentage points with "
                + "the 95 % interval (Newcombe's, of two Wilson intervals). The exit code is 1 if anything is lost more "
                + "often in the second report, or more than `--fail-above` points more often, with that confidence. With "
                + "many rows about one in forty differs by chance alone; `--bonferroni` widens the intervals so that all "
                + "of them hold together."
        ],
        examples: [
            Example(
                "racewindow sweep --gap 0.2,0.8 --trials 500 --json > a; "
                    + "racewindow sweep --gap 0.2,0.8 --trials 500 --seed 2 --json > b; racewindow compare a b",
                "two sweeps that differ in their seed only")
        ],
        arguments: [first, second, failAbove, bonferroni])

    static let first = Argument.operand("FIRST", .file, "the report to compare with")
    static let second = Argument.operand("SECOND", .file, "the report to judge")
    static let failAbove = Argument.option(
        "fail-above", "P", .share, "how much more may be lost, such as 0.01 or 1%; 0 unless given")
    static let bonferroni = Argument.flag("bonferroni", "make the intervals of all rows hold together")

    static func run(_ call: Call) async throws -> ExitCode {
        let (before, after) = (
            try Measurements(reading: try call[first]), try Measurements(reading: try call[second])
        )
        let limit = try call[failAbove] ?? 0
        let known = Dictionary(before.rows.map { ($0.key, $0.value) }) { first, _ in first }
        let pairs = after.rows.compactMap { row in known[row.key].map { (row.key, $0, row.value) } }
        guard !pairs.isEmpty else {
            throw CommandFailure.badData(
                "No row of the second report has the parameters of one of the first.",
                hint: "For example “\(after.rows[0].key)” against “\(before.rows[0].key)”.")
        }
        let level = try call[bonferroni] ? 0.05 / Double(pairs.count) : 0.05
        let z = Normal.quantile(1 - level / 2)
        var table = Table([
            .init("of", style: .name, isFlexible: true), .init("first", isNumber: true),
            .init("second", isNumber: true), .init("difference", isNumber: true), .init("interval", isNumber: true),
        ])
        var worse = 0
        for (key, old, new) in pairs {
            let interval = DifferenceInterval(first: (old.lost, old.trials), second: (new.lost, new.trials), z: z)
            if interval.low > limit { worse += 1 }
            let (p1, p2) = (Double(old.lost) / Double(old.trials), Double(new.lost) / Double(new.trials))
            if call.wantsJSON {
                try call.output.line([
                    "of": .string(key), "first": .number(p1), "second": .number(p2),
                    "difference": .number(interval.difference), "low": .number(interval.low),
                    "high": .number(interval.high), "isWorse": .bool(interval.low > limit),
                ])
            } else {
                table.add([
                    key, Percentage.text(p1), Percentage.text(p2), text(interval.difference),
                    "\(text(interval.low)) to \(text(interval.high))",
                ])
            }
        }
        if !call.wantsJSON {
            try table.print(to: call.output)
            let missing = before.rows.count + after.rows.count - 2 * pairs.count
            let rest = missing > 0 ? "; \(missing) rows are in one report only" : ""
            try call.output.line("\(worse) of \(pairs.count) rows lose more\(rest)")
        }
        return worse == 0 ? .done : .refused
    }

    /// A difference in percentage points, with its sign.
    static func text(_ difference: Double) -> String {
        let hundredths = Int((difference.magnitude * 10_000).rounded())
        let rest = hundredths % 100
        let sign = hundredths == 0 ? "" : difference < 0 ? "−" : "+"
        return "\(sign)\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
