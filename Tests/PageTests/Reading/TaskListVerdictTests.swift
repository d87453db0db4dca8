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
    static let disputed: [String: (verdict: String, reason: Reason)] = [
        "tab after ]": ("[ ]", .tabIsWhiteSpace),
        "tab in brackets": ("item", .markIsOneOfThree),
        "empty item trailing space": ("[ ]", .emptyTaskIsTask),
        "empty item no trailing space": ("[ ]", .emptyTaskIsTask),
        "empty checked item": ("[x]", .emptyTaskIsTask),
        "empty item at EOF no newline": ("[ ]", .emptyTaskIsTask),
        "empty item then text item": ("[ ],[ ]", .emptyTaskIsTask),
        "empty item, text on next line": ("[ ]", .emptyTaskIsTask),
        "marker on line after bullet": ("item", .boxStandsBehindMarker),
        "marker after blank": ("item", .boxStandsBehindMarker),
        "nested same line": ("item,[ ]", .innerItemsCount),
        "nested task on one line": ("[ ]", .markComesFromTheBox),
        "bq": ("[ ]", .quotedItemsCount),
        "bq no space": ("[x]", .quotedItemsCount),
        "bq lazy": ("[ ],[x]", .quotedItemsCount),
        "bq in bq": ("[x]", .quotedItemsCount),
        "ordered 2 after para": ("-", .startMustBeOne),
        "2nd para starts [x]": ("item", .laterParagraphsHaveNoBox),
        "ref link": ("[x]", .boxBeforeReference),
        "second [x] later in line": ("[ ]", .markComesFromTheBox),
        "[x] in code later": ("[ ]", .markComesFromTheBox),
        "double marker": ("[ ]", .markComesFromTheBox),
        "html after": ("item", .textNeedsSpace),
        "entity &#91;": ("item", .escapesAreText),
        "CR only": ("[ ],[x]", .carriageReturnEndsLine),
        "mixed": ("[ ],[x],[x],[ ]", .carriageReturnEndsLine),
        "NEL": ("[ ]", .onlyLineEndsEndLines),
        "LS U+2028": ("[ ]", .onlyLineEndsEndLines),
        "VT": ("[ ]", .onlyLineEndsEndLines),
        "FF": ("[ ]", .onlyLineEndsEndLines),
        "CRLF empty": ("[ ],[x]", .emptyTaskIsTask),
        "BOM": ("[ ]", .byteOrderMarkIsNoText),
        "FF after ]": ("item", .onlyBlanksSeparate),
        "VT after ]": ("item", .onlyBlanksSeparate),
        "VT in brackets": ("item", .markIsOneOfThree),
    ]

    @Test("As the table and the reasons have it")
    func verdicts() throws {
        let cases = try TaskListCases.all()
        #expect(cases.count == 144)
        for row in cases {
            let verdict = Self.verdict(on: try MarkdownPage(parsing: row.input).document)
            if row.agree {
                // What all say is in the column of any of them.
                #expect(verdict == row.md4c, "\(row.name)")
            } else {
                let ours = try #require(Self.disputed[row.name], "\(row.name) is disputed and needs a reason")
                #expect(verdict == ours.verdict, "\(row.name): \(ours.reason.rawValue)")
            }
        }
        #expect(Self.disputed.count == cases.filter { !$0.agree }.count)
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
