import DataFormats

extension SpaceTime {
    /// The run as a log for ShiViz: two lines an event, the host with its vector clock, then what happened.
    ///
    /// ShiViz reads it with its own default pattern, `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`. Host names have their
    /// white space replaced, since the pattern ends them there.
    /// - Complexity: O(*e* · *l* + *e* log *e*) for *e* events on *l* lanes.
    public var shiViz: String {
        let hosts = hostNames
        var clocks = [[Int]](repeating: [Int](repeating: 0, count: lanes.count), count: lanes.count)
        var inFlight: [Int: [Int]] = [:]
        var log = ""
        for step in steps {
            if case .receive(let message) = step.kind, let sent = inFlight[message] {
                clocks[step.lane] = zip(clocks[step.lane], sent).map { max($0, $1) }
            }
            clocks[step.lane][step.lane] += 1
            if case .send(let message) = step.kind { inFlight[message] = clocks[step.lane] }
            let clock = zip(hosts, clocks[step.lane]).filter { $0.1 > 0 }.map { "\(JSONValue.quoted($0.0)):\($0.1)" }
            log += "\(hosts[step.lane]) {\(clock.joined(separator: ","))}\n"
            log += "\(step.text.split(whereSeparator: \.isNewline).joined(separator: " "))\n"
        }
        return log
    }

    private var hostNames: [String] {
        var taken: Set<String> = []
        return lanes.map { lane in
            var name = String(lane.name.map { $0.isWhitespace || $0 == "{" ? "_" : $0 })
            if name.isEmpty { name = "device" }
            while !taken.insert(name).inserted { name += "'" }
            return name
        }
    }

    /// One event on one lane: a moment, or either end of a message.
    struct Step {
        enum Kind {
            case moment
            /// The message's index.
            case send(Int)
            case receive(Int)
        }

        var lane: Int
        var seconds: Double
        var kind: Kind
        var text: String
    }

    /// Everything in an order that respects cause and effect: by time, and at one time what was sent before what
    /// arrives, and what arrives at a lane before what that lane does.
    var steps: [Step] {
        var steps: [Step] = []
        for moment in moments where lanes.indices.contains(moment.lane) {
            let outcome = moment.outcome.map { " (\($0.rawValue))" } ?? ""
            let label = moment.label.isEmpty ? moment.kind.rawValue : moment.label
            let detail = moment.detail.isEmpty ? "" : " – \(moment.detail)"
            steps.append(
                Step(lane: moment.lane, seconds: moment.seconds, kind: .moment, text: label + outcome + detail))
        }
        for (index, message) in messages.enumerated()
        where lanes.indices.contains(message.from) && lanes.indices.contains(message.to) {
            let label = message.label.isEmpty ? "message" : message.label
            steps.append(
                Step(
                    lane: message.from, seconds: message.sent, kind: .send(index),
                    text: "sends \(label) to \(lanes[message.to].name)"))
            if let received = message.received, received >= message.sent {
                steps.append(
                    Step(
                        lane: message.to, seconds: received, kind: .receive(index),
                        text: "receives \(label) from \(lanes[message.from].name)"))
            }
        }
        let byTime = steps.enumerated().sorted {
            ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset)
        }.map(\.element)
        var ordered: [Step] = []
        var sent: Set<Int> = []
        var start = 0
        while start < byTime.count {
            var end = start
            while end < byTime.count, byTime[end].seconds == byTime[start].seconds { end += 1 }
            var group = Array(byTime[start..<end])
            while !group.isEmpty {
                let next = SpaceTime.nextStep(of: group, sent)
                if case .send(let message) = group[next].kind { sent.insert(message) }
                ordered.append(group.remove(at: next))
            }
            start = end
        }
        return ordered
    }

    /// Which of several steps at one time comes first: one that arrives and has been sent, else one of a lane at which
    /// nothing will arrive, else what was sent first.
    private static func nextStep(of group: [Step], _ sent: Set<Int>) -> Int {
        func isReceive(_ step: Step) -> Bool { if case .receive = step.kind { true } else { false } }
        let ready = group.firstIndex {
            if case .receive(let message) = $0.kind { sent.contains(message) } else { false }
        }
        if let ready { return ready }
        let waiting = Set(group.filter(isReceive).map(\.lane))
        return group.firstIndex { !waiting.contains($0.lane) } ?? group.firstIndex { !isReceive($0) } ?? 0
    }
}
