import Merging

/// How often the actions of some runs ended in each class.
public struct PolicyComparison: Sendable {
    /// How many actions were acknowledged.
    public private(set) var actions = 0
    /// How many runs there were.
    public private(set) var runs = 0
    /// How many conflict copies users would have to look at.
    public private(set) var conflictCopies = 0
    /// Runs after which devices showed different notes.
    public private(set) var divergedRuns = 0
    /// Of each class and each run how many actions ended in it, and how many there were.
    private var counts: [LossLedger.Outcome: [(count: Int, actions: Int)]] = [:]
    private var actionCounts: [Int] = []

    /// No runs yet.
    public init() {}

    /// Adds one run.
    public mutating func add(_ ledger: LossLedger, conflictCopies: Int) {
        runs += 1
        let acknowledged = ledger.acknowledgedCount
        actions += acknowledged
        actionCounts.append(acknowledged)
        self.conflictCopies += conflictCopies
        if !ledger.hasConverged { divergedRuns += 1 }
        for outcome in LossLedger.Outcome.allCases {
            counts[outcome, default: []].append((ledger.count(outcome), acknowledged))
        }
    }

    /// How many actions ended in a class.
    public func count(_ outcome: LossLedger.Outcome) -> Int { counts[outcome, default: []].reduce(0) { $0 + $1.count } }

    /// The share of actions that ended in a class, with its 95 % interval. Actions of one run depend on each other, so
    /// the variance is that between runs (a ratio estimate). Where nothing was found, the upper end is that of the share
    /// of runs in which something is found, which is greater.
    public func share(of outcome: LossLedger.Outcome) -> (share: Double, low: Double, high: Double) {
        let total = count(outcome)
        guard actions > 0 else { return (0, 0, 1) }
        guard total > 0 else { return (0, 0, WilsonInterval(count: 0, of: runs).high) }
        let share = Double(total) / Double(actions)
        let squares = counts[outcome, default: []].reduce(0.0) { sum, run in
            let rest = Double(run.count) - share * Double(run.actions)
            return sum + rest * rest
        }
        let reach = 1.959963984540054 * squares.squareRoot() / Double(actions)
        return (share, max(0, share - reach), min(1, share + reach))
    }
}

extension Scenario {
    /// Random work: three devices with random links, clocks and offline spells, and users who tick, clear, type, append,
    /// delete and move in one note of twelve rows for a minute.
    public static func randomWork(seed: UInt64, number: UInt64) -> Scenario {
        var stream = RandomStream(seed: seed, run: number, purpose: .choice)
        func integer(_ limit: Int) -> Int { Int(stream.unit() * Double(limit)) }
        var devices: [DeviceModel] = []
        for index in 0..<3 {
            var model = DeviceModel(name: "device \(index + 1)")
            let low = UInt64(20_000 + integer(200_000))
            model.up.latency = .uniform(from: low, to: low + UInt64(integer(300_000)))
            model.down.latency = model.up.latency
            model.clock.offset = Int64((stream.normal() * 500_000).rounded())
            if integer(4) == 0 {
                let start = UInt64(integer(40_000_000))
                model.offline = [Span(from: start, until: start + 2_000_000 + UInt64(integer(15_000_000)))]
            }
            devices.append(model)
        }
        let lines = (0..<12).map { "- [\(integer(3) == 0 ? "x" : " ")] row \($0) of the list" }
        var scenario = Scenario(name: "random work \(number)", lines: lines, devices: devices)
        let words = ["milk", "bread", "tea", "rice", "eggs", "salt", "soap", "beans"]
        for _ in 0..<18 {
            let line = LineName.initial(integer(lines.count))
            let word = words[integer(words.count)]
            let action: Action<LineName>
            switch integer(10) {
            case 0..<5: action = .toggle(line, to: integer(3) > 0)
            case 5, 6: action = .type(line, "\(word) \(integer(90)) of the list")
            case 7: action = .append("\(word) \(integer(900))", toBlockOf: nil)
            case 8: action = .delete([line])
            default: action = .move(line, after: .initial(integer(lines.count)))
            }
            scenario.actions.append(
                ScheduledAction(at: UInt64(integer(60_000_000)), device: integer(3), action))
        }
        scenario.actions.sort { $0.time < $1.time }
        return scenario
    }
}
