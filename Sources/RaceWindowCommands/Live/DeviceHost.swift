import Checklist
import CommandLineKit
import Events
import Merging
import NoteLedger
import Simulation

/// A device as a process: the state machine of `Merging` with a real clock, a real store and a real network.
final class DeviceHost<Policy: LivePolicy> {
    typealias R = Policy.NoteReplica

    private let member: LiveMember
    private let plan: LivePlan
    private let index: Int
    private let model: DeviceModel
    private let note: NoteStart
    /// What the devices of the trial are called.
    private let names: [(device: DeviceID, name: String)]
    private let storePath: String
    private var device: Device<R>
    private var effects: HostEffects<Policy.Keeper>?
    private var up: LinkCourse
    private var relay: Connection?
    private var ledger: Ledger?
    /// Counts restarts, so that timers from before one are known.
    private var life = 0
    private var isDown = false
    /// The events that actions of all devices became.
    private var events: [Int: EventID] = [:]
    private var testimonies: [Testimony] = []

    init(_ plan: LivePlan, _ policy: Policy, index: Int, storePath: String, member: LiveMember) throws {
        let parts: World<Policy, Unobserved>.Parts
        do {
            parts = try World(plan.scenario, policy: policy, seed: plan.seed, observer: Unobserved()).parts
        } catch {
            throw CommandFailure.badData(error.message)
        }
        guard parts.devices.indices.contains(index) else { throw CommandFailure.usage("There is no device \(index).") }
        self.member = member
        self.plan = plan
        self.index = index
        self.storePath = storePath
        model = plan.scenario.devices[index]
        note = parts.note
        device = parts.devices[index]
        names = zip(parts.devices, plan.scenario.devices).map { ($0.id, $1.name) }
        up = LinkCourse(model.up, .up, device: index, seed: plan.seed, run: plan.run)
    }

    func run() throws {
        try member.control.send(["hello": "device", "index": .int(index)])
        try member.serve(
            until: plan.horizon,
            begin: { [self] in try begin($0) },
            other: { [self] message in
                guard let number = message["named"]?.unsignedValue, let id = message["event"]?.stringValue else {
                    return
                }
                events[Int(number)] = EventID(id)
            }, report: { [self] in report() })
        // When nothing depends on time any more.
        for (device, name) in names where device != self.device.id { try ledger?.setName(name, of: device) }
        ledger?.close()
    }

    // MARK: Beginning

    private func begin(_ message: JSON) throws {
        // First of all, so that nothing is sent to a device that the relay does not know yet.
        let connection = try Connection(to: UInt16(clamping: message["relay"]?.unsignedValue ?? 0))
        relay = connection
        try connection.send(["index": .int(index)])
        try openStore(createdAt: message["created"]?.unsignedValue ?? 0)
        member.loop.watch(connection.descriptor) { [self] in
            guard let packets = try connection.receive() else { return member.loop.forget(connection.descriptor) }
            for packet in packets { try take(packet) }
        }
        for (number, action) in plan.scenario.actions.enumerated() where action.device == index {
            member.schedule(at: action.time) { [self] in try act(number, action.action) }
        }
        for span in model.offline + model.cutUp + model.cutDown {
            member.schedule(at: span.end) { [self] in
                if !isDown { try step { $0.connect(at: $1, effects: &$2) } }
            }
        }
        for span in model.crashes {
            member.schedule(at: span.start) { [self] in
                isDown = true
                life += 1
            }
            member.schedule(at: span.end) { [self] in
                isDown = false
                try step { $0.restart(at: $1, effects: &$2) }
            }
        }
    }

    private func openStore(createdAt created: UInt64) throws {
        var options = Ledger.Options()
        options.device = device.id
        options.deviceName = model.name
        options.clock = { [clock = model.clock, member = UncheckedMember(member)] in
            clock.reading(after: member.value.elapsed, startedAt: member.value.wall) / 1000
        }
        // What is stamped too far ahead is for the state machine to hold back.
        options.maximumDrift = 1 << 48
        let ledger = try Ledger.open(at: storePath, options: options)
        try ledger.append(
            Event(
                id: note.heads[0], note: note.note, stamp: Stamp(milliseconds: created), parents: [],
                change: .created(title: note.title, body: note.document.bytes, attributes: [])))
        self.ledger = ledger
        effects = HostEffects(keeper: Policy.Keeper(ledger, note: note))
    }

    // MARK: Running

    private func moment(at elapsed: UInt64) -> Merging.Moment {
        Merging.Moment(uptime: elapsed, wall: model.clock.reading(after: elapsed, startedAt: member.wall))
    }

