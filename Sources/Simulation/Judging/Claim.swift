import Checklist
import Events
import Merging

/// One thing that an act set: a property of a line, or of the note.
struct Claim: Hashable, Sendable {
    /// What can be set.
    enum Property: Hashable, Sendable {
        /// Whether a row is ticked; a custom mark is a state of its own.
        case mark(CheckboxState)
        /// The form of the line: its prefix, with an open box if it has one.
        case prefix([UInt8])
        /// The text as it was written; what of it reads as a prefix counts too.
        case text([UInt8])
        /// The line was made, or brought back, with this text.
        case presence([UInt8])
        case absence
        case place(after: LineID?)
        case title(String)
        case trash(Bool)
        /// All values under a name.
        case attribute(String, [[UInt8]])
    }

    /// What kind of thing is set, for telling claims of one act on one line apart.
    var kind: Int {
        switch property {
        case .mark: 0
        case .prefix: 1
        case .text: 2
        case .presence: 3
        case .absence: 4
        case .place: 5
        case .title: 6
        case .trash: 7
        case .attribute: 8
        }
    }

    /// How far a note shows a claim.
    enum Standing: Int, Comparable {
        case gone
        /// The line's own bytes say it, but the lines around it (a fence, front matter) make it plain text.
        case hidden
        case visible

        static func < (left: Standing, right: Standing) -> Bool { left.rawValue < right.rawValue }
    }

    /// The line; nil for what is of the whole note.
    var line: LineID?
    var property: Property

    /// The other line whose place decides about this claim.
    var anchor: LineID? { if case .place(let after) = property { after } else { nil } }

    /// Whether one of two claims can change what the other set.
    func meets(_ other: Claim) -> Bool {
        guard line == other.line else {
            // A line stays after another one only as long as neither of them is moved.
            if case .place = property, case .place = other.property {
                return anchor == other.line || other.anchor == line
            }
            return false
        }
        switch (property, other.property) {
        case (.absence, _), (_, .absence), (.mark, .mark), (.prefix, .prefix), (.text, .text), (.place, .place),
            (.mark, .prefix), (.prefix, .mark), (.title, .title), (.trash, .trash):
            return true
        case (.attribute(let name, _), .attribute(let other, _)):
            return name == other
        default:
            return false
        }
    }

    /// Whether what was set is what a note shows.
    ///
    /// - Parameter byText: whether a line that was added may have another id, as where whole bodies travel as bytes.
    func isVisible(
        in document: ChecklistDocument, _ values: @autoclosure () -> NoteValues, byText: Bool = false
    ) -> Bool {
        switch property {
        case .title(let wanted): return values().title == wanted
        case .trash(let wanted): return values().isTrashed == wanted
        case .attribute(let name, let wanted): return values().attributes[name] == wanted
        case .mark(let state):
            return line.flatMap(document.mark(of:)).map(CheckboxState.init(mark:)) == state
        case .absence: return line.map { document.index(of: $0) == nil } ?? true
        case .presence(let text):
            if let line, document.index(of: line) != nil { return true }
            return byText && document.lines.contains { $0.text.elementsEqual(text) }
        case .place(let after):
            guard let place = line.flatMap(document.index(of:)) else { return false }
            guard let after else { return place == 0 }
            return document.index(of: after).map { $0 < place } ?? true
        case .prefix(let bytes):
            return line.flatMap(document.line).map { Claim.unmarked(Array($0.prefix), $0.markOffset) } == bytes
        case .text(let bytes):
            return line.flatMap(document.line).map { Claim.says($0, bytes) } ?? false
        }
    }

    /// How far a note shows the claim.
    func standing(
        in document: ChecklistDocument, _ values: @autoclosure () -> NoteValues, byText: Bool = false
    ) -> Standing {
        if isVisible(in: document, values(), byText: byText) { return .visible }
        guard let id = line, let line = document.line(id) else { return .gone }
        switch property {
        case .mark, .prefix, .text:
            return isVisible(in: ChecklistDocument(lone: id, bytes: line.content), values()) ? .hidden : .gone
        default: return .gone
        }
    }

    /// Whether a line says what was typed into it. What was typed may begin with what is a prefix by itself, and so be
    /// the text only together with it.
    static func says(_ line: Line, _ typed: [UInt8]) -> Bool {
        if line.text.elementsEqual(typed) { return true }
        guard !typed.isEmpty, line.content.reversed().starts(with: typed.reversed()) else { return false }
        let alone = ChecklistDocument(parsing: typed, madeBy: line.id.event)
        return alone.lineCount == 1 && !alone.line(at: 0).prefix.isEmpty
    }

    /// A prefix without what the box says, which is set by itself.
    static func unmarked(_ prefix: [UInt8], _ offset: Int?) -> [UInt8] {
        guard let offset, prefix.indices.contains(offset) else { return prefix }
        var prefix = prefix
        prefix[offset] = UInt8(ascii: " ")
        return prefix
    }
}
