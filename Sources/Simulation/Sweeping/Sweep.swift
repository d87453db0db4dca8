public import Merging

/// Many runs of many points, cut into units that can be done anywhere in any order: by several cores, by several
/// machines, today and tomorrow. What a unit gives depends on the sweep and the unit alone.
public struct Sweep: Sendable {
    /// The points.
    public var points: [SweepPoint]
    /// How often each point is run.
    public var trials: Int
    /// What all randomness follows from.
    public var seed: UInt64
    /// How many runs of a point make a unit.
    public static let unitSize = 10_000

    /// A sweep of those points.
    public init(points: [SweepPoint], trials: Int, seed: UInt64 = 1) {
        self.points = points
        self.trials = trials
        self.seed = seed
    }

    /// Some of the runs of one point.
    public struct Unit: Hashable, Sendable {
        /// Its number in the sweep.
        public var number: Int
        /// The point, by index.
        public var point: Int
        /// Which runs.
        public var runs: Range<Int>
    }

    /// What came of a unit, or of all units of a point.
    public struct Count: Hashable, Sendable {
        /// How often it was run.
        public var trials = 0
        /// How often some action was lost.
        public var lost = 0

        /// A count of nothing.
        public init(trials: Int = 0, lost: Int = 0) {
            self.trials = trials
            self.lost = lost
        }

        /// The two counts together.
        public static func + (left: Count, right: Count) -> Count {
            Count(trials: left.trials + right.trials, lost: left.lost + right.lost)
        }

        /// How likely a loss is, as far as this count tells.
        public var interval: WilsonInterval { WilsonInterval(count: lost, of: trials) }
        /// The fraction lost.
        public var p: Double { trials == 0 ? 0 : Double(lost) / Double(trials) }
    }

    /// All units, or those of one shard of several.
    ///
    /// - Precondition: `shard` is among `0..<shards`.
    public func units(shard: Int = 0, of shards: Int = 1) -> [Unit] {
        precondition((0..<shards).contains(shard))
        return stride(from: shard, to: points.count * unitsPerPoint, by: shards).map(unit(numbered:))
    }

    /// The unit of that number; nil if there is none.
    public func unit(_ number: Int) -> Unit? {
        (0..<points.count * unitsPerPoint).contains(number) ? unit(numbered: number) : nil
    }

    private var unitsPerPoint: Int { (trials + Sweep.unitSize - 1) / Sweep.unitSize }

    private func unit(numbered number: Int) -> Unit {
        let start = number % unitsPerPoint * Sweep.unitSize
        return Unit(
            number: number, point: number / unitsPerPoint, runs: start..<min(start + Sweep.unitSize, trials))
    }

    /// Runs one unit under the policy of its point.
    public func run(_ unit: Unit) throws(ScenarioError) -> Count {
        switch points[unit.point].policy {
        case .fieldLWW(let stamping): try run(unit, under: FieldLWW.Policy(stamping: stamping))
        case .lineMerge: try run(unit, under: LineMerge.Policy())
        case .registered(let registered): try run(unit, under: registered.policy)
        }
    }

    /// Runs one unit under any policy.
    public func run<Policy: MergePolicy>(_ unit: Unit, under policy: Policy) throws(ScenarioError) -> Count {
        // Each point draws from streams of its own: neighbouring points are independent.
        var stream = RandomStream(seed: seed, run: UInt64(unit.point), purpose: .choice)
        var world = try World(
            points[unit.point].scenario, policy: policy, seed: stream.next(), observer: Unobserved())
        var count = Count(trials: unit.runs.count)
        for run in unit.runs where world.countLost(UInt64(run)).lost > 0 { count.lost += 1 }
        return count
    }

    /// Runs units on several cores and hands each result over as it comes.
    ///
    /// - Parameter workers: how many units run at a time.
    public func run(
        _ units: [Unit], workers: Int, isolation: isolated (any Actor)? = #isolation,
        result: (Unit, Count) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Unit, Count).self) { group in
            var next = 0
            func start() {
                guard next < units.count else { return }
                let unit = units[next]
                next += 1
                group.addTask { (unit, try run(unit)) }
            }
            for _ in 0..<max(1, workers) { start() }
            while let (unit, count) = try await group.next() {
                start()
                try result(unit, count)
            }
        }
    }
}
