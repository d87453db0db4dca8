extension InlineWriter.Place {
    /// Whether the source, written here, reads as the text where those definitions hold.
    func reads(_ source: String, with definitions: [String], as text: RichText) -> Bool {
        let block: String =
            switch self {
            case .paragraph: source
            case .item: "- " + source.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n  ")
            case .heading: "# " + source
            case .cell: "|" + source + "|\n|-|"
            }
        let mayUse = source.contains("[\(LinkLabels.name) ") ? definitions : []
        let used = mayUse.filter { line in line.firstIndex(of: ":").map { source.contains(line[..<$0]) } ?? false }
        let whole = used.isEmpty ? block : block + "\n\n" + used.joined(separator: "\n")
        guard let page = try? MarkdownPage(parsing: whole) else { return false }
        var runs = TextRuns()
        runs.append(text)
        return page.document.blocks == blocks(of: runs.richText)
    }

    /// What stands here if the text does.
    private func blocks(of text: RichText) -> [Block] {
        switch self {
        case .paragraph: text == .empty ? [] : [.paragraph(text)]
        case .item: [.list(ItemList(items: [.text(text, number: nil, checked: nil)]))]
        case .heading: [.heading(text, level: 1)]
        case .cell: [.table(Table(rows: [Table.Row(cells: [Table.Cell(text: text, isHeader: true)])]))]
        }
    }
}
