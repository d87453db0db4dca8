extension HeatMap {
    /// Lays the map out; a cell that is large enough shows its number.
    public func canvas(width: Double) -> Canvas {
        let rowLabels = y.unit.labels(y.values)
        let left = (rowLabels.map { TextWidth.of($0, size: 12) }.max() ?? 0) + 12
        let columns = max(x.values.count, 1)
        let rows = max(y.values.count, 1)
        let cell = (
            width: (width - left - 2) / Double(columns),
            height: min(max((width * 0.5) / Double(rows), 16), 40)
        )
        let top = 62.0
        let bottom = top + cell.height * Double(rows)
        var canvas = Canvas(width: width, height: bottom + 44)
        canvas.elements = colourKey(width: width)
        canvas.elements.append(Element("text", ["class": "small strong", "x": "0", "y": n(top - 10)], text: y.label))
        for row in 0..<y.values.count {
            let rowTop = bottom - cell.height * Double(row + 1)
            if cell.height >= 14 || row % 2 == 0 {
                canvas.elements.append(
                    Element(
                        "text",
                        ["class": "muted small end", "x": n(left - 8), "y": n(rowTop + cell.height / 2 + 4)],
                        text: rowLabels[row]))
            }
            for column in 0..<x.values.count {
                let place = (left + cell.width * Double(column), rowTop)
                canvas.elements.append(drawing(row, column, at: place, size: cell))
                canvas.hotspots.append(hotspot(row, column, at: place, size: cell))
            }
        }
        canvas.elements += columnLabels(left: left, cellWidth: cell.width, y: bottom + 18)
        canvas.elements.append(
            Element("text", ["class": "small strong end", "x": n(width), "y": n(bottom + 37)], text: x.label))
        return canvas
    }

    private func drawing(
        _ row: Int, _ column: Int, at place: (x: Double, y: Double), size: (width: Double, height: Double)
    ) -> Element {
        let value = value(row, column)
        let step = value.map(step)
        var group = Element(
            "g", [:],
            [
                Element(
                    "rect",
                    [
                        "class": step.map { "h\($0)" } ?? "grid", "x": n(place.x), "y": n(place.y),
                        "width": n(max(size.width - 1, 0.5)), "height": n(max(size.height - 1, 0.5)),
                    ]
                ).with("fill", step == nil ? "none" : nil)
            ])
        if let value, let step {
            let text = cellText(value)
            if size.width >= TextWidth.of(text, size: 11) + 8, size.height >= 16 {
                group.append(
                    Element(
                        "text",
                        [
                            "class": "cell middle\(Palette.heatText(step))",
                            "x": n(place.x + size.width / 2), "y": n(place.y + size.height / 2 + 4),
                        ], text: text))
            }
        }
        return group
    }

    private func hotspot(
        _ row: Int, _ column: Int, at place: (x: Double, y: Double), size: (width: Double, height: Double)
    ) -> Hotspot {
        let target = Element(
            "rect",
            [
                "class": "target", "x": n(place.x), "y": n(place.y), "width": n(max(size.width - 1, 0.5)),
                "height": n(max(size.height - 1, 0.5)),
            ])
        let parameters = "\(x.label) \(x.unit.text(x.values[column])), \(y.label) \(y.unit.text(y.values[row]))"
        return Hotspot(
            x: place.x + size.width / 2, y: place.y + size.height / 2, target: target, heading: parameters,
            lines: [value(row, column).map { "\(label): \(unit.text($0))" } ?? "not measured"])
    }

    /// Within a cell a share is a whole percentage without its sign; the key has the unit.
    private func cellText(_ value: Double) -> String {
        guard unit == .probability else { return unit.text(value, digits: 2) }
        if value > 0, value < 0.005 { return "<1" }
        if value < 1, value > 0.995 { return ">99" }
        return NumberText.fixed(value * 100, 0)
    }

    /// Labels of every column, or of every second, third …, so that they do not touch. The last column, whose label has
    /// the unit, is always labelled.
    private func columnLabels(left: Double, cellWidth: Double, y place: Double) -> [Element] {
        let labels = x.unit.labels(x.values)
        let widest = labels.map { TextWidth.of($0, size: 12) }.max() ?? 0
        let stride = max(1, Int(((widest + 4) / cellWidth).rounded(.up)))
        return labels.indices.filter { (labels.count - 1 - $0) % stride == 0 }.map { column in
            Element(
                "text",
                ["class": "muted small middle", "x": n(left + cellWidth * (Double(column) + 0.5)), "y": n(place)],
                text: labels[column])
        }
    }

    /// The colours from least to greatest, with the values at the ends.
    private func colourKey(width: Double) -> [Element] {
        let steps = Palette.heat.count
        let ends = unit.labels([range.lowerBound, range.upperBound])
        let after = TextWidth.of(ends[1], size: 12) + 8
        let barWidth = min(width * 0.4, 210)
        let left = width - barWidth - after
        var elements = [
            Element("text", ["class": "small strong", "x": "0", "y": "13"], text: label),
            Element("text", ["class": "muted small end", "x": n(left - 8), "y": "13"], text: ends[0]),
            Element("text", ["class": "muted small end", "x": n(width), "y": "13"], text: ends[1]),
        ]
        for step in 0..<steps {
            let start = left + barWidth * Double(step) / Double(steps)
            elements.append(
                Element(
                    "rect",
                    [
                        "class": "h\(step)", "x": n(start), "y": "3", "width": n(barWidth / Double(steps) + 0.3),
                        "height": "12",
                    ]))
        }
        return elements
    }
}
