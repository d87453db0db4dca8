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

    /// A device's place: its links, its clock, whether it is there. What seldom matters stays in its model.
    struct Place: Sendable {
        var up: Channel
        var down: Channel
        /// How far its clock is ahead in this run, in microseconds.
        var clockOffset: Int64 = 0
        /// Counts restarts, so that timers from before a crash are known.
        var life: UInt32 = 0
        var isDown = false
        var isPollDue = false
        var pollPhase: UInt64 = 0
        let hasSteadyClock: Bool
        let hasOutages: Bool
        let hasBlockedWrites: Bool

        init(_ model: DeviceModel) {
            let nothing = RandomStream(seed: 0, run: 0, purpose: .choice)
            up = Channel(link: model.up, stream: nothing)
            down = Channel(link: model.down, stream: nothing)
            hasSteadyClock = model.clock.drift == 0 && model.clock.steps.isEmpty
            hasOutages = !model.offline.isEmpty || !model.cutUp.isEmpty || !model.cutDown.isEmpty
            hasBlockedWrites = !model.blockedWrites.isEmpty
        }

        /// Sets back what a run changes.
        mutating func reset(_ source: RandomStream.Source, device: Int) {
            up.stream = RandomStream(source, purpose: .up, device: device)
            down.stream = RandomStream(source, purpose: .down, device: device)
            up.busyUntil = 0
            down.busyUntil = 0
            life = 0
            isDown = false
            isPollDue = false
        }
    }

    let models: [DeviceModel]
    let relayClock: ClockModel
    var now: UInt64 = 0
    var active = 0
    var queue = EventQueue()
    var places: [Place]
    var packets: ContiguousArray<Packet<Message>?> = []
    var freePackets: ContiguousArray<UInt32> = []
    var messageNumbers: ContiguousArray<UInt32> = []
    var messageCount: UInt32 = 0
    /// Of each action, by number.
    var answers: Answers = []
    /// What the author of each event had seen, the event included, if actions may meet.
    var pasts: [EventID: VersionVector] = [:]
    var tracksPast = false
    /// Own events of all devices, if anybody wants them.
    var log: [Event] = []
    var keepsLog = false
    var observer: Observer

    init(_ scenario: Scenario, observer: Observer) {
        models = scenario.devices
        relayClock = scenario.relay.clock
        places = scenario.devices.map(Place.init)
        self.observer = observer
    }

    /// Sets everything back to the start of a run of so many actions.
    mutating func reset(to agenda: EventQueue, actionCount: Int) {
        now = 0
        queue.reset(to: agenda)
        messageCount = 0
        if packets.count != freePackets.count {
            packets.removeAll(keepingCapacity: true)
            messageNumbers.removeAll(keepingCapacity: true)
            freePackets.removeAll(keepingCapacity: true)
        }
        if !log.isEmpty { log.removeAll() }
        if !pasts.isEmpty { pasts.removeAll(keepingCapacity: true) }
        answers.removeAll(keepingCapacity: true)
        for _ in 0..<actionCount { answers.append(Answer()) }
    }

    // MARK: Clocks

    /// What a device's wall clock shows, in microseconds.
    @inline(__always)
    func wall(of device: Int) -> UInt64 {
        let offset = places[device].clockOffset
        if places[device].hasSteadyClock { return UInt64(max(Int64(bitPattern: Self.epoch &+ now) &+ offset, 0)) }
        return wall(models[device].clock, offset: offset)
    }

    /// What the relay's clock shows.
    func relayWall() -> UInt64 { wall(relayClock, offset: relayClock.offset) }

    private func wall(_ clock: ClockModel, offset: Int64) -> UInt64 {
        clock.reading(after: now, startedAt: Self.epoch, offset: offset)
    }

    @inline(__always)
    func moment(of device: Int) -> Moment { Moment(uptime: now, wall: wall(of: device)) }

    /// The events that those are the newest of.
    func past(of heads: EventFrontier) -> VersionVector {
        var past = VersionVector(heads)
        for head in heads { if let more = pasts[head] { past.formUnion(more) } }
        return past
    }

    // MARK: What devices ask for

    mutating func persist(_ event: Event) -> Bool {
        if places[active].hasBlockedWrites, covers(models[active].blockedWrites) {
            note(.writeBlocked)
            return false
        }
        if keepsLog { log.append(event) }
        if tracksPast {
            var past = past(of: event.parents)
            past.insert(event.id)
            pasts[event.id] = past
        }
        note(.persisted(event.id))
        return true
    }

    mutating func persist(received message: Message) -> Bool {
        if places[active].hasBlockedWrites, covers(models[active].blockedWrites) {
            note(.writeBlocked)
            return false
        }
        return true
    }

    mutating func acknowledge(_ action: Int, as event: Event) {
        answers[action].event = event.id
        note(.acknowledged(action))
    }

    mutating func refuse(_ action: Int, because reason: Refusal) {
        answers[action].refusal = reason
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
        if places[device].hasOutages, covers(models[device].offline) || covers(models[device].cutUp) {
            return drop(packet, from: device, .offline)
        }
        guard let flight = places[device].up.launch(at: now) else { return drop(packet, from: device, .loss) }
        transmit(packet, flight, device: device, from: device, as: .arrivalAtRelay)
    }

    // MARK: What the relay asks for

    mutating func send(_ packet: Packet<Message>, to device: Int) {
        // Whether the device is there shows when the packet arrives; a cut swallows it at once.
        if places[device].hasOutages, covers(models[device].cutDown) { return drop(packet, from: nil, .offline) }
        guard let flight = places[device].down.launch(at: now) else { return drop(packet, from: nil, .loss) }
        transmit(packet, flight, device: device, from: nil, as: .arrivalAtDevice)
    }

    mutating func wake(toRetry device: Int, after delay: UInt64) {
        queue.schedule(.relayRetry, at: now + delay, device: device)
    }

    // MARK: Links

    /// What an outage may stand in the way of.
    enum Way {
        case upload, download, poll
    }

    /// When the outages are over that keep a device from that now; nil if there are none.
    func outageEnd(of device: Int, _ way: Way) -> UInt64? {
        guard places[device].hasOutages || places[device].isDown else { return nil }
        let model = models[device]
        var spans = model.offline + model.crashes
        if way != .download { spans += model.cutUp }
        if way != .upload { spans += model.cutDown }
        var end: UInt64?
        while let span = spans.first(where: { $0.contains(end ?? now) }) { end = span.end }
        return end
    }

    /// When a timer that goes off every so often will do so with the device back; nil if the device is there now. What
    /// is sent meanwhile would be lost anyway.
    func whenBack(_ device: Int, _ way: Way, every period: UInt64) -> UInt64? {
        guard period > 0, let end = outageEnd(of: device, way) else { return nil }
        return now + (end - now + period - 1) / period * period
    }

    /// Whether one of the spans covers this moment.
    func covers(_ spans: [Span]) -> Bool { spans.contains { $0.contains(now) } }

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

    /// A message that arrives now will arrive once more.
    mutating func comeAgain(_ item: EventQueue.Item) {
        guard let packet = packets[Int(item.payload)] else { return }
        let number = messageNumbers[Int(item.payload)]
        var copy = item
        copy.payload = keep(packet)
        messageNumbers[Int(copy.payload)] = number
        queue.insert(copy)
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
