public import Checklist
public import Events
public import Merging

/// A scenario coming true: real devices and a real relay, virtual time. One world can be run many times; each run draws
/// from the streams of its own number.
public struct World<Policy: MergePolicy, Observer: WorldObserver>: Sendable {
    /// The replica of the policy.
    public typealias R = Policy.NoteReplica

    /// What happens in it.
    public let scenario: Scenario
    let deeds: [ScheduledAction]
    let note: NoteStart
    let seed: UInt64
    let templates: [Device<R>]
    let relayTemplate: Relay<R.Archive>
    let placeTemplates: [Surroundings<R.Message, Observer>.Place]

    var devices: [Device<R>]
    var relay: Relay<R.Archive>
    var around: Surroundings<R.Message, Observer>
    /// The random work of the run, numbered on from the scenario's actions.
    var work: [ScheduledAction] = []
    var oracle: Oracle
    var horizon: UInt64 = 0
    /// When each device's user acted last; only exploring needs it.
    var lastActed: [UInt64] = []

    /// A world of a scenario under a policy, whose runs follow from `seed`.
    ///
    /// - Parameter ids: the devices' ids, which decide ties; by default they rise with the index.
    public init(
        _ scenario: Scenario, policy: Policy, seed: UInt64 = 1, observer: Observer, ids: [DeviceID]? = nil
    ) throws(ScenarioError) {
        try scenario.check()
        self.scenario = scenario
        self.seed = seed
        deeds = scenario.actions
        let start = EventID(device: DeviceID(0), counter: 1)
        note = NoteStart(
            note: NoteID(high: 0, low: 1), document: ChecklistDocument(parsing: scenario.body, madeBy: start),
            title: scenario.title, heads: [start])
        let retry: UInt64? = scenario.losesMessages ? 2_000_000 : nil
        let names = ids ?? scenario.devices.indices.map { DeviceID(UInt64($0) + 1) }
        var templates: [Device<R>] = []
        for (index, model) in scenario.devices.enumerated() {
            let flush: DeviceSettings.Flush
            switch model.flush {
            case .periodic(let period, let phase): flush = .periodic(every: period, phase: phase ?? 0)
            case .trailing(let delay): flush = .trailing(after: delay)
            }
            templates.append(
                Device(
                    id: names[index], note: note.note, replica: policy.replica(of: note),
                    settings: DeviceSettings(debounce: model.debounce, flush: flush, retry: model.retry ?? retry)))
        }
        self.templates = templates
        let givesReceipts = templates.contains { $0.settings.retry != nil || $0.replica.needsReceipts }
        relayTemplate = Relay(
            archive: policy.archive(), devices: names,
            settings: Relay.Settings(
                isPolled: scenario.relay.pollEvery != nil, retry: scenario.relay.retry ?? retry,
                givesReceipts: givesReceipts))
        let nothing = RandomStream(seed: seed, run: 0, purpose: .choice)
        placeTemplates = scenario.devices.map { model in
            Surroundings.Place(
                up: Surroundings.Channel(link: model.up, stream: nothing),
                down: Surroundings.Channel(link: model.down, stream: nothing), clock: model.clock,
                offline: model.offline, cutUp: model.cutUp, cutDown: model.cutDown,
                blockedWrites: model.blockedWrites)
        }
        devices = templates
        relay = relayTemplate
        around = Surroundings(observer: observer)
        around.relayClock = scenario.relay.clock
        oracle = Oracle(note: note)
        lastActed = Array(repeating: 0, count: templates.count)
    }

    /// What was observed in the runs so far.
    public var observer: Observer { around.observer }

    /// The devices as the last run left them.
    public var finalDevices: [Device<R>] { devices }

    /// What happened to the actions: those of the scenario, then random work.
    public var actions: [ScheduledAction] { deeds + work }

    /// The event that each action became; nil for one that was refused.
    public var actionEvents: [EventID?] { around.events }

    /// All events of the last run, if it kept a log.
    public var log: [Event] { around.log }

    /// Runs the scenario once.
    ///
    /// - Parameter keepingLog: whether to keep all events for ``log``.
    /// - Returns: what became of each action.
    public mutating func run(_ number: UInt64 = 0, keepingLog: Bool = false) -> LossLedger {
        prepare(number)
        around.keepsLog = keepingLog
        while let item = around.queue.popFirst() {
            guard item.time <= horizon else { break }
            around.now = item.time
            step(item)
        }
        return judge()
    }

    /// Counts how many of the actions of one run were lost, without the whole ledger.
    public mutating func countLost(_ number: UInt64) -> (actions: Int, lost: Int) {
        prepare(number)
        while let item = around.queue.popFirst() {
            guard item.time <= horizon else { break }
            around.now = item.time
            step(item)
        }
        return oracle.countLost(
            devices: devices, events: around.events, acknowledgedAt: around.acknowledgedAt, actions: deeds, work: work)
    }

    /// Judges the run that just ended.
    func judge() -> LossLedger {
        oracle.judge(
            devices: devices, events: around.events, refusals: around.refusals,
            acknowledgedAt: around.acknowledgedAt, actions: deeds + work)
    }
}
