/// What an event does to the lines of a note, by id: the effect that is recorded with the intent.
///
/// A line's bytes are `prefix ‖ text ‖ ending`. The prefix is what makes its form: indent, bullet or number, box and the
/// white space after each; the mark is the one byte between the brackets of the box. Which bytes are prefix follows
/// from the line's own bytes alone, whatever stands around it.
///
/// Edits of one event that make lines number them on: the first made line has index 0.
public enum LineEdit: Hashable, Sendable {
    /// Sets the byte between the brackets. Stale unless the line is a checkbox.
    case mark(LineID, to: UInt8)
    /// Sets the bytes before the text; the mark of a box stays what it is unless the prefix brings or removes the box.
    case prefix(LineID, to: [UInt8])
    /// Sets the bytes between prefix and ending.
    case text(LineID, to: [UInt8])
    /// Sets the line ending: empty, LF, CRLF or CR.
    case ending(LineID, to: [UInt8])
    /// New lines, cut from `bytes` at their line endings, between two that the author saw as neighbours
    /// (nil: start or end of the note).
    case insert(after: LineID?, before: LineID?, bytes: [UInt8])
    /// Removes lines.
    case delete([LineRun])
    /// Brings a removed line back under its old id, with the bytes given, after `after`.
    case restore(LineID, after: LineID?, bytes: [UInt8])
    /// Moves a line after another one (nil: to the start), keeping id and bytes.
    case move(LineID, after: LineID?)
}
