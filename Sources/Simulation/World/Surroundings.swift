import Checklist
import Events
import Merging

/// Everything around the devices and the relay of a world: time, links, disks, users. It is what their effects act on.
///
/// `active` says whose effects they are; setting it beforehand spares the devices a reference to their world.
struct Surroundings<Message: Sendable, Observer: WorldObserver>: DeviceEffects, RelayEffects {
    /// 2023-11-14T22:13:20Z: any time will do, if it is always the same.
    static var epoch: UInt64 { 1_700_000_000_000_000 }

    /// A direction of a device's link, with what it draws from.
    struct Channel: Sendable {
        var link: Link
        var stream: RandomStream
        /// When the message sent last arrives: none may overtake it, unless the link reorders.
        var busyUntil: UInt64 = 0

        /// When a message arrives, and when its double does.
        struct Flight {
            var arrival: UInt64
            var again: UInt64?
        }

        /// Draws what becomes of a message sent now; nil if it is lost.
        @inline(__always)
        mutating func launch(at now: UInt64) -> Flight? {
            // What was sent is drawn whether or not it is lost, so that more loss changes nothing else.
            let arrival = reach(at: now)
            if link.loss > 0, stream.unit() < link.loss { return nil }
            guard link.duplication > 0, stream.unit() < link.duplication else { return Flight(arrival: arrival) }
            return Flight(arrival: arrival, again: reach(at: now))
        }

        @inline(__always)
        private mutating func reach(at now: UInt64) -> UInt64 {
            var arrival = now + link.latency.sample(&stream)
            if !link.reorders {
                arrival = max(arrival, busyUntil)
                busyUntil = arrival
            }
            return arrival
        }
    }

    struct Place: Sendable {
        var up: Channel
        var down: Channel
        var clock: ClockModel
        /// Counts restarts, so that timers from before a crash are known.
        var life: UInt32 = 0
        var isDown = false
        var offline: [Span]
        var cutUp: [Span]
        var cutDown: [Span]
        var blockedWrites: [Span]
        var pollPhase: UInt64 = 0
        var isPollDue = false

        /// Sets back what a run changes.
        mutating func reset(seed: UInt64, run: UInt64, device: Int, to clock: ClockModel) {
            up.stream = RandomStream(seed: seed, run: run, purpose: .up, device: device)
            down.stream = RandomStream(seed: seed, run: run, purpose: .down, device: device)
            up.busyUntil = 0
            down.busyUntil = 0
            self.clock.offset = clock.offset
            life = 0
            isDown = false
            isPollDue = false
        }

        var hasOutages: Bool { !offline.isEmpty || !cutUp.isEmpty || !cutDown.isEmpty }
    }

    var now: UInt64 = 0
    var active = 0
    var queue = EventQueue()
    var places: [Place] = []
    var packets: ContiguousArray<Packet<Message>?> = []
    var freePackets: [UInt32] = []
    var messageNumbers: [UInt32] = []
    var messageCount: UInt32 = 0
    var relayClock = ClockModel()
    /// Of each action, by number, the event it became.
    var events: [EventID?] = []
    var refusals: [Refusal?] = []
    var acknowledgedAt: [UInt64] = []
    /// Own events of all devices, if anybody wants them.
    var log: [Event] = []
    var keepsLog = false
    var observer: Observer

    init(observer: Observer) { self.observer = observer }

    // MARK: Clocks

    @inline(__always)
    func wall(_ clock: ClockModel) -> UInt64 {
        var wall = Int64(bitPattern: Self.epoch &+ now) &+ clock.offset
        if clock.drift != 0 { wall += Int64(Double(now) * 1e-6 * clock.drift) }
        for step in clock.steps where step.time <= now { wall += step.by }
        return UInt64(max(wall, 0))
    }

    @inline(__always)
    func moment(of device: Int) -> Moment { Moment(uptime: now, wall: wall(places[device].clock)) }

    // MARK: What devices ask for

    mutating func persist(_ event: Event) -> Bool {
        if !places[active].blockedWrites.isEmpty, places[active].blockedWrites.contains(where: { $0.contains(now) }) {
            note(.writeBlocked)
            return false
        }
        if keepsLog { log.append(event) }
        note(.persisted(event.id))
        return true
    }

