import Checklist
import Events

extension LineMerge {
    /// The stretch of a history since its last critical version, replayed in total order, with what merging
    /// concurrent events needs to know about its lines.
    ///
    /// Lines that stood at the critical version need nothing until an event touches them. A new line, and a line's new
    /// place after a move, gets a *slot* in the *gap* behind the line of the critical version that it comes after; the
    /// places of deleted and moved lines remain, so that concurrent lines find their way.
    struct Window: Sendable {
        /// The index of the first entry of the state that is part of the window.
        let start: Int
        /// The critical version.
        let base: ChecklistDocument
        /// The merged body.
        var document: ChecklistDocument

        var slots: [Slot] = []
        /// The slots behind each line of the critical version, by its index (−1: before the first).
        var gaps: [Int: [Int]] = [:]
        /// What each device inserted last in each gap.
        var newest: [Site: Insertion] = [:]
        /// Lines of the critical version that no longer stand where they stood.
        var vacated: Set<Int> = []
        var lines: [Line] = []
        /// What was set of lines besides their texts and places, in total order: a line that is brought back takes over
        /// what the one who did so had not seen.
        var registers: [(event: EventID, edit: LineEdit)] = []
        var lineIndices: [LineID: Int] = [:]
        /// Numbers the searches for a slot's place, so that what one of them visited need not be cleaned up.
        var search: UInt32 = 0

        init(start: Int, document: ChecklistDocument) {
            self.start = start
            base = document
            self.document = document
        }
    }

    /// A gap as one device fills it.
    struct Site: Hashable, Sendable {
        var gap: Int
        var device: DeviceID
    }

    /// What an event inserted in a gap: consecutive lines, between which origins, and what its author had seen of others.
    struct Insertion: Sendable {
        var slots: Range<Int>
        var left: Place
        var right: Int?
        var others: VersionVector
    }

    /// A place among the lines: of a line of the critical version (−1: the start), or a slot.
    enum Place: Hashable, Sendable {
        case base(Int)
        case slot(Int)
    }

    /// A place that a line got within the window.
    struct Slot: Sendable {
        var line: Int
        var made: EventOrder
        /// The place it was put behind, and the next one that its author had seen (nil: the end of the gap).
        var left: Place
        var right: Int?
        /// The line of the critical version whose gap it is in.
        var gap: Int
        /// About where in the gap it stands.
        var hint: Int
        /// Whether its line is there, and alive.
        var isOccupied = true
        var visited: UInt32 = 0
        /// Events whose authors had not seen it, but took its line for theirs.
        var adoptedBy: [EventID] = []

        /// Whether the author of an event saw a line here.
        func isKnown(to seen: CausalPast) -> Bool {
            seen.contains(made.id) || adoptedBy.contains(where: seen.contains)
        }
    }

    /// A line that an event of the window made, moved, rewrote or deleted.
    struct Line: Sendable {
        let id: LineID
        /// Its index at the critical version, if it stood there.
        let base: Int?
        /// Its places within the window, the newest last.
        var slots: [Int] = []
        /// The texts it was given, in total order. It is there as long as one of them has not been taken back.
        var texts: [Text]
        /// While it is deleted: the line, as a document of its own.
        var grave: ChecklistDocument?

        var isAlive: Bool { grave == nil }
        var place: Place? { slots.last.map { .slot($0) } ?? base.map { .base($0) } }
        /// The greatest text that stands.
        var standing: Text? { texts.last { $0.takenBackBy.isEmpty } }

        /// Whether the author of an event saw the line.
        func isVisible(to seen: CausalPast) -> Bool {
            texts.contains { text in
                text.isKnown(to: seen) && !text.takenBackBy.contains(where: seen.contains)
            }
        }
    }

    /// A text that an event gave to a line; nil where it is the one the line was made with, which nobody can have
    /// rewritten without having seen it.
    struct Text: Sendable {
        /// The event; nil: it was there at the critical version, and everybody has seen it.
        var event: EventID?
        var bytes: [UInt8]?
        /// The deletes whose authors had seen it.
        var takenBackBy: [EventID] = []
        /// Events whose authors had not seen it, but took the line for theirs when it said this.
        var adoptedBy: [EventID] = []

        /// Whether the author of an event saw it.
        func isKnown(to seen: CausalPast) -> Bool {
            (event.map(seen.contains) ?? true) || adoptedBy.contains(where: seen.contains)
        }
    }
}
