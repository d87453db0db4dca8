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

    /// Prints a table for people, or a line of JSON each.
    func print(for call: Call) throws {
        guard !call.wantsJSON else {
            for note in self { try call.output.line(note.json) }
            return
        }
        var table = Table([
            .init("ID", style: .faint), .init("ROWS", isNumber: true), .init("CHANGED"),
            .init("TITLE", style: .name, isFlexible: true),
        ])
        let length = shortIDLength
        let times = call.surroundings.timeText
        for note in self {
            table.add([
                String(note.id.description.prefix(length)), note.tally, times.local(Int64(note.modified)),
                note.title + (note.isTrashed ? " (in the trash)" : ""),
            ])
        }
        try table.print(to: call.output)
    }
}
