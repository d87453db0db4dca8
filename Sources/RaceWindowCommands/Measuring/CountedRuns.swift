import CommandLineKit
import Simulation

/// Counts the runs of a scenario in which something is lost, and stops as soon as what was asked is known.
struct CountedRuns {
    /// What was asked.
    struct Goal {
        /// How many runs to play at most.
        var runs: Int
        /// Half the width of the interval to reach.
        var halfWidth: Double?
        /// The probability of a loss that must not be exceeded.
        var limit: Double?
        /// The path of a report that must not be exceeded.
        var baseline: String?

        /// The goal of a call; nil if it is about one run.
        init?(of call: Call) throws {
            let number = try call[RunCommand.runs]
            halfWidth = try call[RunCommand.until]
            limit = try call[RunCommand.failAbove]
            baseline = try call[RunCommand.baseline]
            if number == nil, halfWidth == nil, limit == nil, baseline == nil { return nil }
            runs = number ?? (halfWidth == nil ? 10_000 : 100_000)
        }

        /// Whether the result decides when to stop.
        var isSequential: Bool { halfWidth != nil || limit != nil }

        func isReached(by interval: ConfidenceSequence) -> Bool {
            if let halfWidth { return interval.halfWidth <= halfWidth }
            if let limit { return interval.low > limit || interval.high <= limit }
            return false
        }
    }

    /// What was counted.
    struct Count {
        var trials = 0
        var lost = 0
        var p: Double { trials == 0 ? 0 : Double(lost) / Double(trials) }
    }

    var play: Play
    var seed: UInt64
    var goal: Goal

    /// Plays runs 0, 1, 2 … until the goal is reached.
    func count(_ scenario: Scenario, progress: (Int) -> Void = { _ in }) throws(CommandFailure) -> Count {
        var count = Count()
        while count.trials < goal.runs {
            // The interval is looked at again after a tenth more runs.
            let step = goal.isSequential ? max(50, count.trials / 10) : goal.runs
            let end = min(count.trials + step, goal.runs)
            count.lost += try play.harmCount(scenario, seed: seed, runs: UInt64(count.trials)..<UInt64(end))
            count.trials = end
            progress(end)
            if goal.isSequential, goal.isReached(by: ConfidenceSequence(count: count.lost, of: end)) { break }
        }
        return count
    }

    /// Counts, prints, and says whether the limit or the baseline is kept.
    func report(_ scenario: Scenario, _ call: Call) throws -> ExitCode {
        let reference = try goal.baseline.map { try Measurements(reading: $0) }
        var line = ProgressLine("runs", messages: call.messages)
        let count = try count(scenario) { line.update($0, of: goal.runs) }
        line.finish()
        let interval: (low: Double, high: Double)
        if goal.isSequential {
            let sequence = ConfidenceSequence(count: count.lost, of: count.trials)
            interval = (sequence.low, sequence.high)
        } else {
            let wilson = WilsonInterval(count: count.lost, of: count.trials)
            interval = (wilson.low, wilson.high)
        }
        let decision = goal.limit.map {
            interval.low > $0 ? "above" : interval.high <= $0 ? "below" : "undecided"
        }
        if call.wantsJSON {
            try call.output.line(
                JSON.members([
                    "scenario": .string(scenario.name), "policy": .string("\(play.choice)"), "seed": .int(seed),
                    "trials": .int(count.trials), "lost": .int(count.lost), "p": .number(count.p),
                    "low": .number(interval.low), "high": .number(interval.high),
                    "decision": .optional(decision),
                ]))
        } else {
            let (low, high) = (Percentage.text(interval.low), Percentage.text(interval.high))
            try call.output.line(
                "\(play.choice): something was lost in \(count.lost) of \(count.trials) runs (\(low) to \(high), "
                    + "95 % confident\(goal.isSequential ? " whenever one stops" : ""))")
            if let limit = goal.limit, let decision {
                try call.output.line("The limit is \(Percentage.text(limit)): \(sentence(for: decision))")
            }
        }
        if let limit = goal.limit { return interval.low > limit ? .refused : .done }
        if let reference { return try compare(count, with: reference, scenario, call) }
        return count.lost == 0 ? .done : .refused
    }

    private func sentence(for decision: String) -> String {
        switch decision {
        case "above": "more is lost, 95 % confident."
        case "below": "less is lost, 95 % confident."
        default: "whether more or less is lost is not decided; more --runs would tell. It passes."
        }
    }

    private func compare(
        _ count: Count, with reference: Measurements, _ scenario: Scenario, _ call: Call
    ) throws -> ExitCode {
        let key = "scenario \(scenario.name), policy \(play.choice)"
        guard let row = reference.rows.first(where: { $0.key == key }) else {
            throw CommandFailure.badData(
                "The baseline has no measurement of \(key).",
                hint: "It has: \(reference.rows.prefix(3).map(\.key).joined(separator: "; ")).")
        }
        let difference = DifferenceInterval(
            first: (row.value.lost, row.value.trials), second: (count.lost, count.trials))
        if !call.wantsJSON {
            let text = CompareCommand.text
            try call.output.line(
                "Against the baseline: \(text(difference.difference)) points (\(text(difference.low)) to "
                    + "\(text(difference.high)))")
        }
        return difference.low > 0 ? .refused : .done
    }
}

extension ValueReader<Double> {
    /// A share from 0 to 1: `0.02` or `2%`.
    static var share: ValueReader {
        ValueReader("a share such as 0.02 or 2%") { word, _ in
            let isPercentage = word.hasSuffix("%")
            let digits = word.filter { $0 != "%" && $0 != " " }
            guard let number = Double(digits) else { return nil }
            let share = isPercentage ? number / 100 : number
            return (0...1).contains(share) ? share : nil
        }
    }
}
