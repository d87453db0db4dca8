import Page
import TestSupport
import Testing

@Suite("Notes of many loose items and short quotations")
struct LooseNotesTests {
    /// A block with its source: short, with empty lines within or after it, in all sizes, so that no stretch of the note is spared.
    private static func piece(_ generator: inout SeededGenerator) -> (source: String, item: ListItem) {
        func word() -> String {
            String(repeating: "w", count: Int.random(in: 1...9, using: &generator))
        }
        let (first, second) = (word(), word())
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return ("- \(first)\n\n", .text(.plain(first), number: nil, checked: nil))
        case 1:
            return (
                "- [ ] \(first)\n\n  \(second)\n\n",
                .blocks([.paragraph(.plain(first)), .paragraph(.plain(second))], number: nil, checked: false)
            )
        default:
            return (
                "- [x] \(first)\n\n  > \(second)\n\n",
                .blocks(
                    [.paragraph(.plain(first)), .blockQuote(Quote(blocks: [.paragraph(.plain(second))]))], number: nil,
                    checked: true)
            )
        }
    }

    @Test("loose items are all read, wherever they stand", arguments: [1, 2, 3] as [UInt64])
    func items(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = (0..<8000).map { _ in Self.piece(&generator) }
        let page = try MarkdownPage(parsing: pieces.map(\.source).joined())
        #expect(page.document == PageDocument(blocks: [.list(ItemList(items: pieces.map(\.item)))]))
    }

    @Test("short quotations are all read, wherever they stand", arguments: [1, 2, 3] as [UInt64])
    func quotations(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let words = (0..<8000).map { _ in String(repeating: "w", count: Int.random(in: 1...9, using: &generator)) }
        let page = try MarkdownPage(parsing: words.map { "> \($0)\n\n" }.joined())
        #expect(page.document.blocks == words.map { .blockQuote(Quote(blocks: [.paragraph(.plain($0))])) })
    }
}
