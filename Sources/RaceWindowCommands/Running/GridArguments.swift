import CommandLineKit
import Merging
import Simulation

/// The options that say what a sweep goes over.
enum GridArguments {
    static let gap = list("gap", "from one device's action to the other's; 0:1.5:0.1 unless given")
    static let latency = list("latency", "the fixed part of the latency from device to device")
    static let jitter = list("jitter", "the width of the uniform jitter, each way")
    static let flush = list("flush", "the flush period")
    static let debounce = list("debounce", "the debounce of typing; giving it makes the first device type")
    static let skew = list("skew", "how far the first device's clock is ahead")
    static let deviation = list("skew-deviation", "the standard deviation of that")
    static let loss = list("loss", "the probability that an upload is lost")
    static let poll = list("poll", "how often devices poll; 0 pushes")
    static let devices = list("devices", "how many devices")
    static let retry = Argument.option("retry", "SECONDS", .number(0.001...3600), "what a lost upload costs; 1")
    static let trailing = Argument.flag("trailing", "flush so long after an action, not at the ticks of a clock")
    static let policies = Argument.option(
        "policies", "LIST", .text, "fieldLWW/client, fieldLWW/hlc, fieldLWW/server, lineMerge; the first unless given")
    static let trials = Argument.option(
        "trials", "N", .integer(1...1_000_000_000), "how often each point is run; 10000 unless given")

    static let all: [any TableArgument] = [
        gap, latency, jitter, flush, debounce, skew, deviation, loss, retry, poll, devices, trailing, policies, trials,
        PlayArguments.seed,
    ]

    private static func list(_ name: String, _ explanation: String) -> Argument<[Double]?> {
        Argument.option(name, "LIST", NumberList.reader, explanation)
    }

    /// Refuses what no device, clock or link can be.
    private static func check(_ call: Call) throws {
        let times = [
            ("gap", gap), ("latency", latency), ("jitter", jitter), ("flush", flush), ("debounce", debounce),
            ("skew-deviation", deviation), ("poll", poll),
        ]
        for (name, argument) in times {
            if let value = try call[argument]?.first(where: { $0 < 0 }) {
                throw CommandFailure.usage("--\(name) is a time of at least 0 s, not \(value).")
            }
        }
        if let value = try call[devices]?.first(where: { $0 < 1 || $0 != $0.rounded() }) {
            throw CommandFailure.usage("--devices is a whole number of at least 1, not \(value).")
        }
    }

    static func sweep(of call: Call) throws -> Sweep {
        try check(call)
        var points = [SweepPoint()]
        func spread(_ values: [Double], _ set: (inout SweepPoint, Double) -> Void) throws {
            guard points.count * values.count <= 1_000_000 else {
                throw CommandFailure.usage("The grid has more than a million points.")
            }
            points = points.flatMap { point in
                values.map { value in
                    var point = point
                    set(&point, value)
                    return point
                }
            }
        }
        var choices: [PolicyChoice] = []
        for word in (try call[policies] ?? "fieldLWW/client").split(separator: ",") {
            guard let choice = PolicyChoice(String(word)) else {
                throw CommandFailure.usage("There is no policy “\(word)”.", hint: "fieldLWW/client, fieldLWW/hlc, …")
            }
            choices.append(choice)
        }
        points = choices.map { choice in
            var point = SweepPoint()
            point.policy = choice
            return point
        }
        if try call[trailing] { try spread([1]) { point, _ in point.isTrailing = true } }
        if let seconds = try call[retry] { try spread([seconds]) { $0.retry = $1 } }
        if let values = try call[latency] { try spread(values) { $0.latency = $1 } }
        if let values = try call[jitter] { try spread(values) { $0.jitter = $1 } }
        if let values = try call[flush] { try spread(values) { $0.flush = $1 } }
        if let values = try call[debounce] { try spread(values) { ($0.debounce, $0.isTyping) = ($1, true) } }
        if let values = try call[skew] { try spread(values) { $0.skew = $1 } }
        if let values = try call[deviation] { try spread(values) { $0.skewDeviation = $1 } }
        if let values = try call[loss] { try spread(values) { $0.loss = $1 } }
        if let values = try call[poll] { try spread(values) { $0.poll = $1 } }
        if let values = try call[devices] { try spread(values) { $0.devices = Int($1) } }
        try spread(try call[gap] ?? NumberList.numbers(in: "0:1.5:0.1") ?? []) { $0.gap = $1 }
        let trials = try call[trials] ?? 10_000
        guard points.count * (trials / Sweep.unitSize + 1) <= 10_000_000 else {
            throw CommandFailure.usage("All trials of all points are too many.", hint: "Make several sweeps of it.")
        }
        for point in points {
            do { try point.scenario.check() } catch { throw CommandFailure.usage(error.message) }
        }
        return Sweep(points: points, trials: trials, seed: try PlayArguments.seed(of: call))
    }
}

/// Numbers with commas, or `from:to:step`.
enum NumberList {
    static let reader = ValueReader<[Double]>("numbers such as 0.1,0.5,1 or 0:2:0.25") { word, _ in numbers(in: word) }

    static func numbers(in text: String) -> [Double]? {
        var numbers: [Double] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
            guard let first = ends[0], first.isFinite, first.magnitude <= 1e6 else { return nil }
            switch ends.count {
            case 1: numbers.append(first)
            case 3:
                guard let last = ends[1], let step = ends[2], step > 0, last >= first, last <= 1e6,
                    (last - first) / step < 100_000
                else { return nil }
                let count = Int(((last - first) / step + 1e-9).rounded(.down))
                // Rounded to a billionth, so that 0:1:0.1 gives 0.3 and not 0.30000000000000004.
                for index in 0...count { numbers.append(((first + Double(index) * step) * 1e9).rounded() / 1e9) }
            default: return nil
            }
            guard numbers.count <= 1_000_000 else { return nil }
        }
        return numbers.isEmpty ? nil : numbers
    }
}
