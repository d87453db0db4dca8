/// The loss ledger as bars: how many acknowledged actions ended in each class, for one or several policies.
public struct LedgerChart: Figure {
    /// What it is called.
    public var title: String
    /// One or two sentences below the title.
    public var caption: String
    /// A bar for each.
    public var rows: [Row]

    /// A chart of those rows.
    public init(title: String, caption: String = "", rows: [Row]) {
        self.title = title
        self.caption = caption
        self.rows = rows
    }

    /// What became of the actions under one policy.
    public struct Row: Hashable, Sendable {
        /// The policy.
        public var name: String
        /// How many actions ended in each class; 0 for a class that is missing.
        public var counts: [Outcome: Int]

        /// The counts under that policy.
        public init(_ name: String, _ counts: [Outcome: Int]) {
            self.name = name
            self.counts = counts
        }

        /// How many actions there were.
        public var total: Int { counts.values.reduce(0, +) }
    }
}

extension LedgerChart {
    /// The share that failed, in words.
    public var summary: String {
        rows.map { row in
            let failed = row.counts.filter(\.key.isFailure).values.reduce(0, +)
            return "\(row.name): \(failed) of \(row.total) actions failed."
        }.joined(separator: " ")
    }

    private var present: [Outcome] {
        Outcome.allCases.filter { outcome in rows.contains { ($0.counts[outcome] ?? 0) > 0 } }
    }

    /// The counts: a row a policy, a column a class.
    public var table: Table? {
        let columns = [Table.Column("policy")] + Outcome.allCases.map { Table.Column($0.rawValue, isNumeric: true) }
        return Table(
            columns: columns + [Table.Column("actions", isNumeric: true)],
            rows: rows.map { row in
                [Table.Cell(row.name)]
                    + Outcome.allCases.map { outcome in
                        let count = row.counts[outcome] ?? 0
                        return Table.Cell(
                            NumberText.fixed(Double(count), 0), isAlarming: outcome.isFailure && count > 0)
                    } + [Table.Cell(NumberText.fixed(Double(row.total), 0))]
            })
    }

    /// Lays the bars out, each as long as the others, with the numbers in or below their pieces.
    public func canvas(width: Double) -> Canvas {
        var canvas = Canvas(width: width, height: 0)
        var y = 0.0
        for row in rows {
            canvas.elements.append(Element("text", ["class": "strong", "x": "0", "y": n(y + 13)], text: row.name))
            canvas.elements.append(
                Element(
                    "text", ["class": "muted small end", "x": n(width), "y": n(y + 13)],
                    text: "\(NumberText.fixed(Double(row.total), 0)) actions"))
            y += 24
            draw(row, width: width, y: y, on: &canvas)
            y += 48
        }
        y += 6
        let key = keyRows(width: width)
        for (line, entries) in key.enumerated() {
            for (x, outcome) in entries {
                canvas.elements += swatch(outcome, x: x, y: y + Double(line) * 21)
            }
        }
        canvas.height = y + Double(key.count) * 21
        return canvas
    }

    /// Pieces of failures are higher than the others, so that they differ by shape too.
    private func draw(_ row: Row, width: Double, y: Double, on canvas: inout Canvas) {
        var x = 0.0
        let total = Double(max(row.total, 1))
        for outcome in Outcome.allCases {
            guard let count = row.counts[outcome], count > 0 else { continue }
            // A piece too small to see is still something that happened.
            let length = max(Double(count) / total * width, 2)
            let overhang = outcome.isFailure ? 4.0 : 0
            let place = [
                ("x", n(x)), ("y", n(y - overhang)), ("width", n(max(min(length, width - x) - 1, 1))),
                ("height", n(24 + 2 * overhang)),
            ]
            func rect(_ style: String) -> Element {
                var rect = Element("rect", ["class": style])
                rect.attributes += place.map { Element.Attribute(name: $0.0, value: $0.1) }
                return rect
            }
            canvas.elements.append(rect(outcome.fill))
            let text = "\(NumberText.fixed(Double(count) / total * 100, count < row.total && total >= 1000 ? 1 : 0)) %"
            if length > TextWidth.of(text, size: 12) + 10 {
                canvas.elements.append(
                    Element("text", ["class": "small onbar", "x": n(x + 6), "y": n(y + 16.5)], text: text))
            }
            canvas.hotspots.append(
                Hotspot(
                    x: x + length / 2, y: y + 12, target: rect("target"), heading: row.name,
                    lines: ["\(outcome.rawValue): \(count) of \(row.total), \(text)"]))
            x += length
        }
    }

    private func keyRows(width: Double) -> [[(Double, Outcome)]] {
        var rows: [[(Double, Outcome)]] = [[]]
        var x = 0.0
        for outcome in present {
            let extent = 22 + TextWidth.of(outcome.rawValue, size: 13)
            if x > 0, x + extent > width {
                rows.append([])
                x = 0
            }
            rows[rows.count - 1].append((x, outcome))
            x += extent + 18
        }
        return rows
    }

    private func swatch(_ outcome: Outcome, x: Double, y: Double) -> [Element] {
        [
            Element("rect", ["class": outcome.fill, "x": n(x), "y": n(y), "width": "14", "height": "14", "rx": "2"]),
            Element("text", ["x": n(x + 21), "y": n(y + 12)], text: outcome.rawValue),
        ]
    }
}
