/// Rows under headings, in columns as wide as their widest cell.
///
/// On a terminal that is too narrow, columns that may be left out are, the most dispensable first; then the flexible one
/// gives way, and last all others: no line is longer than the terminal is wide.
package struct Table {
    /// A heading and how its cells stand.
    package struct Column: Sendable {
        package var title: String
        package var isNumber: Bool
        package var style: Style?
        /// Whether it gives way where the terminal is too narrow.
        package var isFlexible: Bool
        /// How easily it is done without: the column of the greatest number goes first, one of 0 never.
        package var dropRank: Int

        package init(
            _ title: String, isNumber: Bool = false, style: Style? = nil, isFlexible: Bool = false, dropRank: Int = 0
        ) {
            self.title = title
            self.isNumber = isNumber
            self.style = style
            self.isFlexible = isFlexible
            self.dropRank = dropRank
        }
    }

    package var columns: [Column]
    private var rows: [[String]] = []

    /// The flexible column is not made narrower than this as long as another column can be left out.
    private static let comfortableWidth = 24
    private static let leastWidth = 4

    package init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row; what a terminal would take for a command is made harmless.
    package mutating func add(_ cells: [String]) { rows.append(cells.map(\.forTerminal)) }

    /// Prints headings and rows; nothing where there are no rows.
    package func print(to output: Output) throws {
        guard !rows.isEmpty else { return }
        let layout = layout(within: output.width)
        let titles = columns.map(\.title)
        try output.line(output.styled(line(titles, layout) { text, _ in text }, .faint))
        for row in rows {
            try output.line(
                line(row, layout) { text, column in column.style.map { output.styled(text, $0) } ?? text })
        }
    }

    /// The columns that are shown, and how wide they are.
    private func layout(within limit: Int?) -> [(index: Int, width: Int)] {
        var shown = columns.indices.map { index in
            (index: index, width: rows.reduce(columns[index].title.displayWidth) { max($0, $1[index].displayWidth) })
        }
        guard let limit else { return shown }
        func total() -> Int { shown.reduce(2 * (shown.count - 1)) { $0 + $1.width } }
        func flexible() -> Int? { shown.firstIndex { columns[$0.index].isFlexible } }
        while total() > limit {
            let room = flexible().map { max(0, shown[$0].width - Self.comfortableWidth) } ?? 0
            guard total() - room > limit,
                let dispensable = shown.indices.filter({ columns[shown[$0].index].dropRank > 0 })
                    .max(by: { columns[shown[$0].index].dropRank < columns[shown[$1].index].dropRank })
            else { break }
            shown.remove(at: dispensable)
        }
        if let place = flexible() {
            shown[place].width = max(Self.leastWidth, shown[place].width - max(0, total() - limit))
        }
        while total() > limit, let widest = shown.indices.max(by: { shown[$0].width < shown[$1].width }),
            shown[widest].width > Self.leastWidth
        {
            shown[widest].width = max(Self.leastWidth, shown[widest].width - (total() - limit))
        }
        return shown
    }

    private func line(
        _ cells: [String], _ layout: [(index: Int, width: Int)], style: (String, Column) -> String
    ) -> String {
        var line = ""
        for (place, shown) in layout.enumerated() {
            let column = columns[shown.index]
            let cell = cells[shown.index].truncated(to: shown.width)
            let space = String(repeating: " ", count: shown.width - cell.displayWidth)
            if place > 0 { line += "  " }
            // Spaces stay outside of the style.
            if column.isNumber {
                line += space + style(cell, column)
            } else {
                line += style(cell, column) + (place == layout.count - 1 ? "" : space)
            }
        }
        // None end a line, also where the last cell is empty.
        while line.last == " " { line.removeLast() }
        return line
    }
}
