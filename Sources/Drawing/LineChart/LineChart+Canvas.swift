extension LineChart {
    /// Lays the chart out: axes to fit the data, curves, and their names beside their ends where these keep apart,
    /// else in a legend above.
    public func canvas(width: Double) -> Canvas {
        let isNarrow = width < 520
        let height = (width * (isNarrow ? 0.78 : 0.52)).rounded()
        let sides = margins(width: width, height: height)
        let legend = Legend(entries: entries, width: width)
        // A closed form ends where its measurement does, so their names would overlap at the curves' ends.
        let isPlain = !isNarrow && series.count > 1 && series.allSatisfy { $0.style == .measured }
        let direct = isPlain ? endLabels(width: width, height: height, sides: sides) : nil
        let top = (direct == nil && series.count > 1 ? legend.height + 8 : 0) + 24
        let plot = plot(
            left: sides.left, right: width - (direct.map { $0.width + 14 } ?? sides.right), top: top,
            bottom: top + height - sides.bottom)
        var canvas = Canvas(width: width, height: plot.bottom + sides.bottom)
        draw(in: plot, on: &canvas, isNarrow: isNarrow)
        if let direct {
            canvas.elements += direct.elements(right: plot.right, plot: plot)
        } else if series.count > 1 {
            canvas.elements.append(Element("g", [:], legend.elements))
        }
        if let differences = differences(in: plot) {
            let top = canvas.height + 26
            let panel = differences.plot(
                left: plot.left, right: plot.right, top: top, bottom: top + (plot.bottom - plot.top) * 0.42)
            canvas.height = panel.bottom + sides.bottom
            differences.draw(in: panel, on: &canvas, isNarrow: isNarrow)
        }
        return canvas
    }

    /// Draws axes and curves: bands below all lines and closed forms above them, so that one sees where they agree.
    private func draw(in plot: Plot, on canvas: inout Canvas, isNarrow: Bool) {
        let height = plot.bottom - plot.top
        let xTicks = plot.x.ticks(about: isNarrow ? 5 : 8, unit: x.unit)
        let yTicks = plot.y.ticks(about: y.isLogarithmic ? 10 : max(2, min(5, Int(height / 34))), unit: y.unit)
        canvas.elements += zones.map { drawing(of: $0, in: plot) }
        canvas.elements += plot.axes(x: xTicks, y: yTicks, xLabel: x.label, yLabel: y.label)
        canvas.elements += references.compactMap { drawing(of: $0, in: plot) }
        let curves = Array(zip(series, tints))
        canvas.elements += curves.compactMap { band(of: $0, tint: $1, in: plot) }
        for style in [Series.Style.measured, .theory] {
            canvas.elements += curves.filter { $0.0.style == style }.map { drawing(of: $0, tint: $1, in: plot) }
        }
        canvas.hotspots += curves.filter { $0.0.style == .measured }.flatMap { hotspots(of: $0.0, in: plot) }
    }

    private func hotspots(of curve: Series, in plot: Plot) -> [Hotspot] {
        curve.points.filter(isDrawable).map { point in
            let (x, y) = place(point, in: plot)
            let target = Element("circle", ["class": "target", "cx": n(x), "cy": n(y), "r": "8"])
            return Hotspot(
                x: x, y: y, target: target, heading: "\(curve.name), \(self.x.unit.text(point.x))",
                lines: ["\(self.y.label): \(text(of: point))"])
        }
    }

    private var entries: [Legend.Entry] {
        zip(series, tints).map { Legend.Entry(name: $0.name, tint: $1, isTheory: $0.style == .theory) }
    }

    private func margins(width: Double, height: Double) -> (left: Double, right: Double, bottom: Double) {
        let scale = Scale(range(of: y, \.y), from: height, to: 0, isLogarithmic: y.isLogarithmic)
        let labels = scale.ticks(about: y.isLogarithmic ? 10 : 5, unit: y.unit).compactMap(\.label)
        let widest = labels.map { TextWidth.of($0, size: 12) }.max() ?? 0
        return (widest + 12, 14, 46)
    }

    private func plot(left: Double, right: Double, top: Double, bottom: Double) -> Plot {
        Plot(
            x: Scale(range(of: x, \.x), from: left, to: right, isLogarithmic: x.isLogarithmic),
            y: Scale(range(of: y, \.y), from: bottom, to: top, isLogarithmic: y.isLogarithmic), left: left,
            right: right, top: top, bottom: bottom)
    }

    /// The axis's own range, or one that holds the data: from zero where adding counts, a little beyond the ends where
    /// multiplying does.
    private func range(of axis: Axis, _ value: KeyPath<Point, Double>) -> ClosedRange<Double> {
        if let range = axis.range { return range }
        let points = series.flatMap(\.points)
        var values = points.map { $0[keyPath: value] }
        if value == \.y {
            values += points.compactMap(\.low) + points.compactMap(\.high)
            values += references.filter { $0.axis == .y }.map(\.value)
        }
        values = values.filter { $0.isFinite && (!axis.isLogarithmic || $0 > 0) }
        guard let low = values.min(), let high = values.max() else { return axis.isLogarithmic ? 1...10 : 0...1 }
        if axis.isLogarithmic { return value == \.y ? low / 1.6...high * 1.6 : low...max(high, low) }
        if value == \.y { return min(0, low)...max(high, low) }
        return low...high
    }

    private func endLabels(
        width: Double, height: Double, sides: (left: Double, right: Double, bottom: Double)
    ) -> EndLabels? {
        let draft = plot(left: sides.left, right: width, top: 24, bottom: 24 + height - sides.bottom)
        return EndLabels(
            zip(series, tints).compactMap { curve, tint in
                curve.points.last { isDrawable($0) }.map {
                    EndLabels.Label(name: curve.name, tint: tint, isTheory: curve.style == .theory, y: $0.y)
                }
            }, plot: draft, limit: width * 0.34)
    }

    private func isDrawable(_ point: Point) -> Bool {
        point.x.isFinite && point.y.isFinite && (!x.isLogarithmic || point.x > 0) && (!y.isLogarithmic || point.y > 0)
    }
}

