import CommandLineKit
import DataFormats
import Events
import NoteLedger

/// A note of a list with what it carries, where that is asked for.
struct ListedNote {
    var summary: NoteSummary
    var labels: [String] = []
    /// The day that it is due, as it was written down.
    var due: String?

    init(_ summary: NoteSummary) { self.summary = summary }

    init(_ summary: NoteSummary, in ledger: Ledger, at moment: Moment?) throws {
        self.summary = summary
        let attributes = try ledger.attributes(of: summary.id, at: moment)
        labels = attributes.values(of: "label").map { String(decoding: $0, as: UTF8.self) }
        due = attributes.values(of: "due").first.map { String(decoding: $0, as: UTF8.self) }
    }

    func has(_ label: String) -> Bool { labels.contains { $0.lowercased() == label.lowercased() } }
}

extension Call {
    /// The notes that all the labels fit; a label that no note has is an error.
    func filter(_ notes: [ListedNote], by wanted: [String]) throws -> [ListedNote] {
        for label in wanted where !notes.contains(where: { $0.has(label) }) {
            let known = Set(notes.flatMap(\.labels))
            let near = Spelling.nearest(to: label, among: known.sorted()).map { "Did you mean “\($0.forTerminal)”?" }
            throw CommandFailure.notFound(
                "No note has the label “\(label.forTerminal)”.",
                hint: near ?? "“noteledger list --long” shows the labels there are.")
        }
        return notes.filter { note in wanted.allSatisfy { note.has($0) } }
    }
}

/// A due date, and how it stands to today.
struct DueDate: Comparable {
    /// `2026-12-24`.
    var text: String

    /// The day that stands in a row: `due:2026-12-24` as todo.txt writes it, or `📅 2026-12-24` as Obsidian does.
    init?(in text: String) {
        for mark in ["due:", "📅 ", "📅"] {
            guard let range = text.range(ofFirst: mark) else { continue }
            let day = String(text[range...].prefix(10))
            if Self.isDay(day) {
                self.text = day
                return
            }
        }
        return nil
    }

    init?(_ text: String?) {
        guard let text, Self.isDay(String(text.prefix(10))) else { return nil }
        self.text = String(text.prefix(10))
    }

    private static func isDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return false }
        return CivilDate(year: year, month: month, day: day) != nil
    }

    static func < (left: DueDate, right: DueDate) -> Bool { left.text < right.text }
}

extension String {
    /// Where what follows on the first such text begins.
    fileprivate func range(ofFirst mark: String) -> String.Index? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(mark) { return self.index(index, offsetBy: mark.count) }
            index = self.index(after: index)
        }
        return nil
    }
}