    /// Lets the device do something; what it asks for is done when the store shows what the device shows.
    private func step(
        _ body: (inout Device<R>, Merging.Moment, inout HostEffects<Policy.Keeper>) -> Void
    ) throws {
        guard var effects = self.effects else { return }
        let now = member.elapsed
        let moment = moment(at: now)
        effects.isBlocked = model.blockedWrites.contains { $0.contains(now) }
        body(&device, moment, &effects)
        if let failure = effects.failure { throw failure }
        try effects.keeper.follow(&device, wallTime: moment.wallMilliseconds)
        let asked = effects.takeAsked()
        self.effects = effects
        for (timer, delay) in asked.wakes {
            member.schedule(at: now + delay) { [self, life] in
                // A timer from before a crash is as forgotten as what it was for.
                if life == self.life { try step { $0.wake(timer, at: $1, effects: &$2) } }
            }
        }
        for (number, answer) in asked.answers { try testify(number, answer) }
        for packet in asked.packets { launch(packet, at: now) }
    }

    private func launch(_ packet: Packet<R.Message>, at now: UInt64) {
        if (model.offline + model.cutUp).contains(where: { $0.contains(now) }) { return }
        member.send(packet.json, arrivingAt: up.arrivals(ofMessageSentAt: now)) { [self] in relay }
    }

    private func take(_ message: JSON) throws {
        member.noteArrival(of: message)
        let now = member.elapsed
        if isDown || model.offline.contains(where: { $0.contains(now) }) { return }
        guard let packet = Packet<R.Message>(json: message) else {
            throw CommandFailure.badData("The relay said what nobody understands.")
        }
        try step { $0.receive(packet, at: $1, effects: &$2) }
    }

    private func act(_ number: Int, _ scheduled: Action<LineName>) throws {
        var screen = note
        screen.document = device.shown
        (screen.title, screen.isTrashed) = (device.replica.title, device.replica.isTrashed)
        screen.heads = device.replica.heads
        let action = scheduled.action(of: note.heads[0]) { events[$0] }
        testimonies.append(Testimony(number: number, action: isDown ? nil : action, screen: screen))
        if isDown { return try testify(number, .refused(.crashed)) }
        guard let action else { return try testify(number, .refused(.stale)) }
        try step { $0.perform(action, number: number, at: $1, effects: &$2) }
    }

    private func testify(_ number: Int, _ answer: HostAnswer) throws {
        guard let index = testimonies.firstIndex(where: { $0.number == number }) else { return }
        switch answer {
        case .refused(let reason): testimonies[index].refusal = reason
        case .done(let event):
            testimonies[index].event = event.id
            testimonies[index].parents = Array(event.parents)
            events[number] = event.id
            try member.control.send(["named": .int(number), "event": .string(event.id.description)])
        }
    }

    private func report() -> JSON {
        [
            "testimonies": .array(testimonies.map(\.json)),
            "end": [
                "document": device.replica.document.json, "title": .string(device.replica.title),
                "trashed": .bool(device.replica.isTrashed),
            ],
        ]
    }
}

/// Lends the clock of a process with one thread to the store's, which asks for the time while that one waits.
private struct UncheckedMember: @unchecked Sendable {
    let value: LiveMember

    init(_ value: LiveMember) { self.value = value }
}

/// What the user is told.
enum HostAnswer: Sendable {
    case done(Event)
    case refused(Refusal)
}

/// Writes at once what a device wants written, and gathers what else it asks for.
struct HostEffects<Keeper: StoreKeeper>: DeviceEffects {
    /// What a device asked for in one step.
    struct Asked {
        var wakes: [(timer: DeviceTimer, delay: UInt64)] = []
        var answers: [(number: Int, answer: HostAnswer)] = []
        var packets: [Packet<Keeper.R.Message>] = []
    }

    var keeper: Keeper
    /// Whether the disk refuses to write.
    var isBlocked = false
    /// What went wrong with the store, which no scenario foresees.
    private(set) var failure: (any Error)?
    private var asked = Asked()

    init(keeper: Keeper) { self.keeper = keeper }

    mutating func takeAsked() -> Asked {
        defer { asked = Asked() }
        return asked
    }

    mutating func persist(_ event: Event) -> Bool { write { try $0.write(event) } }
    mutating func persist(received message: Keeper.R.Message) -> Bool { write { try $0.write(received: message) } }

    private mutating func write(_ body: (inout Keeper) throws -> Void) -> Bool {
        if isBlocked { return false }
        do {
            try body(&keeper)
            return true
        } catch {
            failure = error
            return false
        }
    }

    mutating func acknowledge(_ action: Int, as event: Event) { asked.answers.append((action, .done(event))) }
    mutating func refuse(_ action: Int, because reason: Refusal) { asked.answers.append((action, .refused(reason))) }
    mutating func send(_ packet: Packet<Keeper.R.Message>) { asked.packets.append(packet) }
    mutating func wake(_ timer: DeviceTimer, after delay: UInt64) { asked.wakes.append((timer, delay)) }
}
