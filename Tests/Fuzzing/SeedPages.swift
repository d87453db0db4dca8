import Page

/// A page for each kind of block and text, so that the fuzzer need not find their forms by chance.
enum SeedPages {
    static let all: [PageDocument] =
        blocks.map { PageDocument(blocks: [$0]) } + texts.map { PageDocument(blocks: [.paragraph($0)]) }

    private static let milk = RichText.plain("milk")
    private static let caption = Caption(text: milk, credit: .plain("Käse"))

    private static let texts: [RichText] = [
        .empty, .bold(milk), .italic(milk), .underline(milk), .strikethrough(milk), .fixed(milk), .subscript(milk),
        .superscript(milk), .marked(milk), .url(milk, url: "u", webpage: MediaID(namespace: 1, id: 2)),
        .email(milk, email: "e"), .phone(milk, phone: "1"), .anchor(milk, name: "n"), .concat([milk, .empty]),
        .image(MediaID(id: 5), width: 1, height: 2), .spoiler(milk), .math("x"), .customEmoji(1, alternative: "☺"),
        .entity(.user(3), milk), .entity(.hashtag, milk), .date(milk, seconds: 1, style: .relative),
        .diff(milk, old: milk),
    ]

    private static let blocks: [Block] = [
        .unsupported, .title(milk), .authorDate(author: milk, seconds: 1), .heading(milk, level: 3),
        .preformatted(milk, language: "c"), .divider, .anchor("a"), .pullQuote(milk, caption: milk), .math("x"),
        .thinking(milk), .kicker(milk), .footer(milk),
        .list(
            ItemList(items: [
                .text(milk, number: nil, checked: true), .text(milk, number: nil, checked: nil),
                .blocks([.divider, .paragraph(milk)], number: nil, checked: false), .unknown,
            ])),
        .list(
            ItemList(
                items: [.text(milk, number: "1", checked: true), .blocks([], number: "2", checked: nil)],
                isOrdered: true, start: 1, isReversed: true, numbering: "a")),
        .blockQuote(Quote(blocks: [.paragraph(milk)], caption: milk, isCollapsed: true)),
        .blockQuote(Quote(blocks: [.divider, .divider])),
        .details(Details(title: milk, blocks: [.divider], isOpen: true)),
        .table(
            Table(
                title: milk,
                rows: [Table.Row(cells: [Table.Cell(text: milk, columnSpan: 2), Table.Cell(text: nil)])],
                isBordered: true)),
        .cover(.divider),
        .media(Media(kind: .photo, id: 1, caption: caption, link: Media.Link(url: "u", webpage: 1))),
        .media(Media(kind: .video, id: 1, caption: caption, loops: true)), .media(Media(kind: .audio, id: 1)),
        .embed(Embed(url: "u", html: "h", poster: 1, width: 1, height: 1, caption: caption)),
        .embedPost(EmbedPost(url: "u", webpage: 1, authorPhoto: 1, author: "a", blocks: [.divider])),
        .gallery(Gallery(arrangement: .slideshow, items: [.divider], caption: caption)),
        .map(Map(latitude: 1, longitude: 2, accuracyRadius: 3, zoom: 4, width: 5, height: 6)),
        .relatedArticles(title: milk, [RelatedArticle(url: "u", title: "t", summary: "s", photo: 1, seconds: 2)]),
    ]
}
