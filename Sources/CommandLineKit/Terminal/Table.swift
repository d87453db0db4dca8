/// Rows under headings, in columns as wide as their widest cell.
package struct Table {
    /// A heading and how its cells stand.
    package struct Column: Sendable {
        package var title: String
        package var isNumber: Bool
        package var style: Style?
        /// Whether it gives way where the terminal is too narrow.
        package var isFlexible: Bool

        package init(_ title: String, isNumber: Bool = false, style: Style? = nil, isFlexible: Bool = false) {
            self.title = title
            self.isNumber = isNumber
            self.style = style
            self.isFlexible = isFlexible
        }
    }

    package var columns: [Column]
    private var rows: [[String]] = []

    package init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row; what a terminal would take for a command is made harmless.
    package mutating func add(_ cells: [String]) { rows.append(cells.map(\.forTerminal)) }

    /// Prints headings and rows; nothing where there are no rows.
    package func print(to output: Output) throws {
        guard !rows.isEmpty else { return }
        let widths = widths(within: output.width)
        let titles = columns.map(\.title)
        try output.line(output.styled(line(titles, widths) { text, _ in text }, .faint))
        for row in rows {
            try output.line(
                line(row, widths) { text, column in column.style.map { output.styled(text, $0) } ?? text })
        }
    }

    private func widths(within limit: Int?) -> [Int] {
        var widths = columns.indices.map { index in
            rows.reduce(columns[index].title.displayWidth) { max($0, $1[index].displayWidth) }
        }
        if let limit, let flexible = columns.firstIndex(where: \.isFlexible) {
            let surplus = widths.reduce(2 * (columns.count - 1), +) - limit
            if surplus > 0 { widths[flexible] = max(8, widths[flexible] - surplus) }
        }
        return widths
    }

    private func line(_ cells: [String], _ widths: [Int], style: (String, Column) -> String) -> String {
        var line = ""
        for (index, column) in columns.enumerated() {
            let cell = cells[index].truncated(to: widths[index])
            let isLast = index == columns.count - 1
            let space = String(repeating: " ", count: widths[index] - cell.displayWidth)
            if index > 0 { line += "  " }
            // Spaces stay outside of the style.
            if column.isNumber {
                line += space + style(cell, column)
            } else {
                line += style(cell, column) + (isLast ? "" : space)
            }
        }
        // None end a line, also where the last cell is empty.
        while line.last == " " { line.removeLast() }
        return line
    }
}
