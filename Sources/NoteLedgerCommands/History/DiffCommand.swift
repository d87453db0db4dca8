import Checklist
import CommandLineKit
import NoteLedger

/// `diff`: what changed in a note.
enum DiffCommand: Command {
    static let name = "diff"
    static let page = CommandPage(
        summary: "show what changed in a note, or in all, from one moment to another",
        details: [
            "Without A it is the newest event of the note that is shown; without B, the note as it is. Lines are told apart "
                + "by identity, not by likeness: a line that was rewritten is one line that changed, and one that moved "
                + "is shown as moved."
        ],
        examples: [
            Example("noteledger diff Groceries", "what the newest event did"),
            Example("noteledger diff Groceries yesterday", "since yesterday was over"),
            Example("noteledger diff Groceries 2 5", "from position 2 to position 5 of the log"),
            Example("noteledger diff Groceries --at 2", "what the newest event did, as things were at position 2"),
            Example("noteledger diff --since 3", "all notes, since position 3"),
        ],
        arguments: [NoteArguments.optionalNote, from, to, all, since, NoteArguments.at],
        otherWords: ["compare", "changes"])

    static let from = Argument.optionalOperand("A", .moment, "the first moment: a position or a time")
    static let to = Argument.optionalOperand("B", .moment, "the second moment: a position or a time")
    static let since = Argument.option(
        "since", "A", .moment, "the first moment, in place of A; without NOTE, of all notes")
    static let all = Argument.flag("all", short: "a", "also the lines that stay")

    static func run(_ call: Call) throws -> ExitCode {
        let (from, all) = (try call[from] ?? call[since], try call[all])
        let (second, moment) = (try call[to], try call[NoteArguments.at])
        guard second == nil || moment == nil else {
            throw CommandFailure.usage("B and --at say the same thing.", hint: "Leave one of them out.")
        }
        let to = second ?? moment
        let ledger = try call.openToRead()
        defer { ledger.close() }
        try ledger.check(from)
        try ledger.check(to)
        guard let reference = try call[NoteArguments.optionalNote] else {
            guard let from else { throw CommandFailure.usage("NOTE is missing, or --since.") }
            return try printAll(of: ledger, from: from, to: to, all, call)
        }
        let note = try call.note(reference, in: ledger)
        let newest = try to == nil ? note.position : ledger.note(note.id, at: to).position
        let first = from ?? .position(newest - 1)
        let difference = try ledger.diff(note.id, from: first, to: to)
        try print(difference, all, call)
        if difference.isEmpty, !call.wantsJSON { call.messages.note("Nothing changed.") }
        return .done
    }

    /// What changed in each note, under its title.
    private static func printAll(
        of ledger: Ledger, from: Moment, to: Moment?, _ all: Bool, _ call: Call
    ) throws -> ExitCode {
        var isEmpty = true
        for note in try ledger.notes(at: to) {
            let difference = try ledger.diff(note.id, from: from, to: to)
            if difference.isEmpty { continue }
            isEmpty = false
            if call.wantsJSON {
                try call.output.line(["note": .string(note.id.description), "title": .string(note.title)] as JSON)
            } else {
                try call.output.line(call.output.styled(note.title.forTerminal, .name))
            }
            try print(difference, all, call)
        }
        if isEmpty, !call.wantsJSON { call.messages.note("Nothing changed.") }
        return .done
    }

    private static func print(_ difference: NoteDifference, _ all: Bool, _ call: Call) throws {
        if call.wantsJSON {
            if let title = difference.title {
                try call.output.line(
                    ["change": "title", "before": .string(title.before), "after": .string(title.after)] as JSON)
            }
            if let flag = difference.isTrashed {
                try call.output.line(
                    ["change": "trashed", "before": .bool(flag.before), "after": .bool(flag.after)] as JSON)
            }
            for attribute in difference.attributes { try call.output.line(attribute.json) }
            for line in difference.lines where all || !line.isKept { try call.output.line(line.json) }
            return
        }
        if let title = difference.title {
            try call.output.line("title: “\(title.before.forTerminal)” → “\(title.after.forTerminal)”")
        }
        if let flag = difference.isTrashed {
            try call.output.line(flag.after ? "put in the trash" : "taken out of the trash")
        }
        for attribute in difference.attributes { try call.output.line(attribute.sentence.forTerminal) }
        for line in difference.lines where all || !line.isKept { try print(line, call.output) }
    }

    private static func print(_ line: NoteDifference.Line, _ output: Output) throws {
        switch line {
        case .kept(_, let bytes): try output.line("  " + shown(bytes))
        case .added(_, let bytes): try output.line(output.styled("+ " + shown(bytes), .added))
        case .removed(_, let bytes): try output.line(output.styled("- " + shown(bytes), .removed))
        case .changed(_, let before, let after):
            try output.line(output.styled("- " + shown(before), .removed))
            try output.line(output.styled("+ " + shown(after), .added))
        case .moved(_, let before, let after):
            if before != after { try output.line(output.styled("- " + shown(before), .removed)) }
            try output.line(output.styled("> " + shown(after), .warning))
        }
    }

    /// A line without its ending; an ending that is not LF is seen as what it is.
    private static func shown(_ bytes: [UInt8]) -> String {
        let content = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
        return String(decoding: content, as: UTF8.self).forTerminal
    }
}

extension NoteDifference.Attribute {
    var json: JSON {
        [
            "change": "attribute", "name": .string(name), "before": .array(values.before.map(JSON.bytes)),
            "after": .array(values.after.map(JSON.bytes)),
        ]
    }
}

extension NoteDifference.Line {
    var isKept: Bool {
        if case .kept = self { true } else { false }
    }

    var json: JSON {
        switch self {
        case .kept(let id, let bytes): Self.json("kept", id, bytes, bytes)
        case .changed(let id, let before, let after): Self.json("changed", id, before, after)
        case .added(let id, let bytes): Self.json("added", id, nil, bytes)
        case .removed(let id, let bytes): Self.json("removed", id, bytes, nil)
        case .moved(let id, let before, let after): Self.json("moved", id, before, after)
        }
    }

    private static func json(_ change: String, _ id: LineID, _ before: [UInt8]?, _ after: [UInt8]?) -> JSON {
        .members([
            "change": .string(change), "line": .string(id.description), "before": before.map(JSON.bytes) ?? .null,
            "after": after.map(JSON.bytes) ?? .null,
        ])
    }
}
