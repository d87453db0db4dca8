import Measuring
import Events
import NoteLedger

/// One tick in a very long note: in the library and as a command.
struct CommandCases {
    let report: Report
    let folder: WorkFolder

    func run() throws {
        report.progress("a note of 10 MB")
        let path = folder.next("large")
        let bytes = 10_000_000
        let id: NoteID
        do {
            let ledger = try Ledger.open(at: path)
            var note = try ToggledNote(in: ledger, rows: bytes / 50, rowBytes: 50)
            id = note.note
            let samples = try Samples(report.isQuick ? 50 : 200) { _ in try ledger.perform([note.toggle()]) }
            report.add("toggle", bytes: bytes, "ours", samples)
        }
        var line = 1
        try Command.measure(
            report, "“toggle” of a 10 MB note", rounds: report.isQuick ? 20 : 100,
            ["toggle", id.description, "\({ line += 997; return line }())", "--store", path])
    }
}
