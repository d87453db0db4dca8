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
    let scheduled: [ScheduledAction]
    /// The scheduled actions, where their lines can be named from the start.
    let planned: [Action<LineID>?]
    /// What they set, where that does not depend on the note they are done to.
    let plannedClaims: [[Claim]?]
    /// The rows that random work ticks and clears.
    let workRows: [Scenario.WorkRow]
    let note: NoteStart
    let seed: UInt64
    let templates: [Device<R>]
    let relayTemplate: Relay<R.Archive>
    /// What is scheduled at the start of each run.
    let agenda: EventQueue
    let draws: [Draws]
    /// When the last of what the scenario schedules is due or over.
    let lastScheduled: UInt64

    var devices: [Device<R>]
    var relay: Relay<R.Archive>
    var around: Surroundings<R.Message, Observer>
    /// The random work of the run, numbered on from the scenario's actions.
    var work: [ScheduledAction] = []
    /// Which actions meet no other.
    var reach: ActionReach
    /// What the actions of the run set.
    var stakes = Stakes()
    var horizon: UInt64 = 0

    /// What is drawn for a device at the start of a run.
    struct Draws: Sendable {
        /// The period of which the flush takes a random phase; 0 if it does not.
        var flushPeriod: UInt64 = 0
        var pollPeriod: UInt64 = 0
        var clockOffset: Int64 = 0
        var clockDeviation: Double = 0
    }

    /// A world of a scenario under a policy, whose runs follow from `seed`.
    ///
    /// - Parameter ids: the devices' ids, which decide ties; by default they rise with the index.
    public init(
        _ scenario: Scenario, policy: Policy, seed: UInt64 = 1, observer: Observer, ids: [DeviceID]? = nil
    ) throws(ScenarioError) {
        try scenario.check()
        self.scenario = scenario
        self.seed = seed
        scheduled = scenario.actions
        let start = EventID(device: DeviceID(0), counter: 1)
        note = NoteStart(
            note: NoteID(high: 0, low: 1), document: ChecklistDocument(parsing: scenario.body, madeBy: start),
            title: scenario.title, heads: [start])
        workRows = scenario.workload == nil ? [] : scenario.workRows
        planned = scheduled.map { $0.action.action(of: start) { _ in nil } }
        plannedClaims = planned.map { $0?.claims }
        let retry: UInt64? = scenario.losesMessages ? 2_000_000 : nil
        let names = ids ?? scenario.devices.indices.map { DeviceID(UInt64($0) + 1) }
        var templates: [Device<R>] = []
        var draws: [Draws] = []
        for (index, model) in scenario.devices.enumerated() {
            var drawn = Draws(clockOffset: model.clock.offset, clockDeviation: model.clock.deviation)
            let flush: DeviceSettings.Flush
            switch model.flush {
            case .periodic(let period, let phase):
                flush = .periodic(every: period, phase: phase ?? 0)
                if phase == nil { drawn.flushPeriod = period }
            case .trailing(let delay): flush = .trailing(after: delay)
            }
            drawn.pollPeriod = scenario.relay.pollEvery ?? 0
            draws.append(drawn)
            templates.append(
                Device(
                    id: names[index], note: note.note, replica: policy.replica(of: note),
                    settings: DeviceSettings(debounce: model.debounce, flush: flush, retry: model.retry ?? retry)))
        }
        self.templates = templates
        self.draws = draws
        let givesReceipts = templates.contains { $0.settings.retry != nil || $0.replica.needsReceipts }
        relayTemplate = Relay(
            archive: policy.archive(), devices: names,
            settings: Relay.Settings(
                isPolled: scenario.relay.pollEvery != nil, retry: scenario.relay.retry ?? retry,
                givesReceipts: givesReceipts, corrects: scenario.relay.corrects))
        agenda = World.agenda(of: scenario)
        lastScheduled = scheduled.reduce(scenario.lastOutage) { max($0, $1.time) }
        devices = templates
        relay = relayTemplate
        around = Surroundings(scenario, observer: observer)
        reach = ActionReach(scheduled)
        around.tracksPast = !reach.areAllAlone || scheduled.contains(where: \.action.canHideLines)
    }

    /// What is scheduled at the start of each run: the ends of outages, crashes, and what the users do.
    private static func agenda(of scenario: Scenario) -> EventQueue {
        var agenda = EventQueue()
        for (index, model) in scenario.devices.enumerated() where scenario.losesMessages {
            for span in model.offline + model.cutUp + model.cutDown {
                agenda.schedule(.online, at: span.end, device: index)
            }
            for span in model.crashes {
                agenda.schedule(.crash, at: span.start, device: index)
                agenda.schedule(.restart, at: span.end, device: index)
            }
        }
        for (number, action) in scenario.actions.enumerated() {
            agenda.schedule(.action, at: action.time, device: action.device, payload: UInt32(number))
        }
        return agenda
    }

    /// What was observed in the runs so far.
    public var observer: Observer { around.observer }

    /// The devices as the last run left them.
    public var finalDevices: [Device<R>] { devices }

    /// What happened to the actions: those of the scenario, then random work.
    public var actions: [ScheduledAction] { scheduled + work }

    /// The event that each action became; nil for one that was refused.
    public var actionEvents: [EventID?] { around.answers.map(\.event) }

    /// All events of the last run, if it kept a log.
    public var log: [Event] { around.log }

    /// Runs the scenario once.
    ///
    /// - Parameter keepingLog: whether to keep all events for ``log``.
    /// - Returns: what became of each action.
    public mutating func run(_ number: UInt64 = 0, keepingLog: Bool = false) -> LossLedger {
        play(number, keepingLog: keepingLog)
        return ledger()
    }

    /// Counts how many of the actions of one run were lost, without the whole ledger.
    public mutating func countLost(_ number: UInt64) -> (actions: Int, lost: Int) {
        play(number)
        return harm()
    }

    /// Lets everything of a run happen.
    private mutating func play(_ number: UInt64, keepingLog: Bool = false) {
        prepare(number)
        around.keepsLog = keepingLog
        while let item = around.queue.popFirst() {
            guard item.time <= horizon else { break }
            around.now = item.time
            step(item)
        }
    }
}
