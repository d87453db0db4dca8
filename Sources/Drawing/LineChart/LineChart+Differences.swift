extension LineChart {
    /// Measured minus closed form, where the intervals are too narrow to be seen around the curve itself; else nil.
    ///
    /// A measured curve is compared with the formula of the same tint, at the places that both have.
    func differences(in plot: Plot) -> LineChart? {
        let formulas = series.filter { $0.style == .theory }
        var differences: [Series] = []
        var heights: [Double] = []
        for (curve, tint) in zip(series, tints) where curve.style == .measured {
            guard let formula = formulas.first(where: { ($0.tint ?? 0) == tint }) else { continue }
            let expected = Dictionary(formula.points.map { ($0.x, $0.y) }, uniquingKeysWith: { first, _ in first })
            let points = curve.points.compactMap { point in
                expected[point.x].map {
                    Point(
                        x: point.x, y: point.y - $0, low: (point.low ?? point.y) - $0,
                        high: (point.high ?? point.y) - $0)
                }
            }
            guard points.count > 1 else { continue }
            heights += curve.points.compactMap { point in
                guard let low = point.low, let high = point.high, high > low else { return nil }
                return (plot.y(low) - plot.y(high)).magnitude
            }
            differences.append(Series(curve.name, points, tint: tint))
        }
        // An interval below eight pixels is hidden by the points' markers.
        guard !y.isLogarithmic, !heights.isEmpty, heights.sorted()[heights.count / 2] < 8 else { return nil }
        let reach = differences.flatMap(\.points).flatMap { [$0.low, $0.high, $0.y] }.compactMap { $0?.magnitude }.max()
        let limit = max(reach ?? 0, .leastNormalMagnitude) * 1.08
        let unit: Quantity = y.unit == .probability ? .percentagePoints : y.unit
        return LineChart(
            title: "", x: Axis(x.label, unit: x.unit, isLogarithmic: x.isLogarithmic, range: plot.x.domain),
            y: Axis("measured − closed form", unit: unit, range: -limit...limit), series: differences,
            references: [Reference("", at: 0, on: .y)])
    }
}
