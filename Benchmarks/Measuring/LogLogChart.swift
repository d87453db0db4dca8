/// A drawing of values over sizes, both axes logarithmic, as SVG text.
package struct LogLogChart {
    package struct Series {
        package var name: String
        package var points: [(x: Double, y: Double)]

        package init(name: String, points: [(x: Double, y: Double)]) {
            self.name = name
            self.points = points
        }
    }

    package var title: String
    package var xTitle: String
    package var yTitle: String
    package var series: [Series]

    package init(title: String, xTitle: String, yTitle: String, series: [Series]) {
        self.title = title
        self.xTitle = xTitle
        self.yTitle = yTitle
        self.series = series.filter { !$0.points.isEmpty }
    }

    // Okabe and Ito's palette, which people with any colour vision can tell apart.
    private static let colors = [
        "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999",
    ]
    private static let (width, height) = (760.0, 460.0)
    private static let (left, right, top, bottom) = (80.0, 200.0, 44.0, 56.0)

    /// The drawing.
    package func svg() -> String {
        let points = series.flatMap(\.points).filter { $0.x > 0 && $0.y > 0 }
        let xs = LogLogChart.decades(points.map(\.x))
        let ys = LogLogChart.decades(points.map(\.y))
        func x(_ value: Double) -> Double {
            LogLogChart.left + LogLogChart.share(value, xs) * (LogLogChart.width - LogLogChart.left - LogLogChart.right)
        }
        func y(_ value: Double) -> Double {
            LogLogChart.height - LogLogChart.bottom
                - LogLogChart.share(value, ys) * (LogLogChart.height - LogLogChart.top - LogLogChart.bottom)
        }
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 460\" role=\"img\" "
                + "font-family=\"system-ui,sans-serif\" font-size=\"12\">",
            "<title>\(escaped(title))</title><rect width=\"760\" height=\"460\" fill=\"white\"/>",
            "<text x=\"80\" y=\"26\" font-size=\"15\" font-weight=\"600\">\(escaped(title))</text>",
        ]
        for exponent in xs {
            let at = place(x(LogLogChart.power(exponent)))
            lines.append("<line x1=\"\(at)\" y1=\"44\" x2=\"\(at)\" y2=\"404\" stroke=\"#ddd\"/>")
            lines.append(
                "<text x=\"\(at)\" y=\"420\" text-anchor=\"middle\">\(Report.size(Int(LogLogChart.power(exponent))))</text>"
            )
        }
        for exponent in ys {
            let at = place(y(LogLogChart.power(exponent)))
            lines.append("<line x1=\"80\" y1=\"\(at)\" x2=\"560\" y2=\"\(at)\" stroke=\"#ddd\"/>")
            lines.append(
                "<text x=\"74\" y=\"\(at)\" dy=\"4\" text-anchor=\"end\">\(Report.digits(LogLogChart.power(exponent)))</text>"
            )
        }
        lines.append("<text x=\"320\" y=\"444\" text-anchor=\"middle\">\(escaped(xTitle))</text>")
        lines.append(
            "<text transform=\"translate(20 224) rotate(-90)\" text-anchor=\"middle\">\(escaped(yTitle))</text>")
        var labels: [Double] = []
        for (number, series) in series.enumerated().sorted(by: { last($0.element) > last($1.element) }) {
            let color = LogLogChart.colors[number % LogLogChart.colors.count]
            let path = series.points.map { "\(place(x($0.x))),\(place(y($0.y)))" }.joined(separator: " ")
            lines.append("<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>")
            for point in series.points {
                lines.append(
                    "<circle cx=\"\(place(x(point.x)))\" cy=\"\(place(y(point.y)))\" r=\"3\" fill=\"\(color)\"/>")
            }
            // Names stand right of the last point, moved down where they would touch.
            let label = max(y(last(series)), (labels.last ?? 0) + 15)
            labels.append(label)
            lines.append(
                "<text x=\"572\" y=\"\(place(label))\" dy=\"4\" fill=\"\(color)\">\(escaped(series.name))</text>")
        }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private func last(_ series: Series) -> Double { series.points.last?.y ?? 0 }

    private func place(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "<": result += "&lt;"
            case "&": result += "&amp;"
            default: result.append(character)
            }
        }
    }

    /// Powers of ten from below the least value to above the greatest.
    private static func decades(_ values: [Double]) -> ClosedRange<Int> {
        let low = values.min().map { floorLog($0) } ?? 0
        let high = values.max().map { floorLog($0 * 0.999_999) + 1 } ?? 1
        return low...max(high, low + 1)
    }

    private static func share(_ value: Double, _ decades: ClosedRange<Int>) -> Double {
        (log(value) - Double(decades.lowerBound)) / Double(decades.count - 1)
    }

    private static func floorLog(_ value: Double) -> Int { Int(log(value).rounded(.down)) }

    private static func power(_ exponent: Int) -> Double {
        var result = 1.0
        for _ in 0..<abs(exponent) { result *= 10 }
        return exponent < 0 ? 1 / result : result
    }
}
