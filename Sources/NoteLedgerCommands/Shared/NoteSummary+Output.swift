import CommandLineKit
import DataFormats
import NoteLedger

extension NoteSummary {
    /// The note as a list gives it to programs.
    var json: JSON {
        [
            "id": .string(id.description), "title": .string(title), "trashed": .bool(isTrashed),
            "version": .int(version), "position": .int(position),
            "created": .string(ISO8601.utc(milliseconds: Int64(created))),
            "modified": .string(ISO8601.utc(milliseconds: Int64(modified))), "lines": .int(lineCount),
            "checkboxes": .int(checkboxCount), "ticked": .int(tickedCount), "bytes": .int(byteCount),
            "preview": .string(preview),
        ]
    }

    /// How many rows are ticked: `2/5`, nothing where there are none.
    var tally: String { checkboxCount == 0 ? "" : "\(tickedCount)/\(checkboxCount)" }
}

extension [NoteSummary] {
    /// How many digits tell all of them apart; eight at least.
    var shortIDLength: Int {
        let sorted = map { $0.id.description }.sorted()
        let shared = zip(sorted, sorted.dropFirst()).map { left, right in
            zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
        }
        return Swift.max(8, (shared.max() ?? 0) + 1)
    }
}

extension [ListedNote] {
    /// Prints a table for people, or a line of JSON each.
    ///
    /// - Parameter isLong: whether with labels and due dates.
    func print(isLong: Bool, for call: Call) throws {
        guard !call.wantsJSON else {
            for note in self {
                let more: KeyValuePairs<String, JSON> = [
                    "labels": .array(note.labels.map(JSON.string)), "due": .optional(note.due),
                ]
                try call.output.line(isLong ? note.summary.json.adding(more) : note.summary.json)
            }
            return
        }
        var table = Table(
            [
                .init("ID", style: .faint), .init("ROWS", isNumber: true, dropRank: 1), .init("CHANGED", dropRank: 3),
            ] + (isLong ? [.init("DUE", style: .warning, dropRank: 2), .init("LABELS", dropRank: 4)] : [])
                + [.init("TITLE", style: .name, isFlexible: true)])
        let length = map(\.summary).shortIDLength
        let times = call.surroundings.timeText
        for note in self {
            let summary = note.summary
            table.add(
                [
                    String(summary.id.description.prefix(length)), summary.tally, times.local(Int64(summary.modified)),
                ] + (isLong ? [note.due ?? "", note.labels.joined(separator: ", ")] : [])
                    + [summary.title + (summary.isTrashed ? " (in the trash)" : "")])
        }
        try table.print(to: call.output)
    }
}