    mutating func persist(received message: Message) -> Bool {
        if !places[active].blockedWrites.isEmpty, places[active].blockedWrites.contains(where: { $0.contains(now) }) {
            note(.writeBlocked)
            return false
        }
        return true
    }

    mutating func acknowledge(_ action: Int, as event: Event) {
        events[action] = event.id
        acknowledgedAt[action] = now
        note(.acknowledged(action))
    }

    mutating func refuse(_ action: Int, because reason: Refusal) {
        refusals[action] = reason
        note(.refused(action, reason))
    }

    mutating func wake(_ timer: DeviceTimer, after delay: UInt64) {
        let kind: EventQueue.Kind
        switch timer {
        case .debounce: kind = .debounce
        case .flush: kind = .flush
        case .retry: kind = .retry
        case .quarantine: kind = .quarantine
        }
        queue.schedule(kind, at: now + delay, device: active, payload: places[active].life)
    }

    mutating func send(_ packet: Packet<Message>) {
        let device = active
        if places[device].hasOutages, isCut(places[device].offline) || isCut(places[device].cutUp) {
            return drop(packet, from: device, .offline)
        }
        guard let flight = places[device].up.launch(at: now) else { return drop(packet, from: device, .loss) }
        transmit(packet, flight, device: device, from: device, as: .arrivalAtRelay)
    }

    // MARK: What the relay asks for

    mutating func send(_ packet: Packet<Message>, to device: Int) {
        // Whether the device is there shows when the packet arrives; a cut swallows it at once.
        if places[device].hasOutages, isCut(places[device].cutDown) { return drop(packet, from: nil, .offline) }
        guard let flight = places[device].down.launch(at: now) else { return drop(packet, from: nil, .loss) }
        transmit(packet, flight, device: device, from: nil, as: .arrivalAtDevice)
    }

    mutating func wake(toRetry device: Int, after delay: UInt64) {
        queue.schedule(.relayRetry, at: now + delay, device: device)
    }

    // MARK: Links

    @inline(__always)
    private func isCut(_ spans: [Span]) -> Bool { spans.contains { $0.contains(now) } }

    private mutating func transmit(
        _ packet: Packet<Message>, _ flight: Channel.Flight, device: Int, from sender: Int?, as kind: EventQueue.Kind
    ) {
        let slot = keep(packet)
        if Observer.isRecording {
            observer.note(
                TraceEntry(
                    time: now, device: sender,
                    happening: .sent(message: Int(messageNumbers[Int(slot)]), packet.kind)))
        }
        queue.schedule(kind, at: flight.arrival, device: device, payload: slot)
        if let again = flight.again {
            let number = messageNumbers[Int(slot)]
            let copy = keep(packet)
            messageNumbers[Int(copy)] = number
            queue.schedule(kind, at: again, device: device, payload: copy)
        }
    }

    @inline(__always)
    private mutating func keep(_ packet: Packet<Message>) -> UInt32 {
        messageCount += 1
        if let slot = freePackets.popLast() {
            packets[Int(slot)] = packet
            messageNumbers[Int(slot)] = messageCount
            return slot
        }
        packets.append(packet)
        messageNumbers.append(messageCount)
        return UInt32(packets.count - 1)
    }

    /// The packet that has arrived.
    @inline(__always)
    mutating func take(_ slot: UInt32) -> Packet<Message>? {
        freePackets.append(slot)
        return packets[Int(slot)].take()
    }

    private mutating func drop(_ packet: Packet<Message>, from sender: Int?, _ why: TraceEntry.Misfortune) {
        messageCount += 1
        guard Observer.isRecording else { return }
        observer.note(
            TraceEntry(
                time: now, device: sender, happening: .dropped(message: Int(messageCount), packet.kind, why)))
    }

    /// Notes what happens at the active device.
    @inline(__always)
    mutating func note(_ happening: @autoclosure () -> TraceEntry.Happening) {
        guard Observer.isRecording else { return }
        observer.note(TraceEntry(time: now, device: active, happening: happening()))
    }
}

extension Packet {
    /// What it is, for the trace.
    var kind: TraceEntry.MessageKind {
        switch self {
        case .upload: .upload
        case .receipt: .receipt
        case .download: .download
        case .acknowledgement: .acknowledgement
        case .hello: .hello
        }
    }
}
