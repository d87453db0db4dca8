import Drawing
import Simulation

/// Makes the parts of a space-time diagram of the trace of a run.
struct DiagramBuilder {
    let phrases: Phrases
    let ledger: Simulation.LossLedger
    private(set) var moments: [SpaceTime.Moment] = []
    private(set) var messages: [SpaceTime.Message] = []
    /// Where a message that is on its way stands among the messages.
    private var flights: [Int: Int] = [:]

    init(phrases: Phrases, ledger: Simulation.LossLedger) {
        self.phrases = phrases
        self.ledger = ledger
    }

    /// The relay stands between the devices: so no message crosses what is written beside the outer lanes.
    private var relayLane: Int { (phrases.scenario.devices.count + 1) / 2 }

    private func lane(of device: Int) -> Int { device < relayLane ? device : device + 1 }

    var lanes: [SpaceTime.Lane] {
        var lanes = phrases.scenario.devices.map { SpaceTime.Lane($0.name) }
        lanes.insert(SpaceTime.Lane("relay", isRelay: true), at: relayLane)
        return lanes
    }

    var outages: [SpaceTime.Outage] {
        phrases.scenario.devices.enumerated().flatMap { index, device in
            (device.offline.map { ($0, "offline") } + device.crashes.map { ($0, "down") }).map { span, label in
                SpaceTime.Outage(lane: lane(of: index), Double(span.start) / 1e6...Double(span.end) / 1e6, label)
            }
        }
    }

    /// From each action until everybody else has heard of it: in that time another device's action may meet it.
    func windows(_ trace: [TraceEntry]) -> [ShadedRange] {
        let lost = ledger.entries.filter {
            if case .acknowledged(let outcome) = $0.verdict { outcome.isHarm } else { false }
        }
        return lost.compactMap { entry in
            guard phrases.scenario.actions.indices.contains(entry.number) else { return nil }
            let start = phrases.scenario.actions[entry.number].time
            let heard = trace.first {
                guard $0.time > start, let device = $0.device, device != entry.device else { return false }
                if case .received(_, .download) = $0.happening { return true }
                return false
            }
            guard let heard else { return nil }
            return ShadedRange(
                "window of action \(entry.number)", Double(start) / 1e6...Double(heard.time) / 1e6)
        }
    }

    mutating func add(_ entry: TraceEntry) {
        let lane = entry.device.map(lane(of:)) ?? relayLane
        let seconds = Double(entry.time) / 1e6
        switch entry.happening {
        case .acted(let number):
            var outcome: Drawing.Outcome?
            if case .acknowledged(let end)? = ledger.entries.first(where: { $0.number == number })?.verdict {
                outcome = Drawing.Outcome(rawValue: end.rawValue)
            }
            moments.append(
                SpaceTime.Moment(
                    lane: lane, seconds: seconds, .action, phrases.action(number), detail: "action \(number)",
                    outcome: outcome))
        case .persisted(let event):
            moments.append(
                SpaceTime.Moment(lane: lane, seconds: seconds, .persist, detail: "event \(event.counter) written"))
        case .crashed: moments.append(SpaceTime.Moment(lane: lane, seconds: seconds, .crash, "crash"))
        case .restarted: moments.append(SpaceTime.Moment(lane: lane, seconds: seconds, .restart, "restart"))
        case .sent(let message, let kind):
            if kind == .upload { moments.append(SpaceTime.Moment(lane: lane, seconds: seconds, .flush)) }
            flights[message] = messages.count
            messages.append(
                SpaceTime.Message(
                    from: lane, sent: seconds, to: lane == relayLane ? 0 : relayLane, received: nil, kind.rawValue,
                    detail: "message \(message)"))
        case .received(let message, let kind):
            if let index = flights[message] {
                messages[index].to = lane
                messages[index].received = seconds
            }
            if kind == .download { moments.append(SpaceTime.Moment(lane: lane, seconds: seconds, .apply)) }
        case .dropped(let message, let kind, let why):
            if flights[message] == nil {
                messages.append(
                    SpaceTime.Message(
                        from: lane, sent: seconds, to: lane == relayLane ? 0 : relayLane, received: nil,
                        "\(kind.rawValue) lost", detail: why.rawValue))
            }
        case .writeBlocked, .acknowledged, .refused, .online, .polled: break
        }
    }
}
