/// Curves over a common horizontal axis: measured points with their intervals, closed forms, reference lines.
///
/// Where the intervals are too narrow to be seen, a second panel shows measured minus closed form. With both axes
/// logarithmic it is the chart of a benchmark, cost over size.
public struct LineChart: Figure {
    /// What it is called.
    public var title: String
    /// One or two sentences below the title.
    public var caption: String
    /// What it shows, for a screen reader.
    public var summary: String
    /// The horizontal axis.
    public var x: Axis
    /// The vertical axis.
    public var y: Axis
    /// The curves, the most important one first.
    public var series: [Series]
    /// Values worth comparing with: a budget, a limit.
    public var references: [Reference]
    /// Shaded ranges of the horizontal axis.
    public var zones: [ShadedRange]

    /// A chart of those curves.
    public init(
        title: String, caption: String = "", summary: String = "", x: Axis, y: Axis, series: [Series],
        references: [Reference] = [], zones: [ShadedRange] = []
    ) {
        self.title = title
        self.caption = caption
        self.summary = summary
        self.x = x
        self.y = y
        self.series = series
        self.references = references
        self.zones = zones
    }

    /// What an axis measures and how it is divided.
    public struct Axis: Hashable, Sendable {
        /// What it measures, for people.
        public var label: String
        /// The unit of its values.
        public var unit: Quantity
        /// Whether equal steps multiply instead of add. Values must be positive then; others are not drawn.
        public var isLogarithmic: Bool
        /// From where to where; nil fits the data.
        public var range: ClosedRange<Double>?

        /// An axis of that label and unit.
        public init(
            _ label: String, unit: Quantity = .number, isLogarithmic: Bool = false, range: ClosedRange<Double>? = nil
        ) {
            self.label = label
            self.unit = unit
            self.isLogarithmic = isLogarithmic
            self.range = range
        }
    }

    /// One curve.
    public struct Series: Hashable, Sendable {
        /// What it is called beside the curve.
        public var name: String
        /// Its points, in order of `x`.
        public var points: [Point]
        /// How it is drawn.
        public var style: Style
        /// Which of the six colours it has, so that the same thing has the same colour in several drawings; nil: the next
        /// one. A closed form has the tint of the measured curve that it is compared with.
        public var tint: Int?

        /// A curve through those points.
        public init(_ name: String, _ points: [Point], style: Style = .measured, tint: Int? = nil) {
            self.name = name
            self.points = points
            self.style = style
            self.tint = tint
        }

        /// How a curve is drawn.
        public enum Style: Hashable, Sendable {
            /// Points joined by a line, with the band of their intervals.
            case measured
            /// A dashed line without points, above the others: what a formula says.
            case theory
        }
    }

    /// One measured or computed value.
    public struct Point: Hashable, Sendable {
        /// Its place on the horizontal axis, in the axis's unit.
        public var x: Double
        /// The value, in the vertical axis's unit.
        public var y: Double
        /// The lower end of its interval, if it has one.
        public var low: Double?
        /// The upper end of its interval, if it has one.
        public var high: Double?

        /// The value `y` at `x`, within `low` to `high`.
        public init(x: Double, y: Double, low: Double? = nil, high: Double? = nil) {
            self.x = x
            self.y = y
            self.low = low
            self.high = high
        }
    }

    /// A line at one value of an axis.
    public struct Reference: Hashable, Sendable {
        /// Which axis the value is on.
        public enum Direction: Hashable, Sendable { case x, y }
        /// The axis that the value is on.
        public var axis: Direction
        /// The value.
        public var value: Double
        /// What it is.
        public var label: String

        /// A line at that value.
        public init(_ label: String, at value: Double, on axis: Direction) {
            self.axis = axis
            self.value = value
            self.label = label
        }
    }
}

extension LineChart {
    /// The values of all curves, a row for each value of `x`.
    public var table: Table? {
        let places = Set(series.flatMap { $0.points.map(\.x) }).sorted()
        let columns = [Table.Column(x.label, isNumeric: true)] + series.map { Table.Column($0.name, isNumeric: true) }
        let byPlace = series.map { Dictionary($0.points.map { ($0.x, $0) }, uniquingKeysWith: { $1 }) }
        let rows = places.map { place in
            [Table.Cell(x.unit.text(place))] + byPlace.map { Table.Cell($0[place].map(text) ?? "") }
        }
        return Table(columns: columns, rows: rows)
    }

    /// The value with its interval.
    func text(of point: Point) -> String {
        guard let low = point.low, let high = point.high else { return y.unit.text(point.y) }
        return "\(y.unit.text(point.y)) (\(y.unit.text(low)) – \(y.unit.text(high)))"
    }

    /// The colour of each curve by its place among the curves.
    var tints: [Int] {
        var next = 0
        return series.map { curve in
            if curve.style == .theory { return 0 }
            if let tint = curve.tint {
                return (tint % Palette.series.count + Palette.series.count) % Palette.series.count
            }
            defer { next += 1 }
            return next % Palette.series.count
        }
    }
}