extension LineChart {
    private func drawing(of zone: ShadedRange, in plot: Plot) -> Element {
        let left = min(max(plot.x(zone.range.lowerBound), plot.left), plot.right)
        let right = min(max(plot.x(zone.range.upperBound), plot.left), plot.right)
        let fits = TextWidth.of(zone.label, size: 12) < right - left - 4
        let edges = "M\(n(left)) \(n(plot.top))V\(n(plot.bottom))M\(n(right)) \(n(plot.top))V\(n(plot.bottom))"
        return Element(
            "g", [:],
            [
                Element(
                    "rect",
                    [
                        "class": "shade", "x": n(left), "y": n(plot.top), "width": n(right - left),
                        "height": n(plot.bottom - plot.top),
                    ]),
                Element("path", ["class": "edge", "d": edges]),
                Element(
                    "text",
                    [
                        "class": "muted small\(fits ? " middle" : "")", "x": n(fits ? (left + right) / 2 : left + 6),
                        "y": n(plot.bottom - 10),
                    ], text: zone.label),
            ])
    }

    private func drawing(of reference: Reference, in plot: Plot) -> Element? {
        switch reference.axis {
        case .y:
            let y = plot.y(reference.value)
            guard (plot.top...plot.bottom).contains(y) else { return nil }
            return Element(
                "g", [:],
                [
                    Element("path", ["class": "mutedline bound", "d": "M\(n(plot.left)) \(n(y))H\(n(plot.right))"]),
                    Element(
                        "text", ["class": "muted small halo", "x": n(plot.left + 6), "y": n(y - 5)],
                        text: reference.label),
                ])
        case .x:
            let x = plot.x(reference.value)
            guard (plot.left...plot.right).contains(x) else { return nil }
            let isLeft = x > (plot.left + plot.right) / 2
            return Element(
                "g", [:],
                [
                    Element("path", ["class": "mutedline bound", "d": "M\(n(x)) \(n(plot.top))V\(n(plot.bottom))"]),
                    Element(
                        "text",
                        [
                            "class": "muted small halo\(isLeft ? " end" : "")", "x": n(isLeft ? x - 6 : x + 6),
                            "y": n(plot.top + 12),
                        ], text: reference.label),
                ])
        }
    }

    private func place(_ point: Point, in plot: Plot) -> (x: Double, y: Double) {
        (plot.x(point.x), min(max(plot.y(point.y), plot.top), plot.bottom))
    }

    private func band(of curve: Series, tint: Int, in plot: Plot) -> Element? {
        let points = curve.points.filter { isDrawable($0) && $0.low != nil && $0.high != nil }
        guard points.count > 1 else { return nil }
        let upper = points.map { place(Point(x: $0.x, y: $0.high ?? $0.y), in: plot) }
        let lower = points.map { place(Point(x: $0.x, y: max($0.low ?? $0.y, plot.y.domain.lowerBound)), in: plot) }
        let path = (upper + lower.reversed()).map { "\(n($0.x)) \(n($0.y))" }.joined(separator: "L")
        return Element("path", ["class": "band f\(tint)", "d": "M\(path)Z"])
    }

    private func drawing(of curve: Series, tint: Int, in plot: Plot) -> Element {
        let points = curve.points.filter(isDrawable)
        let line = "M" + points.map { place($0, in: plot) }.map { "\(n($0.x)) \(n($0.y))" }.joined(separator: "L")
        if curve.style == .theory { return Element("path", ["class": "theory", "d": points.isEmpty ? "" : line]) }
        var group = Element("g", [:])
        if points.count > 1 { group.append(Element("path", ["class": "line s\(tint)", "d": line])) }
        // Where points are dense, markers are smaller, and only some points have one.
        let spacing = (plot.right - plot.left) / Double(max(points.count, 1))
        let size = spacing > 14 ? 4.0 : 3.0
        let stride = max(1, Int((6 / max(spacing, 0.01)).rounded(.up)))
        for (index, point) in points.enumerated() where index % stride == 0 || index == points.count - 1 {
            let (x, y) = place(point, in: plot)
            if let low = point.low, let high = point.high, points.count < 12 {
                let ends = [low, high].map {
                    place(Point(x: point.x, y: max($0, plot.y.domain.lowerBound)), in: plot).y
                }
                group.append(
                    Element("path", ["class": "s\(tint) marker", "d": "M\(n(x)) \(n(ends[0]))V\(n(ends[1]))"]))
            }
            group.append(Marker.element(tint, x: x, y: y, size: size))
        }
        return group
    }
}
