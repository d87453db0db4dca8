extension SpaceTime {
    /// Lays the diagram out. Its hotspots are in order of time.
    public func canvas(width: Double) -> Canvas {
        let layout = SpaceTimeLayout(self, width: width)
        let key = Key(self, width: width, top: layout.bottom + 26)
        var canvas = Canvas(width: width, height: key.bottom + 4)
        canvas.elements += shading(layout)
        canvas.elements += axis(layout)
        canvas.elements += lanes.indices.map { lane($0, layout) }
        canvas.elements += outages.filter { lanes.indices.contains($0.lane) }.map { outage($0, layout) }
        let messages = messages.filter { lanes.indices.contains($0.from) && lanes.indices.contains($0.to) }
        let moments = moments.filter { lanes.indices.contains($0.lane) }
        // Those that matter most are drawn last.
        for isFatal in [false, true] {
            canvas.elements += messages.filter { $0.isFatal == isFatal }.map { arrow($0, layout) }
        }
        canvas.elements += words(layout)
        canvas.elements += marks(moments, layout)
        canvas.elements += key.elements
        let spots =
            hotspots(ofWindows: layout) + messages.map { ($0.sent, hotspot($0, layout)) }
            + moments.map { ($0.seconds, hotspot($0, layout)) }
        canvas.hotspots = spots.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
        return canvas
    }

    /// The colour of a lane: the relay's is the last one, devices take the others in turn.
    func tint(_ lane: Int) -> Int {
        if lanes[lane].isRelay { return 5 }
        return lanes[..<lane].count { !$0.isRelay } % 5
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
            // A message that never arrives ends between the lanes.
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
