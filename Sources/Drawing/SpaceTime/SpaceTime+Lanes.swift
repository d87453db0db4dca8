extension SpaceTime {
    /// A lane's line with its name: centred above it, or as a step of the staircase that names form above lanes that
    /// stand close together.
    func lane(_ index: Int, _ layout: SpaceTimeLayout) -> Element {
        let x = layout.lanes[index]
        let lane = lanes[index]
        let room = layout.nameRoom(index)
        let nameStyle = lane.isRelay ? "muted strong" : "f\(tint(index)) strong"
        var texts: [Element] = []
        var top = layout.top - 8
        switch layout.words {
        case .inColumn:
            let y = SpaceTimeLayout.rowHeight * Double(index + 1)
            top = y - 11
            let name = lane.detail.isEmpty ? lane.name : "\(lane.name) · \(lane.detail)"
            // A long name of a lane at the right begins further left, over lanes whose names stand higher.
            let start = max(min(x + 7, layout.width - TextWidth.of(name, size: 13.5)), layout.axisWidth)
            texts = [
                Element(
                    "text", ["class": nameStyle + " halo", "x": n(start), "y": n(y)],
                    text: TextWidth.fitted(name, size: 13.5, to: layout.width - start))
            ]
        case .besideLanes:
            let names = Paragraph.lines(lane.name, size: 13.5, width: room)
            for (line, name) in names.enumerated() {
                let y = layout.top - (lane.detail.isEmpty ? 18 : 34) - 16 * Double(names.count - 1 - line)
                texts.append(Element("text", ["class": "\(nameStyle) middle", "x": n(x), "y": n(y)], text: name))
            }
            if !lane.detail.isEmpty {
                texts.append(
                    Element(
                        "text", ["class": "muted small middle", "x": n(x), "y": n(layout.top - 18)], text: lane.detail))
            }
        }
        let style = lane.isRelay ? "mutedline bound" : "line s\(tint(index))"
        let line = Element("path", ["class": style, "d": "M\(n(x)) \(n(top))V\(n(layout.bottom))"])
        return Element("g", [:], [line] + texts)
    }

    /// A time in which a device was cut off, as a hollow piece of its lane.
    func outage(_ outage: Outage, _ layout: SpaceTimeLayout) -> Element {
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

    /// The times at the left, and where the axis is broken.
    func axis(_ layout: SpaceTimeLayout) -> [Element] {
        var grid = ""
        var elements: [Element] = []
        for tick in layout.time.ticks {
            grid += "M\(n(layout.left + 4)) \(n(tick.y))H\(n(layout.right))"
            elements.append(
                Element(
                    "text",
                    ["class": "muted small end", "x": n(layout.axisWidth - 4), "y": n(tick.y + 4)],
                    text: tick.label))
        }
        for (before, after) in zip(layout.time.segments, layout.time.segments.dropFirst()) {
            let middle = (before.bottom + after.top) / 2
            let zigzag = "M\(n(layout.left + 4)) \(n(middle))l6 -5l8 10l8 -10l8 10l6 -5"
            elements.append(Element("path", ["class": "mutedline", "d": zigzag]))
            for (line, text) in Self.breakText(from: before, to: after).enumerated() {
                elements.append(
                    Element(
                        "text",
                        [
                            "class": "muted small end", "x": n(layout.axisWidth - 4),
                            "y": n(middle - 3 + 14 * Double(line)),
                        ],
                        text: text))
            }
        }
        return [Element("path", ["class": "grid", "d": grid])] + elements
    }
    /// How long the time is that a break leaves out.
    static func breakText(from before: TimeMap.Segment, to after: TimeMap.Segment) -> [String] {
        [SecondsText.duration(after.seconds.lowerBound - before.seconds.upperBound), "later"]
    }
}
