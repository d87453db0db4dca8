import Checklist
import Events
import Merging

extension World {
    /// Sets everything back to the start and draws what is drawn at the start of a run.
    mutating func prepare(_ number: UInt64) {
        let source = RandomStream.Source(seed: seed, run: number)
        around.reset(to: agenda, actionCount: scheduled.count)
        for index in devices.indices {
            devices[index] = templates[index]
            around.places[index].reset(source, device: index)
            draw(device: index, from: source)
        }
        relay = relayTemplate
        stakes.removeAll()
        // Whatever is wrong must be over before a run may end.
        var last = lastScheduled
        if let workload = scenario.workload { last = max(last, schedule(workload, from: source)) }
        horizon = scenario.horizon ?? last + 3_600_000_000
    }

    private mutating func draw(device index: Int, from source: RandomStream.Source) {
        let draws = draws[index]
        if draws.flushPeriod > 0 {
            var stream = RandomStream(source, purpose: .flushPhase, device: index)
            let phase = UInt64(stream.unit() * Double(draws.flushPeriod))
            devices[index].settings.flush = .periodic(every: draws.flushPeriod, phase: phase)
        }
        if draws.pollPeriod > 0 {
            var stream = RandomStream(source, purpose: .pollPhase, device: index)
            around.places[index].pollPhase = UInt64(stream.unit() * Double(draws.pollPeriod))
        }
        around.places[index].clockOffset = draws.clockOffset
        if draws.clockDeviation > 0 {
            var stream = RandomStream(source, purpose: .clock, device: index)
            around.places[index].clockOffset += Int64(stream.normal() * draws.clockDeviation)
        }
    }

    /// Draws the actions of a workload: each device ticks lines of its own, one after the other; returns when the last
    /// one is due.
    private mutating func schedule(_ workload: Workload, from source: RandomStream.Source) -> UInt64 {
        work.removeAll(keepingCapacity: true)
        var last: UInt64 = 0
        var line = 0
        for index in devices.indices {
            var stream = RandomStream(source, purpose: .workload, device: index)
            var time = 0.0
            while line < scenario.lines.count {
                time += stream.exponential() / workload.rate * 1e6
                guard time <= Double(workload.until) else { break }
                let action = ScheduledAction(at: UInt64(time), device: index, .toggle(.initial(line), to: true))
                around.queue.schedule(
                    .action, at: action.time, device: index, payload: UInt32(scheduled.count + work.count))
                work.append(action)
                around.answers.append(.init())
                last = max(last, action.time)
                line += 1
            }
        }
        // Work alone is on lines of its own.
        if !scheduled.isEmpty {
            reach = ActionReach(scheduled + work)
            around.tracksPast = around.tracksPast || !reach.areAllAlone
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
                packet, from: index, wallTime: around.relayWall() / 1000, effects: &around)
            if draws[index].pollPeriod > 0, case .upload = packet { schedulePolls(but: index) }
        case .arrivalAtDevice:
            guard let packet = around.take(item.payload) else { return }
            let isOffline = around.places[index].hasOutages && around.covers(around.models[index].offline)
            guard !around.places[index].isDown, !isOffline else {
                if Observer.isRecording {
                    noteLoss(item, packet.kind, around.places[index].isDown ? .down : .offline, at: index)
                }
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
        guard !around.places[index].isDown else { return around.refuse(number, because: .crashed) }
        guard let action = action(number) else { return around.refuse(number, because: .stale) }
        let screen = screen(before: number, on: index)
        devices[index].perform(action, number: number, at: around.moment(of: index), effects: &around)
        addStakes(number, action, by: index, screen)
    }

    /// The polls at which devices will get what just came in.
    private mutating func schedulePolls(but author: Int) {
        let period = draws[author].pollPeriod
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

    private mutating func noteLoss(
        _ item: EventQueue.Item, _ kind: TraceEntry.MessageKind, _ why: TraceEntry.Misfortune, at device: Int?
    ) {
        let number = Int(around.messageNumbers[Int(item.payload)])
        around.observer.note(
            TraceEntry(time: around.now, device: device, happening: .dropped(message: number, kind, why)))
    }

    /// A message that is on its way gets lost.
    mutating func lose(_ item: EventQueue.Item) {
        guard let packet = around.take(item.payload), Observer.isRecording else { return }
        let receiver = item.kind == .arrivalAtDevice ? Int(item.device) : nil
        noteLoss(item, packet.kind, .loss, at: receiver)
    }
}
