import CommandLineKit
import Simulation

/// `size`: how much people lose in a month.
enum SizeCommand: Command {
    static let name = "size"
    static let page = CommandPage(
        summary: "estimate how many edits people lose in a month, and what decides it",
        details: [
            "Draws months of use: devices have sessions at random times, on shared notes or on their own, with several "
                + "edits each. Wherever two devices edit the same note within the window, the encounter is played with "
                + "the real devices, and what is lost is counted; other edits cannot be lost. Each edit is on a line of "
                + "its own, so a loss is never a conflict that somebody would have had to decide.",
            "The interval stays valid at whatever moment one stops (a confidence sequence, 95 %), so `--until 5%` may "
                + "stop as soon as it is ±5 % of the estimate. `--effects` also halves and doubles every number given, "
                + "with the same randomness, and lists what matters most first.",
        ],
        examples: [
            Example("racewindow size --devices 3 --edits-per-day 60 --months 200", "a family with three devices"),
            Example(
                "racewindow size --joined 0.05 --months 100 --effects",
                "people who shop together, and what matters most"),
        ],
        arguments: [
            devices, notes, editsPerDay, editsPerSession, pause, shared, joined, offline, offlineTime, hours, flush,
            latency, jitter, deviation, loss, poll, debounce, PlayArguments.policy, PlayArguments.stamps,
            PlayArguments.seed, months, until, effects,
        ])

    static let devices = Argument.option("devices", "N", .integer(1...64), "devices that have the shared notes; 2")
    static let notes = Argument.option("notes", "N", .integer(1...1_000_000), "shared notes; 20")
    static let editsPerDay = Argument.option(
        "edits-per-day", "N", .number(0.01...100_000), "edits a day and device; 50")
    static let editsPerSession = Argument.option(
        "edits-per-session", "N", .number(1...500), "edits of a session, on average; 5")
    static let pause = Argument.option("pause", "TIME", .duration, "between two edits of a session, on average; 6s")
    static let shared = Argument.option("shared", "P", .number(0...1), "share of sessions on a shared note; 0.3")
    static let joined = Argument.option(
        "joined", "P", .number(0...1), "share of those that another device joins meanwhile; 0")
    static let offline = Argument.option("offline", "P", .number(0...1), "share of sessions without network; 0")
    static let offlineTime = Argument.option(
        "offline-time", "TIME", .duration, "how long a device stays offline after such a session, on average; 30m")
    static let hours = Argument.option("hours", "N", .number(0.1...24), "hours of use a day; 16")
    static let flush = Argument.option("flush", "TIME", .duration, "the flush period; 1s")
    static let latency = Argument.option("latency", "TIME", .duration, "from device to device; 100ms")
    static let jitter = Argument.option("jitter", "TIME", .duration, "the width of the uniform jitter, each way; 0")
    static let deviation = Argument.option(
        "skew-deviation", "TIME", .duration, "standard deviation of the difference of two clocks; 0")
    static let loss = Argument.option("loss", "P", .number(0...0.99), "the probability that an upload is lost; 0")
    static let poll = Argument.option("poll", "TIME", .duration, "how often devices poll; 0 pushes")
    static let debounce = Argument.option("debounce", "TIME", .duration, "edits are typing, written after so long")
    static let months = Argument.option(
        "months", "N", .integer(30...10_000_000), "months to play at most; 2000 unless given")
    static let until = Argument.option(
        "until", "PERCENT", .percentage, "stop when the interval is so many percent of the estimate, each way")
    static let effects = Argument.flag("effects", "halve and double each number, and list which matters most")

    static func run(_ call: Call) async throws -> ExitCode {
        let sizing = try sizing(of: call)
        let months = try call[months] ?? 2000
        var line = ProgressLine("months", messages: call.messages)
        let workers = SweepState.coreCount
        let estimate: Sizing.Estimate
        do {
            estimate = try await sizing.estimate(months: months, until: try call[until], workers: workers) {
                line.update($0.lost.count, of: months)
            }
        } catch let error as ScenarioError {
            throw CommandFailure.usage(error.message)
        }
        line.finish()
        try print(estimate, sizing, call)
        if try call[effects] { try await printEffects(of: sizing, estimate, months: min(months, 400), call) }
        return .done
    }

    private static func sizing(of call: Call) throws -> Sizing {
        var (usage, point) = (UsageModel(), SweepPoint())
        usage.devices = try call[devices] ?? usage.devices
        usage.notes = try call[notes] ?? usage.notes
        usage.editsPerDay = try call[editsPerDay] ?? usage.editsPerDay
        usage.editsPerSession = try call[editsPerSession] ?? usage.editsPerSession
        usage.pause = try call[pause]?.seconds ?? usage.pause
        usage.sharedShare = try call[shared] ?? usage.sharedShare
        usage.joinedShare = try call[joined] ?? usage.joinedShare
        usage.offlineShare = try call[offline] ?? usage.offlineShare
        usage.offlineTime = try call[offlineTime]?.seconds ?? usage.offlineTime
        usage.activeHours = try call[hours] ?? usage.activeHours
        point.flush = try call[flush]?.seconds ?? point.flush
        point.latency = try call[latency]?.seconds ?? point.latency
        point.jitter = try call[jitter]?.seconds ?? point.jitter
        point.skewDeviation = try call[deviation]?.seconds ?? 0
        point.loss = try call[loss] ?? 0
        point.poll = try call[poll]?.seconds ?? 0
        if let time = try call[debounce] { (point.debounce, point.isTyping) = (time.seconds, true) }
        point.policy = try PlayArguments.choice(of: call)
        return Sizing(usage: usage, behaviour: point, seed: try PlayArguments.seed(of: call))
    }

