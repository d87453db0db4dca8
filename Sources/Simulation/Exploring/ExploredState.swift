import Checklist
import Events
import Merging

/// One thing that can happen next in an exploration; pending things are named by their index in the queue.
enum ExploredChoice: Hashable, Sendable {
    /// Something that is pending happens.
    case next(Int)
    /// A message gets lost.
    case lose(Int)
    /// A message arrives, and will arrive again.
    case duplicate(Int)
    /// A device goes down and is started again.
    case crash(Int)
}

/// A state of an exploration: a world, what may still go wrong in it, and fingerprints of its parts, of which a step
/// changes one or two.
struct ExploredState<Policy: MergePolicy, Observer: WorldObserver>: Sendable {
    typealias R = Policy.NoteReplica

    typealias Choice = ExploredChoice

    private(set) var world: World<Policy, Observer>
    private(set) var faults: FaultBudget
    /// Whether messages of a link may overtake each other.
    let reorders: Bool
    /// Whether of steps that commute only one order is tried.
    let isReduced: Bool
    /// When each device's user acted last: its clock stands still in between, since times only stamp.
    private var lastActed: [UInt64]
    private var deviceMarks: [Fingerprint]
    private var relayMark = Fingerprint()

    init(_ world: World<Policy, Observer>, faults: FaultBudget, reorders: Bool, isReduced: Bool) {
        self.world = world
        self.faults = faults
        self.reorders = reorders
        self.isReduced = isReduced && !reorders
        self.world.prepare(0)
        lastActed = Array(repeating: 0, count: world.devices.count)
        deviceMarks = Array(repeating: Fingerprint(), count: world.devices.count)
        for device in world.devices.indices { markDevice(device) }
        markRelay()
    }

    /// Whether no message can get lost, so that nobody has to send again.
    private var isReliable: Bool { world.relay.settings.retry == nil }

    // MARK: Choices

    /// What could happen next; empty at an end.
    ///
    /// Where nothing can go wrong any more it may be a *persistent set* (Godefroid 1996): steps that commute with
    /// everything else that could happen before one of them, so that to try them first is to try all.
    func choices() -> [Choice] {
        let items = world.around.queue.items
        let ready = items.indices.filter { isFirst(items[$0], items) && isReady(items[$0], items) }
        if ready.isEmpty { return [] }
        if faults == .none { return (isReduced ? persistentSet(ready, items) : ready).map { .next($0) } }
        var choices = ready.map { Choice.next($0) }
        for index in ready where items[index].kind.isMessage {
            if faults.losses > 0 { choices.append(.lose(index)) }
            if faults.duplications > 0 { choices.append(.duplicate(index)) }
        }
        if faults.crashes > 0 { choices += world.devices.indices.map { .crash($0) } }
        return choices
    }

    /// Whether nothing of the same kind at the same device comes before.
    private func isFirst(_ item: EventQueue.Item, _ items: ContiguousArray<EventQueue.Item>) -> Bool {
        if reorders, item.kind != .action { return true }
        return !items.contains { $0.kind == item.kind && $0.device == item.device && $0.rank < item.rank }
    }

    /// To send again comes after everything on its way has arrived: waiting is longer than travelling.
    private func isReady(_ item: EventQueue.Item, _ items: ContiguousArray<EventQueue.Item>) -> Bool {
        guard item.kind == .retry || item.kind == .relayRetry else { return true }
        return !items.contains { $0.kind.isMessage && $0.device == item.device }
    }

    /// Of the things that could happen, as few as stand for all.
    ///
    /// - A device that has a message waiting: whatever else happens meanwhile reaches it behind that message, so all
    ///   that it can do is known, and commutes with what others do.
    /// - A device that will not act again, if what it flushes is what it did: the flush, whenever it comes, is the same.
    /// - The relay, when each device has a message on its way to it or will never send one: what it can do is known.
    private func persistentSet(_ ready: [Int], _ items: ContiguousArray<EventQueue.Item>) -> [Int] {
        var smallest = ready
        for device in world.devices.indices {
            let own = ready.filter { Int(items[$0].device) == device && items[$0].kind.isOfDevice }
            guard own.contains(where: { items[$0].kind == .arrivalAtDevice }) else { continue }
            if own.count < smallest.count { smallest = own }
            if smallest.count == 1 { return smallest }
        }
        guard isReliable else { return smallest }
        if R.sendsOwnEventsOnly {
            for index in ready where items[index].kind == .flush {
                let isDone = !items.contains { $0.device == items[index].device && $0.kind.isOfUser }
                if isDone { return [index] }
            }
        }
        let uploads = ready.filter { items[$0].kind == .arrivalAtRelay }
        let isRelayKnown = world.devices.indices.allSatisfy { device in
            uploads.contains { Int(items[$0].device) == device }
                || !items.contains { Int($0.device) == device && $0.kind.isOfDevice && $0.kind != .arrivalAtDevice }
        }
        if isRelayKnown, !uploads.isEmpty, uploads.count < smallest.count { smallest = uploads }
        return smallest
    }

    // MARK: Steps

    /// The state in which that happened next.
    func taking(_ choice: Choice) -> Self {
        var next = self
        switch choice {
        case .next(let index):
            next.happen(next.world.around.queue.remove(at: index))
        case .lose(let index):
            next.faults.losses -= 1
            next.world.lose(next.world.around.queue.remove(at: index))
        case .duplicate(let index):
            next.faults.duplications -= 1
            let item = next.world.around.queue.remove(at: index)
            next.world.around.comeAgain(item)
            next.happen(item)
        case .crash(let device):
            next.faults.crashes -= 1
            next.crash(device)
        }
        return next
    }

