extension SpaceTime {
    /// The shapes of the moments on their lanes.
    func marks(_ moments: [Moment], _ layout: SpaceTimeLayout) -> [Element] {
        var actions: [Int: Double] = [:]
        return moments.sorted { $0.seconds < $1.seconds }.map { moment in
            var y = layout.time(moment.seconds)
            // Most are on disk at once: that mark goes below the action's, not under it.
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

    /// The words beside a lane, kept apart from each other.
    func labels(of lane: Int, _ layout: SpaceTimeLayout) -> [Element] {
        let place = layout.labelPlace(lane)
        // Arrows cross only what stands between lanes.
        let isOutside = place.isLeft || lane == lanes.count - 1
        let named = moments.filter { $0.lane == lane && $0.hasLabel }.sorted { $0.seconds < $1.seconds }
        let texts = named.map { $0.caption(room: place.room) }
        let apart = 16.0 * Double(max(texts.map(\.count).max() ?? 1, 1)) + 1
        let wanted = zip(named, texts).map { moment, lines in
            let y = layout.time(moment.seconds)
            return isOutside ? y : clearHeight(for: lines, beside: lane, at: y, layout)
        }
        let heights = EndLabels.spread(wanted, apart: apart, within: layout.top...layout.bottom)
        var elements: [Element] = []
        for ((moment, lines), y) in zip(zip(named, texts), heights) {
            let mark = layout.time(moment.seconds)
            if (y - mark).magnitude > 3 {
                let edge = place.isLeft ? place.x + 2 : place.x - 2
                elements.append(
                    Element(
                        "path", ["class": "mutedline", "d": "M\(n(layout.lanes[lane])) \(n(mark))L\(n(edge)) \(n(y))"]))
            }
            let style = moment.outcome?.isFailure == true || moment.kind == .crash ? "lostink strong" : "ink"
            for (index, line) in lines.enumerated() {
                let shift = 4.5 + 16 * (Double(index) - Double(lines.count - 1) / 2)
                elements.append(
                    Element(
                        "text",
                        [
                            "class": "\(style)\(isOutside ? "" : " halo")\(place.isLeft ? " end" : "")",
                            "x": n(place.x), "y": n(y + shift),
                        ],
                        text: line))
            }
        }
        return elements
    }

    /// The nearest height to `y` at which words beside an inner lane lie on no arrow; `y` if there is none near.
    private func clearHeight(for lines: [String], beside lane: Int, at y: Double, _ layout: SpaceTimeLayout) -> Double {
        let place = layout.labelPlace(lane)
        let width = lines.map { TextWidth.of($0, size: 13.5) }.max() ?? 0
        let half = 8.0 * Double(lines.count) + 1
        let arrows = messages.filter { lanes.indices.contains($0.from) && lanes.indices.contains($0.to) }
            .map { MessageLine($0, layout) }
        func isFree(_ height: Double) -> Bool {
            guard height - half >= layout.top else { return false }
            let (across, down) = (place.x - 2...place.x + width + 2, height - half...height + half)
            return !arrows.contains { $0.crosses(x: across, y: down) }
        }
        var free = isFree(y) ? y : nil
        for step in 1...6 where free == nil {
            let distance = Double(step) * 9
            free = [y - distance, y + distance].first(where: isFree)
        }
        return free ?? y
    }

    /// What answers when a moment is pointed at or focused.
    func hit(_ moment: Moment, _ layout: SpaceTimeLayout) -> Element {
        let (x, y) = (layout.lanes[moment.lane], layout.time(moment.seconds))
        let what = moment.label.isEmpty ? moment.kind.rawValue : moment.label
        let outcome = moment.outcome.map { ": \($0.rawValue)" } ?? ""
        let target = Element("circle", ["class": "target", "cx": n(x), "cy": n(y), "r": "11"])
        return Tip(
            heading: "\(lanes[moment.lane].name), \(TimeText.moment(moment.seconds))",
            lines: [what + outcome, moment.detail]
        ).hit(target, x: x, y: y, layout)
    }

    /// What answers when a message is pointed at or focused.
    func hit(_ message: Message, _ layout: SpaceTimeLayout) -> Element {
        let line = MessageLine(message, layout)
        let target = Element(
            "path", ["class": "target wide", "d": "M\(n(line.x1)) \(n(line.y1))L\(n(line.x2)) \(n(line.y2))"])
        let arrival =
            message.received.map { "arrives after \(TimeText.duration($0 - message.sent))" } ?? "never arrives"
        return Tip(
            heading: "\(lanes[message.from].name) → \(lanes[message.to].name), \(TimeText.moment(message.sent))",
            lines: [message.label, message.detail, arrival]
        ).hit(target, x: (line.x1 + line.x2) / 2, y: (line.y1 + line.y2) / 2, layout)
    }
}

/// The card that appears beside what is pointed at. It is a part of the drawing: no script shows it.
private struct Tip {
    var heading: String
    var lines: [String]

    func hit(_ target: Element, x: Double, y: Double, _ layout: SpaceTimeLayout) -> Element {
        let lines = lines.filter { !$0.isEmpty }
        let limit = min(layout.width * 0.7, 320)
        let wrapped = lines.flatMap { Paragraph.lines($0, size: 12.5, width: limit - 20) }
        let widest = ([heading] + wrapped).map { TextWidth.of($0, size: 13) }.max() ?? 0
        let size = (width: min(widest + 22, limit), height: Double(wrapped.count + 1) * 17 + 14)
        let left = min(
            max(x + 16 + size.width > layout.width ? x - 16 - size.width : x + 16, 0), layout.width - size.width)
        let top = min(max(y - size.height / 2, 0), max(layout.bottom - size.height, 0))
        var card = Element(
            "g", ["class": "tip", "aria-hidden": "true"],
            [
                Element(
                    "rect",
                    [
                        "class": "card", "x": n(left), "y": n(top), "width": n(size.width), "height": n(size.height),
                        "rx": "5",
                    ]),
                Element("text", ["class": "small strong", "x": n(left + 10), "y": n(top + 19)], text: heading),
            ])
        for (index, line) in wrapped.enumerated() {
            card.append(
                Element(
                    "text", ["class": "small", "x": n(left + 10), "y": n(top + 19 + 17 * Double(index + 1))], text: line
                ))
        }
        let spoken = ([heading] + lines).joined(separator: ". ")
        return Element("g", ["class": "hit", "tabindex": "0", "role": "img", "aria-label": spoken], [target, card])
    }
}
