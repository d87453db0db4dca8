import Page

/// A page as checklist notes make them: headings, paragraphs with some style, lists with numbers and checkboxes.
enum CodecCorpus {
    /// A page of so many sections, each of about 1.2 kB of text.
    static func page(sections: Int) -> PageDocument {
        PageDocument(blocks: (0..<sections).flatMap(section))
    }

    private static func section(_ number: Int) -> [Block] {
        [
            .header(.plain("Week \(number + 1): what the house needs")),
            .paragraph(
                .concat([
                    .plain("Some of it is "), .bold(.plain("urgent")), .plain(", some can wait; prices are at "),
                    .url(.plain("the shop"), url: "https://example.org/list/\(number)", webpage: nil), .plain("."),
                ])),
            .list(
                ItemList(
                    items: (0..<20).map { item($0, isOrdered: number % 3 == 2, in: number) },
                    isOrdered: number % 3 == 2, start: number % 3 == 2 ? 1 : nil)),
        ]
    }

    private static func item(_ number: Int, isOrdered: Bool, in section: Int) -> ListItem {
        let ordinal = isOrdered ? String(number + 1) : nil
        let checked: Bool? = number % 7 == 6 ? nil : (number + section) % 3 == 0
        let text = RichText.plain("\(number + 2) bottles of milk, if there are any left on the lower shelf")
        guard number % 5 == 4 else {
            let styled = number % 4 == 3 ? RichText.concat([.italic(.plain("soon: ")), text]) : text
            return .text(styled, number: ordinal, checked: checked)
        }
        let inner = (0..<3).map { ListItem.text(.plain("of kind \($0)"), number: nil, checked: $0 == 0) }
        return .blocks([.paragraph(text), .list(ItemList(items: inner))], number: ordinal, checked: checked)
    }
}
