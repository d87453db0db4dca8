/// The rectangle that data is drawn in, between its axes.
struct Plot {
    var x: Scale
    var y: Scale
    var left: Double
    var right: Double
    var top: Double
    var bottom: Double

    /// The grid, the axes and their labels.
    func axes(x xTicks: [Tick], y yTicks: [Tick], xLabel: String, yLabel: String) -> [Element] {
        var grid = ""
        var elements: [Element] = []
        for tick in yTicks {
            let place = y(tick.value)
            if tick.label != nil { grid += "M\(n(left)) \(n(place))H\(n(right))" }
            if let label = tick.label {
                elements.append(
                    Element("text", ["class": "muted small end", "x": n(left - 8), "y": n(place + 4)], text: label))
            }
        }
        var marks = "M\(n(left)) \(n(bottom))H\(n(right))"
        var rightmost = -Double.infinity
        for tick in xTicks {
            let place = x(tick.value)
            marks += "M\(n(place)) \(n(bottom))v\(tick.label == nil ? 3 : 6)"
            guard let label = tick.label else { continue }
            // Labels that would touch their neighbour are left out; the mark stays.
            let half = TextWidth.of(label, size: 12) / 2
            guard place - half > rightmost + 6 else { continue }
            rightmost = place + half
            elements.append(
                Element("text", ["class": "muted small middle", "x": n(place), "y": n(bottom + 20)], text: label))
        }
        elements.append(Element("text", ["class": "small strong", "x": n(0), "y": n(top - 12)], text: yLabel))
        elements.append(
            Element("text", ["class": "small strong end", "x": n(right), "y": n(bottom + 38)], text: xLabel))
        return [
            Element("path", ["class": "grid", "d": grid]), Element("path", ["class": "axis", "d": marks]),
        ] + elements
    }
}

/// A coordinate, as short as it can be written.
func n(_ value: Double) -> String { NumberText.coordinate(value) }