    private static func print(_ estimate: Sizing.Estimate, _ sizing: Sizing, _ call: Call) throws {
        let lost = estimate.lost
        let low = max(0, lost.mean - estimate.halfWidth)
        let high = lost.mean + estimate.halfWidth
        if call.wantsJSON {
            return try call.output.line([
                "policy": .string("\(sizing.behaviour.policy)"), "seed": .int(sizing.seed), "months": .int(lost.count),
                "edits": .number(estimate.edits.mean), "encounters": .number(estimate.encounters.mean),
                "editsAtRisk": .number(estimate.editsAtRisk.mean), "lost": .number(lost.mean), "low": .number(low),
                "high": .number(high),
            ])
        }
        let text = Rounding.significant
        try call.output.line(
            "\(sizing.behaviour.policy): \(text(lost.mean)) edits lost a month (\(text(low)) to \(text(high)), 95 % "
                + "confident at any stop), of \(text(estimate.edits.mean)) edits")
        try call.output.line(
            "\(text(estimate.encounters.mean)) encounters a month with \(text(estimate.editsAtRisk.mean)) edits in them; "
                + "\(lost.count) months played, seed \(sizing.seed)")
    }

    /// The losses with each number halved and doubled, the greatest effect first.
    private static func printEffects(
        of sizing: Sizing, _ base: Sizing.Estimate, months: Int, _ call: Call
    ) async throws {
        struct Row {
            var name: String
            var half: RunningMean?
            var double: RunningMean?
            var effect: Double
        }
        var line = ProgressLine("effects", messages: call.messages)
        var rows: [Row] = []
        for (index, parameter) in Sizing.parameters.enumerated() {
            var means: [RunningMean?] = []
            for factor in [0.5, 2] {
                guard let scaled = parameter.scaled(sizing, factor) else {
                    means.append(nil)
                    continue
                }
                let estimate = try await scaled.estimate(
                    months: months, until: nil, workers: SweepState.coreCount)
                means.append(estimate.lost)
            }
            line.update(index + 1, of: Sizing.parameters.count)
            guard means.contains(where: { $0 != nil }) else { continue }
            let ratios = means.compactMap { $0 }.map { ratio($0.mean, base.lost.mean) }
            rows.append(Row(name: parameter.name, half: means[0], double: means[1], effect: ratios.max() ?? 1))
        }
        line.finish()
        rows.sort { ($0.effect, $1.name) > ($1.effect, $0.name) }
        var table = Table([
            .init("parameter", style: .name), .init("halved", isNumber: true), .init("doubled", isNumber: true),
        ])
        func text(_ mean: RunningMean?) -> String {
            guard let mean else { return "–" }
            return "\(Rounding.significant(mean.mean)) ±\(Rounding.significant(mean.halfWidth()))"
        }
        for row in rows {
            if call.wantsJSON {
                try call.output.line([
                    "parameter": .string(row.name), "halved": row.half.map { .number($0.mean) } ?? .null,
                    "doubled": row.double.map { .number($0.mean) } ?? .null,
                ])
            } else {
                table.add([row.name, text(row.half), text(row.double)])
            }
        }
        if !call.wantsJSON {
            try call.output.line("Lost a month with one number halved or doubled, \(months) months each:")
            try table.print(to: call.output)
        }
    }

    /// How many times as much, one way or the other.
    private static func ratio(_ a: Double, _ b: Double) -> Double {
        let (a, b) = (max(a, 1e-9), max(b, 1e-9))
        return max(a / b, b / a)
    }
}

extension Duration {
    /// The length in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}

extension ValueReader<Double> {
    /// A percentage such as `5%` or `0.1 %`, as a share.
    static var percentage: ValueReader {
        ValueReader("a percentage such as 0.1%") { word, _ in
            let digits = word.filter { !"±% ".contains($0) }
            guard let number = Double(digits), number > 0, number <= 100 else { return nil }
            return number / 100
        }
    }
}

/// Numbers with three significant digits.
enum Rounding {
    static func significant(_ value: Double) -> String {
        guard value.isFinite else { return "∞" }
        guard value != 0 else { return "0" }
        var (decimals, scaled) = (0, value.magnitude)
        while scaled < 100, decimals < 9 {
            scaled *= 10
            decimals += 1
        }
        var text = "\(Int(scaled.rounded()))"
        guard decimals > 0 else { return (value < 0 ? "-" : "") + text }
        while text.count <= decimals { text = "0" + text }
        text = text.dropLast(decimals) + "." + text.suffix(decimals)
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return (value < 0 ? "-" : "") + text
    }
}
