import Merging

/// What people lose in a month: usage drawn at random, and every encounter played with the real devices.
///
/// Losses are rare, so most of a month is not simulated: an edit can only be lost to another device's edit of the same
/// note that comes before all devices have the first one. Edits that near to each other form an *encounter*; edits
/// outside of encounters lose nothing and are only counted. The estimate is the same as that of a full simulation
/// (conditioning on where a loss is possible), at a small fraction of its cost.
public struct Sizing: Sendable {
    /// How people use the app.
    public var usage: UsageModel
    /// How devices and network behave; its gap and number of devices are not used.
    public var behaviour: SweepPoint
    /// What all randomness follows from.
    public var seed: UInt64

    /// An estimate for that usage and behaviour.
    public init(usage: UsageModel, behaviour: SweepPoint, seed: UInt64 = 1) {
        self.usage = usage
        self.behaviour = behaviour
        self.seed = seed
    }

    /// What happened in one month.
    public struct Month: Hashable, Sendable {
        /// Edits of all devices together.
        public var edits = 0
        /// How often devices edited the same note within the window.
        public var encounters = 0
        /// Edits in encounters.
        public var editsAtRisk = 0
        /// Edits that were lost.
        public var lost = 0
    }

    /// Refuses what makes no sense.
    public func check() throws(ScenarioError) {
        guard (1...Scenario.maximumDeviceCount).contains(usage.devices) else {
            throw ScenarioError("There are 1 to \(Scenario.maximumDeviceCount) devices, not \(usage.devices).")
        }
        guard usage.notes > 0 else { throw ScenarioError("There must be at least one note.") }
        guard usage.editsPerSession >= 1 else { throw ScenarioError("A session has at least one edit.") }
        guard usage.editsPerDay > 0, usage.editsPerDay <= 100_000, usage.pause > 0, usage.activeHours > 0,
            usage.activeHours <= 24
        else { throw ScenarioError("Edits a day, pause and active hours must be positive, hours at most 24.") }
        try behaviour.scenario.check()
    }

    /// One month, drawn and played: the same number gives the same month.
    public func month(_ number: UInt64) throws(ScenarioError) -> Month {
        switch behaviour.policy {
        case .fieldLWW(let stamping): try month(number, under: FieldLWW.Policy(stamping: stamping))
        case .lineMerge: try month(number, under: LineMerge.Policy())
        case .registered(let registered): try month(number, under: registered.policy)
        }
    }

    private func month(_ number: UInt64, under policy: some MergePolicy) throws(ScenarioError) -> Month {
        var stream = RandomStream(seed: seed, run: number, purpose: .workload)
        let edits = usage.month(&stream)
        var month = Month(edits: edits.all)
        for (index, encounter) in encounters(in: edits.shared).enumerated() {
            month.encounters += 1
            month.editsAtRisk += encounter.count
            var world = try World(
                scenario(of: encounter), policy: policy,
                seed: RandomStream.mix(seed &+ number &* 0x9E37_79B9_7F4A_7C15), observer: Unobserved())
            month.lost += world.countLost(UInt64(index)).lost
        }
        return month
    }

    /// How long after an edit another one can be lost because of it, or make it lost: until all devices have it for
    /// certain, or as far as clocks are apart.
    var reach: Double {
        // Who comes back online waits for a retry at worst.
        let recovery = usage.offlineShare > 0 ? 5.0 : 0
        return behaviour.window.end + recovery
    }

    /// Edits of one note by several devices that follow each other before the earlier ones are everywhere.
    func encounters(in edits: [UsageModel.Edit]) -> [[UsageModel.Edit]] {
        var encounters: [[UsageModel.Edit]] = []
        for (_, edits) in Dictionary(grouping: edits, by: \.note).sorted(by: { $0.key < $1.key }) {
            var chain: [UsageModel.Edit] = []
            var end = -Double.infinity
            func close() { if Set(chain.map(\.device)).count > 1 { encounters.append(chain) } }
            for edit in edits {
                if edit.time > end {
                    close()
                    chain = []
                }
                chain.append(edit)
                end = max(end, max(edit.time, edit.offlineUntil ?? 0) + reach)
            }
            close()
        }
        return encounters
    }

    /// An encounter as a scenario, each edit on a line of its own.
    private func scenario(of edits: [UsageModel.Edit]) -> Scenario {
        var point = behaviour
        let names = Set(edits.map(\.device)).sorted()
        point.devices = names.count
        point.lines = max(point.lines, edits.count)
        var scenario = point.scenario
        let start = (edits.map(\.time).min() ?? 0) - 1
        func microseconds(_ time: Double) -> UInt64 { SweepPoint.microseconds(time - start) }
        scenario.actions = edits.enumerated().compactMap { line, edit in
            guard let device = names.firstIndex(of: edit.device) else { return nil }
            let action: Action<LineName> =
                behaviour.isTyping ? .type(.initial(line), "typed") : .toggle(.initial(line), to: true)
            return ScheduledAction(at: microseconds(edit.time), device: device, action)
        }
        for (index, name) in names.enumerated() {
            // Every clock is off by itself, so that two of them are apart as the closed form has it.
            let deviation = behaviour.skewDeviation * 0.5.squareRoot() * 1e6
            scenario.devices[index].clock = ClockModel(
                offset: name == 0 ? Int64((behaviour.skew * 1e6).rounded()) : 0, deviation: deviation)
            var spells: [Span] = []
            for edit in edits where edit.device == name {
                guard let end = edit.offlineUntil else { continue }
                let span = Span(from: microseconds(edit.time - 1), until: microseconds(end) + 1)
                if let last = spells.last, span.start <= last.end {
                    spells[spells.count - 1].end = max(last.end, span.end)
                } else {
                    spells.append(span)
                }
            }
            scenario.devices[index].offline = spells
        }
        return scenario
    }
}
