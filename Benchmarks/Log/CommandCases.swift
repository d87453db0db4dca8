import Measuring
import Events
import NoteLedger

/// One tick in a very long note: in the library and as a command.
struct CommandCases {
    let report: Report
    let folder: WorkFolder

    private static let bytes = 10_000_000

    func run() throws {
        try measureToggle()
        try measureToggleAfterMerge()
    }

    private func measureToggle() throws {
        report.progress("a note of 10 MB")
        let path = folder.next("large")
        let bytes = Self.bytes
        let id: NoteID
        do {
            let ledger = try Ledger.open(at: path)
            var note = try ToggledNote(in: ledger, rows: bytes / 50, rowBytes: 50)
            id = note.note
            let samples = try Samples(report.isQuick ? 50 : 200) { _ in try ledger.perform([note.toggle()]) }
            report.add("toggle", bytes: bytes, "ours", samples)
        }
        try measureToggles(of: id, in: path, "“toggle” of a 10 MB note")
    }

    /// A file of 10 MB that was taken in is ticked here and changed there, and taken in again: both is merged.
    private func measureToggleAfterMerge() throws {
        report.progress("a note of 10 MB, imported again")
        let (store, source) = (folder.next("imported"), folder.next("source", isFolder: true))
        let rows = (0..<Self.bytes / 50).map { "- [ ] item \($0) \(String(repeating: "x", count: 34))\n" }.joined()
        func importing(_ text: String) throws {
            _ = writeFile(source + "/list.md", text)
            try Command.run(["import", source, "--store", store])
        }
        try importing(rows)
        let id: NoteID
        do {
            var options = Ledger.Options()
            options.durability = .unsafeNoSync
            let ledger = try Ledger.open(at: store, options: options)
            guard let note = try ledger.notes().first?.id else { return }
            id = note
            let lines = try ledger.note(note).document.lines.map(\.id)
            let ticks = (0..<5000).map { NoteCommand(.toggle(lines[$0 * 37], to: true), on: note) }
            for tick in ticks { try ledger.perform([tick]) }
        }
        try importing(rows + "- [ ] one more\n")
        try measureToggles(of: id, in: store, "“toggle” after a merge")
    }

    private func measureToggles(of note: NoteID, in store: String, _ name: String) throws {
        var line = 1
        try Command.measure(
            report, name, rounds: report.isQuick ? 20 : 100,
            ["toggle", note.description, "\({ line += 997; return line }())", "--store", store])
    }
}
