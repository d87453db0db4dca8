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

    /// Draws the actions of a workload: the rows are dealt out in turn, each device ticks its own one after the other,
    /// and when it is through clears and ticks them again. Returns when the last action is due.
    private mutating func schedule(_ workload: Workload, from source: RandomStream.Source) -> UInt64 {
        work.removeAll(keepingCapacity: true)
        var last: UInt64 = 0
        for index in devices.indices {
            let rows = stride(from: index, to: workRows.count, by: devices.count).map { workRows[$0] }
            var step = 0
            var stream = RandomStream(source, purpose: .workload, device: index)
            var time = 0.0
            while true {
                time += stream.exponential() / workload.rate * 1e6
                guard time <= Double(workload.until) else { break }
                let row = rows[step % rows.count]
                let isTicked = (step / rows.count).isMultiple(of: 2) != row.isTicked
                let action = ScheduledAction(
                    at: UInt64(time), device: index, .toggle(.initial(row.line), to: isTicked))
                around.queue.schedule(
                    .action, at: action.time, device: index, payload: UInt32(scheduled.count + work.count))
                work.append(action)
                around.answers.append(.init())
                last = max(last, action.time)
                step += 1
            }
        }
        // Work alone meets none as long as no row is gone through twice.
        if !scheduled.isEmpty || hasRepeatedWork {
            reach = ActionReach(scheduled + work)
            around.tracksPast = around.tracksPast || !reach.areAllAlone
        }
        return last
    }

    private var hasRepeatedWork: Bool {
        var counts = Array(repeating: 0, count: devices.count)
        for action in work { counts[action.device] += 1 }
        return counts.contains { $0 * devices.count > workRows.count }
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
            if draws[index].pollPeriod > 0 { schedulePolls(from: around.now) }
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
            if let later = around.whenBack(index, .upload, every: devices[index].settings.retry ?? 0) {
                return around.queue.schedule(.retry, at: later, device: index, payload: item.payload)
            }
            wake(.retry, item)
        case .quarantine:
            wake(.quarantine, item)
        case .relayRetry:
            if let later = around.whenBack(index, .download, every: relay.settings.retry ?? 0) {
                return around.queue.schedule(.relayRetry, at: later, device: index)
            }
            relay.retry(index, effects: &around)
        case .poll:
            around.places[index].isPollDue = false
            if around.outageEnd(of: index, .poll) == nil {
                around.note(.polled)
                relay.poll(by: index, effects: &around)
            }
            schedulePolls(from: around.now + 1)
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

    /// The polls at which devices will get what they have not got yet. Polls without news are left out.
    private mutating func schedulePolls(from earliest: UInt64) {
        for index in devices.indices where !around.places[index].isPollDue && relay.hasNews(for: index) {
            around.places[index].isPollDue = true
            let period = draws[index].pollPeriod
            let start = around.outageEnd(of: index, .poll) ?? earliest
            let elapsed = (start + period - around.places[index].pollPhase % period) % period
            around.queue.schedule(.poll, at: start + (elapsed == 0 ? 0 : period - elapsed), device: index)
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
