/// The policy under which nothing is lost: a note's body is a pure function of the *set* of its events.
///
/// The events are replayed in their total order (``EventOrder``), which extends "happened before". Each is read
/// against what its author had seen, which the parents of the events tell:
///
/// - **Lines** form a sequence. A new line keeps the places it was put between, among lines, deleted lines and moved
///   lines' old places that its author had seen; concurrent lines of one place are ordered as in FugueMax (Weidner and
///   Kleppmann 2023), so that two people's runs of lines never interleave.
/// - **Mark, prefix, text and ending** of a line are registers: what is greatest in the total order stands.
/// - **Deleting** takes back the texts of the line that its author had seen. A text that somebody wrote concurrently
///   brings the line back; a concurrent tick does not.
///
/// An event that had seen all earlier ones, and that all later ones have seen, is a *critical version* (Gentle and
/// Kleppmann 2025): what lies before it needs no trace of how it came about. A history without concurrency consists of
/// them only, and merging it is just applying its edits.
public enum LineMerge {}
