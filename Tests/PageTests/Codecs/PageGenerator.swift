import Page
import TestSupport

/// Makes pages of every kind of block and text, the same for the same seed.
struct PageGenerator {
    private var random: SeededGenerator
    private var budget = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// A page of up to about that many blocks and texts, nested at most `depth` deep.
    mutating func page(size: Int = 60, depth: Int = 5) -> PageDocument {
        budget = size
        return PageDocument(blocks: blocks(depth: depth))
    }

    private mutating func blocks(depth: Int) -> [Block] {
        many(0...6) { $0.block(depth: depth) }
    }

    private mutating func many<Element>(
        _ range: ClosedRange<Int>, _ make: (inout PageGenerator) -> Element
    ) -> [Element] {
        let count = min(Int.random(in: range, using: &random), max(budget, 0))
        budget -= count
        return (0..<count).map { _ in make(&self) }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func maybe<Value>(_ make: (inout PageGenerator) -> Value) -> Value? {
        chance(50) ? make(&self) : nil
    }

    // MARK: Blocks

    private mutating func block(depth: Int) -> Block {
        // Lists are what pages are about, so they come more often.
        if depth > 0, chance(35) { return .list(list(depth: depth - 1)) }
        switch Int.random(in: 0...(depth > 0 ? 25 : 18), using: &random) {
        case 0: return .unsupported
        case 1: return .title(text())
        case 2: return .subtitle(text())
        case 3: return .authorDate(author: text(), seconds: int32())
        case 4: return .header(text())
        case 5: return .subheader(text())
        case 6: return .heading(text(), level: Int.random(in: 1...6, using: &random))
        case 7: return .paragraph(text())
        case 8: return .preformatted(text(), language: string())
        case 9: return .footer(text())
        case 10: return .divider
        case 11: return .anchor(string())
        case 12: return .pullQuote(text(), caption: text())
        case 13: return .kicker(text())
        case 14: return .thinking(text())
        case 15: return .math(string())
        case 16: return .table(table())
        case 17: return .media(media())
        case 18: return .embed(embed())
        case 19: return .map(map())
        case 20: return .relatedArticles(title: text(), many(0...3) { $0.article() })
        case 21: return .cover(block(depth: depth - 1))
        case 22: return .blockQuote(quote(depth: depth - 1))
        case 23:
            return .details(Details(title: text(), blocks: blocks(depth: depth - 1), isOpen: chance(50)))
        case 24:
            return .gallery(
                Gallery(
                    arrangement: chance(50) ? .collage : .slideshow, items: blocks(depth: depth - 1),
                    caption: caption()))
        default:
            return .embedPost(
                EmbedPost(
                    url: string(), webpage: reference(), authorPhoto: reference(), author: string(),
                    seconds: int32(), blocks: blocks(depth: depth - 1), caption: caption()))
        }
    }

    private mutating func list(depth: Int) -> ItemList {
        ItemList(
            items: many(0...6) { $0.item(depth: depth) }, isOrdered: chance(50), start: maybe { $0.int32() },
            isReversed: chance(20), numbering: maybe { $0.string() })
    }

    private mutating func item(depth: Int) -> ListItem {
        let number = maybe { chance in String(Int.random(in: 0...1200, using: &chance.random)) }
        let checked = maybe { $0.chance(50) }
        switch Int.random(in: 0...9, using: &random) {
        case 0: return .unknown
        case 1...6: return .text(text(), number: number, checked: checked)
        default: return .blocks(blocks(depth: depth), number: number, checked: checked)
        }
    }

    private mutating func quote(depth: Int) -> Quote {
        let blocks = chance(50) ? [.paragraph(text())] : blocks(depth: depth)
        return Quote(blocks: blocks, caption: text(), isCollapsed: chance(50))
    }

    private mutating func table() -> Table {
        let rows = many(0...4) { generator in Table.Row(cells: generator.many(0...4) { $0.cell() }) }
        return Table(
            title: text(), rows: rows, isBordered: chance(50), isStriped: chance(50), isCompact: chance(50))
    }

    private mutating func cell() -> Table.Cell {
        Table.Cell(
            text: maybe { $0.text() }, isHeader: chance(50), alignment: .allCases.randomElement(using: &random)!,
            verticalAlignment: .allCases.randomElement(using: &random)!, columnSpan: maybe { $0.span() },
            rowSpan: maybe { $0.span() })
    }

    private mutating func span() -> Int32 { Int32.random(in: 0...3, using: &random) }

    // MARK: What is kept elsewhere

    private mutating func caption() -> Caption { Caption(text: text(), credit: text()) }

    private mutating func media() -> Media {
        Media(
            kind: .allCases.randomElement(using: &random)!, id: reference(), caption: caption(),
            isSpoiler: chance(50), playsAutomatically: chance(50), loops: chance(50),
            link: maybe { Media.Link(url: $0.string(), webpage: $0.reference()) })
    }

    private mutating func embed() -> Embed {
        Embed(
            url: maybe { $0.string() }, html: maybe { $0.string() }, poster: maybe { $0.reference() },
            width: maybe { $0.int32() }, height: maybe { $0.int32() }, isFullWidth: chance(50),
            allowsScrolling: chance(50), caption: caption())
    }

    private mutating func map() -> Map {
        Map(
            latitude: degrees(90), longitude: degrees(180), accessHash: reference(),
            accuracyRadius: maybe { $0.int32() }, zoom: int32(), width: int32(), height: int32(), caption: caption())
    }

    /// A number with few decimals, since `flatc` prints no more than twelve.
    private mutating func degrees(_ most: Int) -> Double {
        Double(Int.random(in: -most * 1024...most * 1024, using: &random)) / 1024
    }

    private mutating func article() -> RelatedArticle {
        RelatedArticle(
            url: string(), webpage: reference(), title: maybe { $0.string() }, summary: maybe { $0.string() },
            photo: maybe { $0.reference() }, author: maybe { $0.string() }, seconds: maybe { $0.int32() })
    }

    // MARK: Texts

    private mutating func text(depth: Int = 3) -> RichText {
        if depth == 0 || chance(50) { return chance(10) ? .empty : .plain(string()) }
        let inner = depth - 1
        switch Int.random(in: 0...23, using: &random) {
        case 0: return .bold(text(depth: inner))
        case 1: return .italic(text(depth: inner))
        case 2: return .underline(text(depth: inner))
        case 3: return .strikethrough(text(depth: inner))
        case 4: return .fixed(text(depth: inner))
        case 5: return .subscript(text(depth: inner))
        case 6: return .superscript(text(depth: inner))
        case 7: return .marked(text(depth: inner))
        case 8: return .url(text(depth: inner), url: string(), webpage: maybe { $0.mediaID() })
        case 9: return .email(text(depth: inner), email: string())
        case 10: return .phone(text(depth: inner), phone: string())
        case 11: return .anchor(text(depth: inner), name: string())
        case 12: return .image(mediaID(), width: int32(), height: int32())
        case 13: return .spoiler(text(depth: inner))
        case 14: return .math(string())
        case 15: return .customEmoji(reference(), alternative: string())
        case 16, 17: return .entity(entity(), text(depth: inner))
        case 18:
            return .date(
                text(depth: inner), seconds: int32(),
                style: RichText.DateStyle(rawValue: UInt8.random(in: 0...63, using: &random)))
        case 19: return .diff(text(depth: inner), old: text(depth: inner))
        case 20: return .picture(string(), url: string())
        default: return .concat(many(0...4) { $0.text(depth: inner) })
        }
    }

    private mutating func entity() -> RichText.Entity {
        [
            .mention, .user(reference()), .hashtag, .cashtag, .botCommand, .url, .email, .phone, .bankCard,
        ].randomElement(using: &random)!
    }

    private mutating func mediaID() -> MediaID {
        MediaID(namespace: chance(70) ? 0 : int32(), id: reference())
    }

    // MARK: Values

    private mutating func int32() -> Int32 {
        chance(20)
            ? [0, 1, -1, .min, .max].randomElement(using: &random)! : Int32.random(in: -5000...5000, using: &random)
    }

    private mutating func reference() -> Int64 {
        chance(20) ? 0 : Int64.random(in: .min ... .max, using: &random)
    }

    /// Words in several scripts; sometimes none, sometimes long enough for a length of more than one byte.
    private mutating func string() -> String {
        if chance(8) { return "" }
        let words = ["milk", "Käse", "☑︎", "[x]", "1.", "牛乳", "👩‍👩‍👧", "a\nb", "שלום", "\u{0}", "\"\\", "— a —"]
        let count = chance(3) ? Int.random(in: 60...130, using: &random) : Int.random(in: 1...4, using: &random)
        return (0..<count).map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
    }
}
