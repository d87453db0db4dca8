extension SpaceTime {
    /// Lays the diagram out. What can be pointed at or focused lies on top, in order of time.
    public func canvas(width: Double) -> Canvas {
        let layout = SpaceTimeLayout(self, width: width)
        let key = Key(self, width: width, top: layout.bottom + 26)
        var canvas = Canvas(width: width, height: key.bottom + 4)
        canvas.isInteractive = true
        canvas.elements += windows.map { shade($0, layout) }
        canvas.elements += axis(layout)
        canvas.elements += lanes.indices.map { lane($0, layout) }
        canvas.elements += outages.filter { lanes.indices.contains($0.lane) }.map { outage($0, layout) }
        let messages = messages.filter { lanes.indices.contains($0.from) && lanes.indices.contains($0.to) }
        let moments = moments.filter { lanes.indices.contains($0.lane) }
        // Those that matter most are drawn last.
        for isFatal in [false, true] {
            canvas.elements += messages.filter { $0.isFatal == isFatal }.map { arrow($0, layout) }
        }
        canvas.elements += marks(moments, layout)
        canvas.elements += lanes.indices.flatMap { labels(of: $0, layout) }
        canvas.elements += key.elements
        let hits = messages.map { ($0.sent, hit($0, layout)) } + moments.map { ($0.seconds, hit($0, layout)) }
        canvas.elements += hits.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
        return canvas
    }

    func tint(_ lane: Int) -> Int {
        if lanes[lane].isRelay { return 5 }
        return lanes[..<lane].count { !$0.isRelay } % 5
    }

    private func shade(_ window: Stretch, _ layout: SpaceTimeLayout) -> Element {
        let top = layout.time(window.range.lowerBound)
        let height = layout.time(window.range.upperBound) - top
        let left = layout.axisWidth + 4
        var group = Element(
            "g", [:],
            [
                Element(
                    "rect",
                    [
                        "class": "shade", "x": n(left), "y": n(top), "width": n(layout.width - left),
                        "height": n(height),
                    ])
            ])
        group.append(Element("title", text: window.label))
        if height > TextWidth.of(window.label, size: 12) + 8 {
            let place = "translate(\(n(layout.width - 5)) \(n(top + height / 2))) rotate(-90)"
            group.append(Element("text", ["class": "muted small middle", "transform": place], text: window.label))
        }
        return group
    }

    private func axis(_ layout: SpaceTimeLayout) -> [Element] {
        var grid = ""
        var elements: [Element] = []
        for tick in layout.time.ticks {
            grid += "M\(n(layout.axisWidth + 4)) \(n(tick.y))H\(n(layout.width - SpaceTimeLayout.gutter))"
            elements.append(
                Element(
                    "text",
                    ["class": "muted small end", "x": n(layout.axisWidth - 4), "y": n(tick.y + 4)],
                    text: tick.label))
        }
        for (before, after) in zip(layout.time.segments, layout.time.segments.dropFirst()) {
            let middle = (before.bottom + after.top) / 2
            let text = "\(TimeText.duration(after.seconds.lowerBound - before.seconds.upperBound)) later"
            let zigzag = "M\(n(layout.axisWidth + 4)) \(n(middle))l6 -5l8 10l8 -10l8 10l6 -5"
            elements.append(Element("path", ["class": "mutedline", "d": zigzag]))
            elements.append(
                Element(
                    "text", ["class": "muted small halo", "x": n(layout.axisWidth + 46), "y": n(middle + 4)],
                    text: text))
        }
        return [Element("path", ["class": "grid", "d": grid])] + elements
    }

    private func lane(_ index: Int, _ layout: SpaceTimeLayout) -> Element {
        let x = layout.lanes[index]
        let lane = lanes[index]
        let room = layout.headerRoom(index)
        let style = lane.isRelay ? "mutedline bound" : "line s\(tint(index))"
        var group = Element(
            "g", [:],
            [
                Element("path", ["class": style, "d": "M\(n(x)) \(n(layout.top - 8))V\(n(layout.bottom))"])
            ])
        let names = Paragraph.lines(lane.name, size: 13.5, width: room)
        let shown = names.count > 2 ? [names[0], names[1...].joined(separator: " ")] : names
        for (line, name) in shown.enumerated() {
            let y = layout.top - (lane.detail.isEmpty ? 18 : 34) - 16 * Double(shown.count - 1 - line)
            group.append(
                Element(
                    "text",
                    [
                        "class": lane.isRelay ? "muted middle strong" : "f\(tint(index)) middle strong", "x": n(x),
                        "y": n(y),
                    ],
                    text: TextWidth.fitted(name, size: 13.5, to: room)))
        }
        if !lane.detail.isEmpty {
            group.append(
                Element(
                    "text", ["class": "muted small middle", "x": n(x), "y": n(layout.top - 18)],
                    text: TextWidth.fitted(lane.detail, size: 12, to: room)))
        }
        return group
    }

    private func outage(_ outage: Outage, _ layout: SpaceTimeLayout) -> Element {
        let x = layout.lanes[outage.lane]
        let top = layout.time(outage.seconds.lowerBound)
        let height = layout.time(outage.seconds.upperBound) - top
        var group = Element(
            "g", [:],
            [
                Element(
                    "rect",
                    [
                        "class": "paper mutedline bound", "x": n(x - 6), "y": n(top), "width": "12",
                        "height": n(height), "rx": "3",
                    ])
            ])
        group.append(Element("title", text: outage.label))
        if height > TextWidth.of(outage.label, size: 11) + 6 {
            let place = "translate(\(n(x + 4)) \(n(top + height / 2))) rotate(-90)"
            group.append(Element("text", ["class": "muted cell middle", "transform": place], text: outage.label))
        }
        return group
    }

    private func arrow(_ message: Message, _ layout: SpaceTimeLayout) -> Element {
        let line = MessageLine(message, layout)
        var group = Element("g", ["class": message.isFatal ? "fatal" : "message"])
        let style = message.isFatal ? "lost line" : "mutedline"
        group.append(
            Element("path", ["class": style, "d": "M\(n(line.x1)) \(n(line.y1))L\(n(line.x2)) \(n(line.y2))"]))
        if message.received == nil {
            group.append(Element("path", ["class": "lost line", "d": Self.cross(line.x2, line.y2, 4)]))
        } else {
            group.append(Element("polygon", ["class": message.isFatal ? "lostink" : "muted", "points": line.head]))
        }
        return group
    }

    static func cross(_ x: Double, _ y: Double, _ size: Double) -> String {
        "M\(n(x - size)) \(n(y - size))L\(n(x + size)) \(n(y + size))M\(n(x - size)) \(n(y + size))L\(n(x + size)) \(n(y - size))"
    }
}

