// Forms that several formats share.

extension RichText.DateStyle {
    /// Every part that has a meaning.
    package static let all: RichText.DateStyle = [
        .relative, .shortTime, .longTime, .shortDate, .longDate, .dayOfWeek,
    ]
}

extension ItemList {
    /// A list from a format that gives numbers to items only: the first one's, if it is whole, is where it starts.
    package init(countedBy items: [ListItem], isOrdered: Bool) {
        let start = isOrdered ? items.first?.number.flatMap { Int32($0) } : nil
        self.init(items: items, isOrdered: isOrdered, start: start)
    }

    /// The list for a format that numbers only the items of ordered lists: nil if it can stay without numbers.
    package var orderedForm: ItemList? {
        if isOrdered { return self }
        return items.contains { $0.number != nil } ? ItemList(countedBy: items, isOrdered: true) : nil
    }
}

extension Quote {
    /// The text of a quotation that is one paragraph.
    package var onlyParagraph: RichText? {
        guard blocks.count == 1, case .paragraph(let text) = blocks[0] else { return nil }
        return text
    }
}
