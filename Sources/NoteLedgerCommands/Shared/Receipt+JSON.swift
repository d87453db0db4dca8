import CommandLineKit
import NoteLedger

extension Receipt {
    /// What became of an action, for programs.
    var json: JSON {
        .members([
            "outcome": .string(outcome.word), "note": .string(note.description),
            "event": .optional(event?.description), "position": .int(position), "version": .int(version),
            "lines": .int(lineCount),
        ])
    }
}

extension Receipt.Outcome {
    var word: String {
        switch self {
        case .recorded: "recorded"
        case .alreadyRecorded: "already-recorded"
        case .unchanged: "unchanged"
        case .stale: "stale"
        }
    }
}
