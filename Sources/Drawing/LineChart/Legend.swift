/// The names of the curves in rows above the plot.
struct Legend {
    struct Entry {
        var name: String
        var tint: Int
        var isTheory: Bool

        /// A short piece of the curve as it is drawn.
        func sample(x: Double, y: Double) -> [Element] {
            let line = "M\(n(x)) \(n(y))h26"
            if isTheory { return [Element("path", ["class": "theory", "d": line])] }
            return [
                Element("path", ["class": "line s\(tint)", "d": line]),
                Marker.element(tint, x: x + 13, y: y, size: 4),
            ]
        }
    }

    private(set) var elements: [Element] = []
    private(set) var height = 0.0

    init(entries: [Entry], width: Double) {
        var x = 0.0
        var y = 10.0
        for entry in entries {
            let label = TextWidth.fitted(entry.name, size: 13, to: width - 34)
            let extent = 34 + TextWidth.of(label, size: 13)
            if x > 0, x + extent > width {
                x = 0
                y += 21
            }
            elements += entry.sample(x: x, y: y - 4)
            elements.append(Element("text", ["x": n(x + 34), "y": n(y)], text: label))
            x += extent + 20
        }
        height = y + 6
    }
}

/// The names of the curves beside their ends.
struct EndLabels {
    struct Label {
        var name: String
        var tint: Int
        var isTheory: Bool
        /// The curve's last value.
        var y: Double
    }

    private var labels: [(label: Label, shift: Double)]
    let width: Double

    /// Nil if the names would be far from their curves' ends, or too wide.
    init?(_ labels: [Label], plot: Plot, limit: Double) {
        let sorted = labels.map { ($0, plot.y($0.y)) }.sorted { $0.1 < $1.1 }
        let places = LabelSpacing.spread(sorted.map(\.1), apart: 17, within: plot.top...plot.bottom)
        guard zip(sorted, places).allSatisfy({ ($0.1 - $1).magnitude < 26 }) else { return nil }
        self.labels = zip(sorted, places).map { ($0.0, $1 - $0.1) }
        width = 16 + (labels.map { TextWidth.of($0.name, size: 13) }.max() ?? 0)
        guard width <= limit else { return nil }
    }

    func elements(right: Double, plot: Plot) -> [Element] {
        labels.flatMap { label, shift in
            let end = min(max(plot.y(label.y), plot.top), plot.bottom)
            let y = end + shift
            var elements: [Element] = []
            if shift.magnitude > 3 {
                elements.append(
                    Element("path", ["class": "mutedline", "d": "M\(n(right + 4)) \(n(end))L\(n(right + 13)) \(n(y))"]))
            }
            elements.append(
                Element(
                    "text",
                    ["class": label.isTheory ? "muted" : "f\(label.tint) strong", "x": n(right + 16), "y": n(y + 4.5)],
                    text: label.name))
            return elements
        }
    }
}
