import Checklist

/// A part of a note as its page shows it: a row that can be ticked, or the prose between two rows.
enum Section: Hashable, Sendable {
    case row(Row)
    case prose(Prose)

    /// What names the part on the page: its first line.
    var key: LineID {
        switch self {
        case .row(let row): row.line
        case .prose(let prose): prose.firstLine
        }
    }
}

/// A checklist row.
struct Row: Hashable, Sendable {
    var line: LineID
    var state: CheckboxState
    /// How deep it is nested, from 0.
    var level: Int
    /// Its own number, as it is written: `3.`; empty for a bullet or a bare box.
    var number: String
    /// Its text, read as inline Markdown, as HTML.
    var html: String
    /// Its text without markup, for messages.
    var plainText: String
    /// Whether a block of rows ends with it, so that an item can be added below.
    var endsBlock: Bool
}

/// What stands between rows, read as the page model reads it.
struct Prose: Hashable, Sendable {
    var firstLine: LineID
    var html: String
}
