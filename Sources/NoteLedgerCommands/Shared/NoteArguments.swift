import CommandLineKit

/// The arguments that many commands have.
package enum NoteArguments {
    package static let store = Argument.option(
        "store", "DIR", .folder, "the folder of the store, instead of $NOTELEDGER_STORE or the XDG data folder")

    package static let note = Argument.operand(
        "NOTE", .note, "the note: its id, a unique beginning of it, or its title")
    package static let optionalNote = Argument.optionalOperand(
        "NOTE", .note, "only this note: its id, a unique beginning of it, or its title")
    package static let notes = Argument.operands(
        "NOTE", .note, "the notes: ids, unique beginnings of them, or titles")

    package static let line = Argument.operand(
        "LINE", .line, "the line: its number as “show” prints it, its id, or a part of its text")
    package static let lines = Argument.operands(
        "LINE", .line, "the lines: numbers, ranges such as 7-9, ids, or parts of their text")

    package static let at = Argument.option(
        "at", "POSITION|TIME", .moment, "as it was at that position of the log, or at that time")

    package static let yes = Argument.flag("yes", short: "y", "do not ask")
    package static let reason = Argument.option(
        "message", short: "m", "REASON", .text, "why it is done; kept with the event, and shown by “log” and “why”")
    package static let version = Argument.option(
        "if-version", "N", .integer(0...Int.max), "refuse unless the note has that many events")
}
