import Checklist
import DataFormats
import Events
import NoteLedger
import Page

/// A note in the middle of being typed in.
struct Draft: Sendable {
    /// A replacement of a part of the text, in places of the text area.
    struct Splice: Hashable, Sendable {
        var start: TextArea.Place
        var end: TextArea.Place
        var text: String
    }

    /// The text as lines, with the identity that each will have.
    private(set) var document: ChecklistDocument
    /// The same text as a page.
    private(set) var page: MarkdownPage
    private(set) var spliceCount: UInt64 = 0

    /// The event that lines made by a splice belong to while nothing is recorded: one for each splice, since no two
    /// lines may have the same name.
    private var unrecorded: EventID { EventID(device: DeviceID(0), counter: spliceCount + 1) }

    init(of note: Note) {
        document = note.document
        page = Self.read(note.body)
    }

    /// Replaces a part of the text in both.
    ///
    /// - Complexity: As ``ChecklistDocument/replace(_:with:by:)`` and ``MarkdownPage/replace(_:with:)``: what is touched,
    ///   however large the note is.
    mutating func type(_ splice: Splice) {
        let start = TextArea.offset(of: splice.start, in: document)
        let end = max(start, TextArea.offset(of: splice.end, in: document))
        let bytes = TextArea.bytes(of: splice.text, in: document)
        document.replace(start..<end, with: bytes, by: unrecorded)
        do throws(MarkdownError) {
            try page.replace(start..<end, with: bytes)
        } catch {
            page = Self.read(document.bytes)
        }
        spliceCount += 1
    }

    private static func read(_ bytes: [UInt8]) -> MarkdownPage {
        if let page = try? MarkdownPage(parsing: bytes) { return page }
        guard let page = try? MarkdownPage(parsing: []) else { preconditionFailure("an empty note can be read") }
        return page
    }

    /// How the text reads now.
    var json: JSONValue {
        .object([
            JSONValue.Member("splices", .unsigned(spliceCount)),
            JSONValue.Member("bytes", .unsigned(UInt64(document.utf8Count))),
            JSONValue.Member("lines", .unsigned(UInt64(document.lineCount))),
            JSONValue.Member("rows", .unsigned(UInt64(document.checkboxCount))),
            JSONValue.Member("ticked", .unsigned(UInt64(document.tickedCount))),
            JSONValue.Member("blocks", .unsigned(UInt64(page.blockCount))),
        ])
    }
}

extension Draft.Splice {
    /// Reads `[line, column, line, column, text]`.
    init?(json: JSONValue) {
        guard let parts = json.arrayValue, parts.count == 5, let text = parts[4].stringValue else { return nil }
        let numbers = parts[..<4].compactMap { $0.unsignedValue.flatMap { Int(exactly: $0) } }
        guard numbers.count == 4 else { return nil }
        self.init(
            start: TextArea.Place(line: numbers[0], column: numbers[1]),
            end: TextArea.Place(line: numbers[2], column: numbers[3]), text: text)
    }
}
