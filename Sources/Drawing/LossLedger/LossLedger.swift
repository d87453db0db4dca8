/// The loss ledger: in which class each acknowledged action ended, for one or several policies side by side.
public struct LossLedger: Figure {
    /// What it is called.
    public var title: String
    /// One or two sentences below the title.
    public var caption: String
    /// A bar for each.
    public var rows: [Row]

    /// A ledger of those rows.
    public init(title: String, caption: String = "", rows: [Row]) {
        self.title = title
        self.caption = caption
        self.rows = rows
    }

    /// What became of the actions under one policy.
    public struct Row: Hashable, Sendable {
        /// The policy.
        public var name: String
        /// How many actions ended in each class; classes that are missing have none.
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

/// The class that an acknowledged action ends in.
public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// It stands.
    case survived
    /// A concurrent action set the same line to the same value.
    case agreed
    /// Somebody who had seen it did something newer.
    case superseded
    /// A concurrent action set the same line to another value: a conflict, decided and shown.
    case overridden
    /// Gone although nobody touched its line.
    case lost
    /// There twice.
    case duplicated
    /// Back although it had been taken away.
    case resurrected
    /// There, but with other bytes.
    case corrupted
}

extension Outcome {
    /// Whether it is one that nobody may get silently.
    public var isFailure: Bool {
        switch self {
        case .survived, .agreed, .superseded, .overridden: false
        case .lost, .duplicated, .resurrected, .corrupted: true
        }
    }

    /// The class of its fill.
    var fill: String {
        switch self {
        case .survived: "f2"
        case .agreed: "f0"
        case .superseded: "f5"
        case .overridden: "f4"
        case .lost: "lostink"
        case .duplicated: "f3"
        case .resurrected: "f1"
        case .corrupted: "ink"
        }
    }
}

extension LossLedger {
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
            y += 20
            canvas.elements += bar(of: row, width: width, y: y)
            y += 46
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

    private func bar(of row: Row, width: Double, y: Double) -> [Element] {
        var x = 0.0
        let total = Double(max(row.total, 1))
        var elements: [Element] = []
        for outcome in Outcome.allCases {
            guard let count = row.counts[outcome], count > 0 else { continue }
            // A piece too small to see is still something that happened.
            let length = max(Double(count) / total * width, 2)
            var piece = Element(
                "g", [:],
                [
                    Element(
                        "rect",
                        [
                            "class": outcome.fill, "x": n(x), "y": n(y), "width": n(max(min(length, width - x) - 1, 1)),
                            "height": "26",
                        ])
                ])
            piece.append(Element("title", text: "\(outcome.rawValue): \(count) of \(row.total)"))
            let text = "\(NumberText.fixed(Double(count) / total * 100, count < row.total && total >= 1000 ? 1 : 0)) %"
            if length > TextWidth.of(text, size: 12) + 10 {
                piece.append(Element("text", ["class": "small onbar", "x": n(x + 6), "y": n(y + 17.5)], text: text))
            }
            elements.append(piece)
            x += length
        }
        return elements
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
