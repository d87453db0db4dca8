extension SpaceTime {
    /// The words about the moments, with lines to the marks that they could not stand beside.
    func words(_ layout: SpaceTimeLayout) -> [Element] {
        switch layout.words {
        case .besideLanes: lanes.indices.flatMap { words(beside: $0, layout) }
        case .inColumn(let x): words(inColumn: x, layout)
        }
    }

    private func words(inColumn x: Double, _ layout: SpaceTimeLayout) -> [Element] {
        let named = moments.filter { $0.hasWords && lanes.indices.contains($0.lane) }.sorted { $0.seconds < $1.seconds }
        let room = layout.wordPlace(0).room
        let captions = named.map { $0.caption(room: room, lines: layout.linesPerMoment) }
        let marks = named.map { layout.time($0.seconds) }
        let heights = LabelSpacing.spread(
            marks, extents: captions.map { Self.height(of: $0) + 3 }, within: layout.top...layout.bottom)
        var lines: [Element] = []
        var texts: [Element] = []
        for index in named.indices {
            let moment = named[index]
            let start = layout.lanes[moment.lane]
            let way = "M\(n(start)) \(n(marks[index]))H\(n(x - 18))L\(n(x - 4)) \(n(heights[index]))"
            lines.append(Element("path", ["class": "axis", "d": way]))
            texts += text(captions[index], about: moment, x: x, y: heights[index])
        }
        return lines + texts
    }

    private func words(beside lane: Int, _ layout: SpaceTimeLayout) -> [Element] {
        let place = layout.wordPlace(lane)
        // Arrows cross only what stands between lanes.
        let isOutside = place.isLeft || lane == lanes.count - 1
        let named = moments.filter { $0.lane == lane && $0.hasWords }.sorted { $0.seconds < $1.seconds }
        let captions = named.map { $0.caption(room: place.room, lines: layout.linesPerMoment) }
        let wanted = zip(named, captions).map { moment, lines in
            let y = layout.time(moment.seconds)
            return isOutside ? y : clearHeight(for: lines, beside: lane, at: y, layout)
        }
        let heights = LabelSpacing.spread(
            wanted, extents: captions.map(Self.height), within: layout.top - 8...layout.bottom + 8)
        var elements: [Element] = []
        for ((moment, lines), y) in zip(zip(named, captions), heights) {
            let mark = layout.time(moment.seconds)
            if (y - mark).magnitude > 3 {
                let edge = place.isLeft ? place.x + 2 : place.x - 2
                elements.append(
                    Element(
                        "path", ["class": "mutedline", "d": "M\(n(layout.lanes[lane])) \(n(mark))L\(n(edge)) \(n(y))"]))
            }
            let style = "\(isOutside ? "" : " halo")\(place.isLeft ? " end" : "")"
            elements += text(lines, about: moment, x: place.x, y: y, style: style)
        }
        return elements
    }

    private func text(
        _ lines: [String], about moment: Moment, x: Double, y: Double, style: String = ""
    ) -> [Element] {
        let isAlarming = moment.outcome?.isFailure == true || moment.kind == .crash
        return lines.enumerated().map { index, line in
            let shift = 4.5 + 16 * (Double(index) - Double(lines.count - 1) / 2)
            return Element(
                "text", ["class": (isAlarming ? "lostink strong" : "ink") + style, "x": n(x), "y": n(y + shift)],
                text: line)
        }
    }

    /// The nearest height to `y` at which words beside an inner lane lie on no arrow; `y` if there is none near.
    private func clearHeight(for lines: [String], beside lane: Int, at y: Double, _ layout: SpaceTimeLayout) -> Double {
        let place = layout.wordPlace(lane)
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
}