/// A message's line from lane to lane, short of the marks at its ends.
struct MessageLine {
    var x1: Double
    var y1: Double
    var x2: Double
    var y2: Double

    init(_ message: SpaceTime.Message, _ layout: SpaceTimeLayout) {
        x1 = layout.lanes[message.from]
        y1 = layout.time(message.sent)
        x2 = layout.lanes[message.to]
        y2 = layout.time(message.received ?? message.sent)
        if message.received == nil {
            // What never arrives ends under way.
            x2 = x1 + (x2 - x1) * 0.62
            y2 = y1 + 18
        }
    }

    /// Whether the line runs through a rectangle.
    func crosses(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Bool {
        let left = max(x.lowerBound, min(x1, x2))
        let right = min(x.upperBound, max(x1, x2))
        guard left <= right else { return false }
        func height(at x: Double) -> Double { x1 == x2 ? y1 : y1 + (y2 - y1) * (x - x1) / (x2 - x1) }
        let heights = [height(at: left), height(at: right)]
        return min(heights[0], heights[1]) <= y.upperBound && max(heights[0], heights[1]) >= y.lowerBound
    }

    /// The arrow's head, its tip at the line's end.
    var head: String {
        let (dx, dy) = (x2 - x1, y2 - y1)
        let length = max((dx * dx + dy * dy).squareRoot(), 0.001)
        let (ux, uy) = (dx / length, dy / length)
        let (tipX, tipY) = (x2 - ux * 4, y2 - uy * 4)
        let (baseX, baseY) = (tipX - ux * 9, tipY - uy * 9)
        return [(tipX, tipY), (baseX - uy * 3.6, baseY + ux * 3.6), (baseX + uy * 3.6, baseY - ux * 3.6)]
            .map { "\(n($0.0)),\(n($0.1))" }.joined(separator: " ")
    }
}
