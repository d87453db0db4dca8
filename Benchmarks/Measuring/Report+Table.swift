extension Report {
    /// The measurements as a table: a row for each case, size, metric and unit, a column for each subject.
    package func table() -> String {
        var subjects: [String] = []
        var keys: [[String]] = []
        var cells: [[String]: [String: String]] = [:]
        for row in measurements {
            if !subjects.contains(row.subject) { subjects.append(row.subject) }
            let key = [row.name, row.bytes == 0 ? "" : Report.size(row.bytes), row.metric, row.unit]
            if cells[key] == nil { keys.append(key) }
            cells[key, default: [:]][row.subject] = Report.digits(row.value)
        }
        let rows =
            [["case", "size", "metric", "unit"] + subjects]
            + keys.map { key in
                key + subjects.map { cells[key]?[$0] ?? "" }
            }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return column < 4 ? cell.0 + padding : padding + cell.0
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// A size in bytes for people: `50 kB`, `10 MB`.
    package static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<1_000_000: "\(digits(Double(bytes) / 1000)) kB"
        default: "\(digits(Double(bytes) / 1_000_000)) MB"
        }
    }

    /// A value in three significant digits, more where it is whole.
    package static func digits(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return value.isNaN ? "–" : "\(value)" }
        if abs(value) >= 100 || value == value.rounded() { return grouped(Int(value.rounded())) }
        let places = abs(value) >= 10 ? 1 : abs(value) >= 1 ? 2 : 3
        var scale = 1
        for _ in 0..<places { scale *= 10 }
        let scaled = Int((abs(value) * Double(scale)).rounded())
        let fraction = String(scaled % scale)
        return (value < 0 ? "-" : "") + "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count)
            + fraction
    }

    private static func grouped(_ value: Int) -> String {
        let digits = Array(String(abs(value)))
        let text = digits.indices.map { index in
            let left = digits.count - index
            return (index > 0 && left % 3 == 0 ? "," : "") + String(digits[index])
        }.joined()
        return value < 0 ? "-" + text : text
    }
}
