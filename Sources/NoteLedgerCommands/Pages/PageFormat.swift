import CommandLineKit
import Page

/// What a page is read from.
enum PageSource: String, CaseIterable, Sendable {
    case markdown
    case html
    case kv
    case flatbuffers
    case tl

    /// The page that the bytes hold.
    func read(_ bytes: [UInt8], bareTasks: Bool) throws -> PageDocument {
        switch self {
        case .markdown:
            try MarkdownPage(parsing: bytes, options: MarkdownOptions(readsBareTasks: bareTasks)).document
        case .html: PageDocument(html: bytes)
        case .kv: try WireFormat.keyValue.decode(bytes)
        case .flatbuffers: try WireFormat.flatBuffers.decode(bytes)
        case .tl: try WireFormat.tl.decode(bytes)
        }
    }
}

/// What a page is written as.
enum PageTarget: String, CaseIterable, Sendable {
    case markdown
    case html
    case kv
    case flatbuffers
    case tl
    case page
    case preview

    /// The format, where it is one of bytes that are no text.
    var wireFormat: WireFormat? { WireFormat(rawValue: rawValue) }

    func write(_ page: PageDocument) throws -> [UInt8] {
        if let wireFormat { return try wireFormat.encode(page) }
        switch self {
        case .html: return Array(page.html.utf8)
        case .page: return Array(PageOutline(of: page).lines.map { $0 + "\n" }.joined().utf8)
        case .preview: return Array((PreviewText.of(page, layout: .multiLine) + "\n").utf8)
        default: return page.markdownBytes
        }
    }
}

extension PageCodecError: CommandFailureConvertible {
    package var commandFailure: CommandFailure {
        .badData(
            "This is no page: \(message) (\(kind.rawValue), at byte \(offset)).",
            hint: "--from says what the bytes are; the format may be another one.")
    }
}

extension MarkdownError: CommandFailureConvertible {
    package var commandFailure: CommandFailure { .badData("This cannot be read as a page.", hint: hint) }
}
