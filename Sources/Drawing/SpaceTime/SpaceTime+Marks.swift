extension SpaceTime {
    /// The shapes of the moments on their lanes.
    func marks(_ moments: [Moment], _ layout: SpaceTimeLayout) -> [Element] {
        var actions: [Int: Double] = [:]
        return moments.sorted { $0.seconds < $1.seconds }.map { moment in
            var y = layout.time(moment.seconds)
            // Most actions are on disk at once: that mark is moved down, so that the action's does not cover it.
            if moment.kind == .persist, let action = actions[moment.lane] { y = max(y, action + 10) }
            if moment.kind == .action { actions[moment.lane] = y }
            let shape = Self.shape(
                moment.kind, failed: moment.outcome?.isFailure == true, tint: tint(moment.lane),
                x: layout.lanes[moment.lane], y: y)
            return Element("g", ["class": moment.outcome.map { "moment \($0.rawValue)" } ?? "moment"], shape)
        }
    }

    static func shape(_ kind: Moment.Kind, failed: Bool, tint: Int, x: Double, y: Double) -> [Element] {
        switch kind {
        case .action where failed:
            [
                Element("circle", ["class": "paper lost line", "cx": n(x), "cy": n(y), "r": "7"]),
                Element("path", ["class": "lost line", "d": cross(x, y, 3)]),
            ]
        case .action:
            [Element("circle", ["class": "f\(tint) halomark", "cx": n(x), "cy": n(y), "r": "6.5"])]
        case .persist:
            [Element("path", ["class": "line s\(tint)", "d": "M\(n(x - 6)) \(n(y))h12"])]
        case .flush:
            [
                Element(
                    "polygon",
                    [
                        "class": "paper s\(tint) marker",
                        "points": "\(n(x)),\(n(y - 5)) \(n(x + 5)),\(n(y)) \(n(x)),\(n(y + 5)) \(n(x - 5)),\(n(y))",
                    ])
            ]
        case .apply:
            [Element("circle", ["class": "paper s\(tint) marker", "cx": n(x), "cy": n(y), "r": "3.2"])]
        case .crash:
            [Element("path", ["class": "lost line", "d": cross(x, y, 5.5)])]
        case .restart:
            [Element("circle", ["class": "paper s\(tint) line", "cx": n(x), "cy": n(y), "r": "5.5"])]
        }
    }

    /// What is said about a moment that is pointed at or focused.
    func hotspot(_ moment: Moment, _ layout: SpaceTimeLayout) -> Hotspot {
        let (x, y) = (layout.lanes[moment.lane], layout.time(moment.seconds))
        let outcome = moment.outcome.map { ": \($0.rawValue)" } ?? ""
        return Hotspot(
            x: x, y: y, target: Element("circle", ["class": "target", "cx": n(x), "cy": n(y), "r": "11"]),
            heading: "\(lanes[moment.lane].name), \(SecondsText.moment(moment.seconds))",
            lines: [moment.words + outcome, moment.detail])
    }

    /// What is said about a message that is pointed at or focused.
    func hotspot(_ message: Message, _ layout: SpaceTimeLayout) -> Hotspot {
        let line = MessageLine(message, layout)
        let target = Element(
            "path", ["class": "target wide", "d": "M\(n(line.x1)) \(n(line.y1))L\(n(line.x2)) \(n(line.y2))"])
        let arrival =
            message.received.map { "arrives after \(SecondsText.duration($0 - message.sent))" } ?? "never arrives"
        return Hotspot(
            x: (line.x1 + line.x2) / 2, y: (line.y1 + line.y2) / 2, target: target,
            heading: "\(lanes[message.from].name) → \(lanes[message.to].name), \(SecondsText.moment(message.sent))",
            lines: [message.label, message.detail, arrival])
    }
}
