import Testing

@testable import Page

/// What a format has no place for, case by case as the documentation lists it.
@Suite("What wire formats cannot hold")
struct ExpressibleTests {
    private static let milk = RichText.plain("milk")

    private func check(_ block: Block, _ expected: Block, in formats: [WireFormat]) throws {
        let page = PageDocument(blocks: [block])
        for format in formats {
            let decoded = try format.decode(format.encode(page))
            #expect(decoded == PageDocument(blocks: [expected]), "\(format)")
            #expect(decoded == page.expressible(in: format), "\(format)")
        }
    }

    @Test("Headings keep one of two sizes, or their level")
    func headings() throws {
        for level in 1...6 {
            let heading = Block.heading(Self.milk, level: level)
            try check(
                heading, level == 1 ? .header(Self.milk) : .subheader(Self.milk), in: [.keyValue, .flatBuffers])
            try check(heading, heading, in: [.tl])
        }
    }

    @Test("The language of preformatted text stays in TL only")
    func language() throws {
        let block = Block.preformatted(Self.milk, language: "swift")
        try check(block, .preformatted(Self.milk, language: ""), in: [.keyValue, .flatBuffers])
        try check(block, block, in: [.tl])
    }

    @Test("Blocks of later kinds become the nearest of the older ones")
    func laterBlocks() throws {
        let older: [WireFormat] = [.keyValue, .flatBuffers]
        try check(.thinking(Self.milk), .paragraph(Self.milk), in: older)
        try check(.math("x²"), .preformatted(.plain("x²"), language: ""), in: older)
        try check(
            .media(Media(kind: .document, id: 1, caption: Caption(text: Self.milk))), .paragraph(Self.milk), in: older)
    }

    @Test(
        "Texts of later kinds become the nearest of the older ones",
        arguments: [
            (.spoiler(milk), milk), (.math("x²"), .plain("x²")), (.customEmoji(1, alternative: "☺"), .plain("☺")),
            (.entity(.hashtag, milk), milk), (.entity(.user(1), milk), milk),
            (.entity(.url, milk), .url(milk, url: "milk", webpage: nil)),
            (.entity(.email, .bold(milk)), .email(.bold(milk), email: "milk")),
            (.entity(.phone, milk), .phone(milk, phone: "milk")), (.date(milk, seconds: 1, style: []), milk),
            (.diff(milk, old: .plain("tea")), milk), (.spoiler(.entity(.hashtag, .math("y"))), .plain("y")),
        ] as [(RichText, RichText)])
    func laterTexts(_ text: RichText, _ expected: RichText) throws {
        try check(.paragraph(text), .paragraph(expected), in: [.keyValue, .flatBuffers])
        try check(.paragraph(text), .paragraph(text), in: [.tl])
    }

    @Test("An ordered list starts where its first item says; TL keeps how it counts")
    func counting() throws {
        let items: [ListItem] = [
            .text(Self.milk, number: "7", checked: true), .text(.empty, number: "8", checked: nil),
        ]
        let list = ItemList(items: items, isOrdered: true, start: 7, isReversed: true, numbering: "a")
        try check(
            .list(list), .list(ItemList(items: items, isOrdered: true, start: 7)), in: [.keyValue, .flatBuffers])
        try check(.list(list), .list(list), in: [.tl])
    }

    @Test("Numbers without order: TL puts the list in order to keep them")
    func numbersWithoutOrder() throws {
        let list = ItemList(items: [.text(Self.milk, number: "7", checked: false)])
        try check(.list(list), .list(list), in: [.keyValue, .flatBuffers])
        try check(.list(list), .list(ItemList(items: list.items, isOrdered: true, start: 7)), in: [.tl])
    }

    @Test("An unknown item is an empty one in TL")
    func unknownItem() throws {
        let list = ItemList(items: [.unknown])
        try check(.list(list), .list(list), in: [.keyValue, .flatBuffers])
        try check(.list(list), .list(ItemList(items: [.text(.empty, number: nil, checked: nil)])), in: [.tl])
    }

    @Test("Whether a quotation is folded stays in TL where it is one paragraph")
    func foldedQuotes() throws {
        let one = Quote(blocks: [.paragraph(Self.milk)], isCollapsed: true)
        let two = Quote(blocks: [.paragraph(Self.milk), .divider], isCollapsed: true)
        func open(_ quote: Quote) -> Block { .blockQuote(Quote(blocks: quote.blocks, caption: quote.caption)) }
        try check(.blockQuote(one), open(one), in: [.keyValue, .flatBuffers])
        try check(.blockQuote(one), .blockQuote(one), in: [.tl])
        try check(.blockQuote(two), open(two), in: WireFormat.allCases)
    }

    @Test("References keep their namespace or their number")
    func references() throws {
        let url = RichText.url(Self.milk, url: "u", webpage: MediaID(namespace: 3, id: 4))
        try check(.paragraph(url), .paragraph(url), in: [.keyValue, .flatBuffers])
        try check(
            .paragraph(url), .paragraph(.url(Self.milk, url: "u", webpage: MediaID(id: 4))), in: [.tl])
    }

    @Test("A span of 0 is none, and only TL keeps a table close")
    func tables() throws {
        let table = Table(
            rows: [Table.Row(cells: [Table.Cell(text: nil, columnSpan: 0, rowSpan: 2)])], isCompact: true)
        let without = Table(rows: [Table.Row(cells: [Table.Cell(text: nil, rowSpan: 2)])])
        try check(.table(table), .table(without), in: [.keyValue, .flatBuffers])
        try check(.table(table), .table(table), in: [.tl])
    }

    @Test("A kind of media keeps what it has a use for")
    func media() throws {
        let link = Media.Link(url: "u")
        let everything = Media(kind: .video, id: 1, isSpoiler: true, playsAutomatically: true, loops: true, link: link)
        let video = Media(kind: .video, id: 1, playsAutomatically: true, loops: true)
        try check(.media(everything), .media(video), in: [.keyValue, .flatBuffers])
        var hidden = video
        hidden.isSpoiler = true
        try check(.media(everything), .media(hidden), in: [.tl])
        try check(.embed(Embed(width: 3)), .embed(Embed()), in: WireFormat.allCases)
    }
}
