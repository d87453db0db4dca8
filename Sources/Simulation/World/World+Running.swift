import Checklist
import Events
import Merging

extension World {
    /// Sets everything back to the start and draws what is drawn at the start of a run.
    mutating func prepare(_ number: UInt64) {
        around.now = 0
        around.queue.removeAll()
        around.messageCount = 0
        if around.packets.count != around.freePackets.count {
            around.packets.removeAll(keepingCapacity: true)
            around.messageNumbers.removeAll(keepingCapacity: true)
            around.freePackets.removeAll(keepingCapacity: true)
        }
        around.log.removeAll()
        if around.places.count != placeTemplates.count { around.places = placeTemplates }
        for index in devices.indices {
            devices[index] = templates[index]
            around.places[index].reset(seed: seed, run: number, device: index, to: scenario.devices[index].clock)
            draw(device: index, run: number)
        }
        relay = relayTemplate
        oracle.reset()
        work.removeAll(keepingCapacity: true)
        // Whatever is wrong must be over before a run may end.
        var last = scenario.lastOutage
        for (index, action) in deeds.enumerated() {
            around.queue.schedule(.action, at: action.time, device: action.device, payload: UInt32(index))
            last = max(last, action.time)
        }
        if let workload = scenario.workload { last = max(last, schedule(workload, run: number)) }
        let count = deeds.count + work.count
        around.events.removeAll(keepingCapacity: true)
        around.refusals.removeAll(keepingCapacity: true)
        around.acknowledgedAt.removeAll(keepingCapacity: true)
        for _ in 0..<count {
            around.events.append(nil)
            around.refusals.append(nil)
            around.acknowledgedAt.append(0)
        }
        horizon = scenario.horizon ?? last + 3_600_000_000
    }

    private mutating func draw(device index: Int, run number: UInt64) {
        let model = scenario.devices[index]
        if case .periodic(let period, nil) = model.flush, period > 0 {
            var stream = RandomStream(seed: seed, run: number, purpose: .flushPhase, device: index)
            let phase = UInt64(stream.unit() * Double(period))
            devices[index].settings.flush = .periodic(every: period, phase: phase)
        }
        if let period = scenario.relay.pollEvery {
            var stream = RandomStream(seed: seed, run: number, purpose: .pollPhase, device: index)
            around.places[index].pollPhase = UInt64(stream.unit() * Double(period))
        }
        if model.clock.deviation > 0 {
            var stream = RandomStream(seed: seed, run: number, purpose: .clock, device: index)
            around.places[index].clock.offset += Int64(stream.normal() * model.clock.deviation)
        }
        guard scenario.losesMessages else { return }
        for span in model.offline + model.cutUp + model.cutDown {
            around.queue.schedule(.online, at: span.end, device: index)
        }
        for span in model.crashes {
            around.queue.schedule(.crash, at: span.start, device: index)
            around.queue.schedule(.restart, at: span.end, device: index)
        }
    }

    /// Draws the actions of a workload: each device ticks lines of its own, one after the other; returns when the last
    /// one is due.
    private mutating func schedule(_ workload: Workload, run number: UInt64) -> UInt64 {
        var last: UInt64 = 0
        var line = 0
        for index in devices.indices {
            var stream = RandomStream(seed: seed, run: number, purpose: .workload, device: index)
            var time = 0.0
            while line < scenario.lines.count {
                time += stream.exponential() / workload.rate * 1e6
                guard time <= Double(workload.until) else { break }
                let action = ScheduledAction(at: UInt64(time), device: index, .tick(.initial(line), true))
                around.queue.schedule(
                    .action, at: action.time, device: index, payload: UInt32(deeds.count + work.count))
                work.append(action)
                last = max(last, action.time)
                line += 1
            }
        }
        return last
    }

    /// Lets one thing happen.
    mutating func step(_ item: EventQueue.Item) {
        let index = Int(item.device)
        around.active = index
        switch item.kind {
        case .action:
            perform(Int(item.payload), on: index)
        case .flush:
            wake(.flush, item)
        case .arrivalAtRelay:
            guard let packet = around.take(item.payload) else { return }
            if Observer.isRecording { noteArrival(item, packet.kind, at: nil) }
            // The relay's clock reads whole milliseconds, like every stamp.
            relay.receive(
                packet, from: index, wallTime: around.wall(around.relayClock) / 1000, effects: &around)
            if scenario.relay.pollEvery != nil, case .upload = packet { schedulePolls(but: index) }
        case .arrivalAtDevice:
            guard let packet = around.take(item.payload) else { return }
            guard !around.places[index].isDown,
                !around.places[index].offline.contains(where: { $0.contains(around.now) })
            else {
                if Observer.isRecording { noteLoss(item, packet.kind, isDown: around.places[index].isDown) }
                return
            }
            if Observer.isRecording { noteArrival(item, packet.kind, at: index) }
            devices[index].receive(packet, at: around.moment(of: index), effects: &around)
        case .debounce:
            wake(.debounce, item)
        case .retry:
            wake(.retry, item)
        case .quarantine:
            wake(.quarantine, item)
        case .relayRetry:
            relay.retry(index, effects: &around)
        case .poll:
            around.places[index].isPollDue = false
            around.note(.polled)
            relay.push(to: index, effects: &around)
        case .online:
            guard !around.places[index].isDown else { return }
            around.note(.online)
            devices[index].connect(at: around.moment(of: index), effects: &around)
        case .crash:
            around.places[index].isDown = true
            around.places[index].life += 1
            around.note(.crashed)
        case .restart:
            around.places[index].isDown = false
            around.note(.restarted)
            devices[index].restart(at: around.moment(of: index), effects: &around)
        }
    }

    @inline(__always)
    private mutating func wake(_ timer: DeviceTimer, _ item: EventQueue.Item) {
        let index = Int(item.device)
        // A timer from before a crash is as forgotten as what it was for.
        guard item.payload == around.places[index].life else { return }
        devices[index].wake(timer, at: around.moment(of: index), effects: &around)
    }

    private mutating func perform(_ number: Int, on index: Int) {
        around.note(.acted(number))
        let deed = number < deeds.count ? deeds[number].deed : work[number - deeds.count].deed
        guard !around.places[index].isDown else { return around.refuse(number, because: .crashed) }
        guard let action = resolve(deed) else { return around.refuse(number, because: .stale) }
        oracle.witness(number, action, by: devices[index], events: around.events)
        devices[index].perform(action, number: number, at: around.moment(of: index), effects: &around)
    }

    /// The polls at which devices will get what just came in.
    private mutating func schedulePolls(but author: Int) {
        guard let period = scenario.relay.pollEvery, period > 0 else { return }
        for index in devices.indices where index != author && !around.places[index].isPollDue {
            around.places[index].isPollDue = true
            let elapsed = (around.now + period - around.places[index].pollPhase % period) % period
            around.queue.schedule(.poll, at: around.now + (elapsed == 0 ? 0 : period - elapsed), device: index)
        }
    }

    private mutating func noteArrival(_ item: EventQueue.Item, _ kind: TraceEntry.MessageKind, at device: Int?) {
        let number = Int(around.messageNumbers[Int(item.payload)])
        around.observer.note(
            TraceEntry(time: around.now, device: device, happening: .received(message: number, kind)))
    }

    private mutating func noteLoss(_ item: EventQueue.Item, _ kind: TraceEntry.MessageKind, isDown: Bool) {
        let number = Int(around.messageNumbers[Int(item.payload)])
        around.observer.note(
            TraceEntry(
                time: around.now, device: Int(item.device),
                happening: .dropped(message: number, kind, isDown ? .down : .offline)))
    }
}
