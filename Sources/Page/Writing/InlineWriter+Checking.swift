extension InlineWriter.Place {
    /// Whether the source, written here, reads as the text where these labels are defined.
    func reads(_ source: String, with labels: LinkLabels, as text: RichText) -> Bool {
        let block: String =
            switch self {
            case .paragraph: source
            case .item: "- " + source.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n  ")
            case .heading: "# " + source
            case .cell: "|" + source + "|\n|-|"
            }
        let definitions = labels.standIns(for: source)
        let whole = definitions.isEmpty ? block : block + "\n\n" + definitions.joined(separator: "\n")
        guard let page = try? MarkdownPage(parsing: whole) else { return false }
        var runs = TextRuns()
        runs.append(text)
        if !definitions.isEmpty {
            runs.replaceAddresses { address in labels.number(of: address).map { LinkLabels.standIn($0) } }
        }
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