    private mutating func happen(_ item: EventQueue.Item) {
        let device = Int(item.device)
        switch item.kind {
        case .action:
            lastActed[device] = item.time
            world.around.now = item.time
        // The relay takes a message in at the time it was sent, whatever its author did since.
        case .arrivalAtRelay: world.around.now = item.time
        default: world.around.now = lastActed[device]
        }
        world.step(item)
        if item.kind.isOfDevice { markDevice(device) } else { markRelay() }
    }

    /// A device goes down and is started again.
    private mutating func crash(_ device: Int) {
        world.around.now = lastActed[device]
        world.around.active = device
        world.around.queue.removeAll { Int($0.device) == device && $0.kind.isTimer }
        for kind in [EventQueue.Kind.crash, .restart] {
            world.step(EventQueue.Item(time: 0, rank: 0, payload: 0, device: Int16(device), kind: kind))
        }
        markDevice(device)
    }

    /// What became of the actions, at an end.
    func judge() -> LossLedger { world.ledger() }

    // MARK: Recognising

    private mutating func markDevice(_ device: Int) {
        var mark = Fingerprint()
        world.devices[device].combine(into: &mark)
        deviceMarks[device] = mark
    }

    private mutating func markRelay() {
        relayMark = Fingerprint()
        world.relay.combine(into: &relayMark, as: R.self)
    }

    /// What tells this state from others.
    var fingerprint: SIMD2<UInt64> {
        var fingerprint = Fingerprint()
        for mark in deviceMarks { fingerprint.combine(mark) }
        fingerprint.combine(relayMark)
        fingerprint.combine(faults.losses << 32 | faults.duplications << 16 | faults.crashes)
        for answer in world.around.answers {
            fingerprint.combine(answer.event?.counter ?? 0)
            fingerprint.combine(answer.refusal?.rank ?? 0)
        }
        combineStakes(into: &fingerprint)
        // What is pending counts in the order of its lane, not in the one in which lanes came up.
        let items = world.around.queue.items
        var sum = SIMD2<UInt64>(repeating: 0)
        for item in items {
            var own = Fingerprint()
            own.combine(Int(item.kind.rawValue) << 8 | Int(item.device))
            own.combine(items.count { $0.kind == item.kind && $0.device == item.device && $0.rank < item.rank })
            combine(item, into: &own)
            sum &+= own.value
        }
        fingerprint.combine(sum.x)
        fingerprint.combine(sum.y)
        return fingerprint.value
    }

    /// What the judge will ask for, in whatever order devices came to it.
    private func combineStakes(into fingerprint: inout Fingerprint) {
        var sum = SIMD2<UInt64>(repeating: 0)
        let list = world.stakes.list
        for stake in list where !world.reach.isAlone(stake.act) {
            var own = Fingerprint()
            own.combine(stake.act)
            own.combine(stake.claim.kind)
            for act in stake.seen.map({ list[$0].act }).sorted() { own.combine(act) }
            sum &+= own.value
        }
        if world.around.tracksPast {
            for answer in world.around.answers {
                guard let event = answer.event, let past = world.around.pasts[event] else { continue }
                var own = Fingerprint()
                for known in past.newest { own.combine(known) }
                own.combine(event)
                sum &+= own.value
            }
        }
        fingerprint.combine(sum.x)
        fingerprint.combine(sum.y)
    }

    private func combine(_ item: EventQueue.Item, into fingerprint: inout Fingerprint) {
        if item.kind == .action { return fingerprint.combine(UInt64(item.payload)) }
        guard item.kind.isMessage else { return }
        if item.kind == .arrivalAtRelay { fingerprint.combine(item.time) }
        switch world.around.packets[Int(item.payload)] {
        case .upload(let message, let after, let through):
            R.combine(message, into: &fingerprint)
            fingerprint.combine(after)
            fingerprint.combine(through)
        case .download(let message, let after, let position):
            R.combine(message, into: &fingerprint)
            if isReliable { break }
            fingerprint.combine(after)
            fingerprint.combine(position)
        case .receipt(let after, let through, let stamp):
            fingerprint.combine(after)
            fingerprint.combine(through)
            fingerprint.combine(stamp.rawValue)
        case .acknowledgement(let position): fingerprint.combine(position)
        case .hello(let position): fingerprint.combine(~position)
        case nil: break
        }
    }
}

extension EventQueue.Kind {
    /// A packet on its way.
    var isMessage: Bool { self == .arrivalAtRelay || self == .arrivalAtDevice }

    /// Something that changes a device rather than the relay.
    var isOfDevice: Bool { self != .arrivalAtRelay && self != .relayRetry && self != .poll }

    /// Something that the user does, or did and is not kept yet.
    var isOfUser: Bool { self == .action || self == .debounce }

    /// Something that a device asked to be woken for.
    var isTimer: Bool { self == .debounce || self == .flush || self == .retry || self == .quarantine }
}

extension Refusal {
    fileprivate var rank: Int {
        switch self {
        case .stale: 1
        case .notPersisted: 2
        case .crashed: 3
        case .unchanged: 4
        }
    }
}
