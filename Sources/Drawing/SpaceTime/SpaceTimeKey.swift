extension SpaceTime {
    /// What the shapes mean, below the diagram; only those that occur.
    struct Key {
        private(set) var elements: [Element] = []
        private(set) var bottom: Double

        init(_ diagram: SpaceTime, width: Double, top: Double) {
            var entries: [(text: String, draw: (Double, Double) -> [Element])] = []
            let kinds = Set(diagram.moments.map(\.kind))
            let names: [(Moment.Kind, String)] = [
                (.action, "action"), (.persist, "on disk"), (.flush, "sent"), (.apply, "applied"), (.crash, "crash"),
                (.restart, "restart"),
            ]
            for (kind, name) in names where kinds.contains(kind) {
                entries.append((name, { SpaceTime.shape(kind, failed: false, tint: 5, x: $0, y: $1) }))
            }
            if diagram.moments.contains(where: { $0.kind == .action && $0.outcome?.isFailure == true }) {
                entries.append(("lost", { SpaceTime.shape(.action, failed: true, tint: 5, x: $0, y: $1) }))
            }
            if diagram.messages.contains(where: \.isFatal) {
                entries.append(
                    ("overwrites", { [Element("path", ["class": "lost line", "d": "M\(n($0 - 9)) \(n($1))h18"])] }))
            }
            if let window = diagram.windows.first {
                entries.append(
                    (
                        diagram.windows.count > 1 ? "race windows" : window.label,
                        {
                            [
                                Element(
                                    "rect",
                                    ["class": "shade", "x": n($0 - 9), "y": n($1 - 7), "width": "18", "height": "14"])
                            ]
                        }
                    ))
            }
            var x = 0.0
            var y = top
            for entry in entries {
                let extent = 28 + TextWidth.of(entry.text, size: 12)
                if x > 0, x + extent > width {
                    x = 0
                    y += 22
                }
                elements += entry.draw(x + 10, y - 4)
                elements.append(Element("text", ["class": "muted small", "x": n(x + 26), "y": n(y)], text: entry.text))
                x += extent + 16
            }
            bottom = y + 8
        }
    }
}
