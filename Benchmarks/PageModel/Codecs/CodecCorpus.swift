import FoundationEssentials
import Measuring
import Page

/// A page to encode and decode.
struct CodecCorpus {
    var name: String
    var page: PageDocument

    /// A made-up page, the notes of the vault that comes with the project as one page, and a page for each file.
    static func all(sections: Int, files: [String]) -> [CodecCorpus] {
        let named = files.compactMap { path in
            readFile(path).flatMap { CodecCorpus(name: URL(filePath: path).lastPathComponent, notes: [$0]) }
        }
        let vault = CodecCorpus(name: "vault", notes: vaultNotes())
        return [CodecCorpus(name: "made", page: page(sections: sections))] + [vault].compactMap { $0 } + named
    }

    private init(name: String, page: PageDocument) {
        self.name = name
        self.page = page
    }

    /// The blocks of all the notes; nil if there are none.
    private init?(name: String, notes: [[UInt8]]) {
        let options = MarkdownOptions(readsBareTasks: true)
        let blocks = notes.flatMap { (try? MarkdownPage(parsing: $0, options: options).document.blocks) ?? [] }
        guard !blocks.isEmpty else { return nil }
        self.init(name: name, page: PageDocument(blocks: blocks))
    }

    /// The notes in `docs/samples/vault`.
    private static func vaultNotes() -> [[UInt8]] {
        let vault = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/samples/vault").path
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: vault)) ?? []
        return paths.sorted().filter { $0.hasSuffix(".md") }.compactMap { readFile("\(vault)/\($0)") }
    }

    // MARK: - A page as checklist notes make them

    /// Headings, paragraphs with some style, lists with numbers and checkboxes: so many sections, each of about 1.2 kB of text.
    private static func page(sections: Int) -> PageDocument {
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
