/// A quantity over a grid of two parameters: the greater, the darker the cell (brighter in dark mode).
public struct HeatMap: Figure {
    /// What it is called.
    public var title: String
    /// One or two sentences below the title.
    public var caption: String
    /// What it shows, for a screen reader.
    public var summary: String
    /// The parameter that grows to the right.
    public var x: Axis
    /// The parameter that grows upwards.
    public var y: Axis
    /// What is measured: the label of the colours.
    public var label: String
    /// The unit of what is measured.
    public var unit: Quantity
    /// The values: a row for each of `y`'s values, in it one for each of `x`'s. Nil is not measured.
    public var values: [[Double?]]
    /// What the palest and the strongest colour stand for.
    public var range: ClosedRange<Double>

    /// A heat map of those values.
    public init(
        title: String, caption: String = "", summary: String = "", x: Axis, y: Axis, label: String,
        unit: Quantity = .probability, values: [[Double?]], range: ClosedRange<Double> = 0...1
    ) {
        self.title = title
        self.caption = caption
        self.summary = summary
        self.x = x
        self.y = y
        self.label = label
        self.unit = unit
        self.values = values
        self.range = range
    }

    /// A parameter and the values that it was given, in order.
    public struct Axis: Hashable, Sendable {
        /// What the parameter is.
        public var label: String
        /// The unit of its values.
        public var unit: Quantity
        /// The values.
        public var values: [Double]

        /// A parameter with those values.
        public init(_ label: String, unit: Quantity = .number, _ values: [Double]) {
            self.label = label
            self.unit = unit
            self.values = values
        }
    }
}

extension HeatMap {
    /// Every cell: a row for each value of `y`.
    public var table: Table? {
        let columns =
            [Table.Column("\(y.label) ↓ \(x.label) →", isNumeric: true)]
            + x.values.map { Table.Column(x.unit.text($0), isNumeric: true) }
        let rows = y.values.indices.map { row in
            [Table.Cell(y.unit.text(y.values[row]))]
                + x.values.indices.map { column in Table.Cell(value(row, column).map { unit.text($0) } ?? "–") }
        }
        return Table(columns: columns, rows: rows)
    }

    func value(_ row: Int, _ column: Int) -> Double? {
        guard values.indices.contains(row), values[row].indices.contains(column) else { return nil }
        return values[row][column]
    }

    /// Which of the colours a value takes.
    func step(of value: Double) -> Int {
        let span = range.upperBound - range.lowerBound
        let share = span > 0 && value.isFinite ? (value - range.lowerBound) / span : 0
        return Int((min(max(share, 0), 1) * Double(Palette.heat.count - 1)).rounded())
    }
}
