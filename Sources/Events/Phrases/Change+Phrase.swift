import Checklist

/// The words for what an event did: the same wherever people read of it.
public struct Phrase: Hashable, Sendable {
    /// In the past tense, to follow a name: `ticked`, `added an item`.
    public var past: String
    /// As a command would say it: `tick`, `add an item`.
    public var imperative: String
    /// One or two characters for narrow places such as a lane of a drawing.
    public var sign: String
}

extension Change {
    /// The words for this change, with what it concerned as far as it carries that itself.
    public var phrase: Phrase {
        switch self {
        case .created(let title, _, _):
            title.isEmpty
                ? Phrase(past: "created the note", imperative: "create the note", sign: "✶")
                : Phrase(past: "created “\(title)”", imperative: "create “\(title)”", sign: "✶")
        case .toggled(_, let ticked, _):
            ticked
                ? Phrase(past: "ticked", imperative: "tick", sign: "☑")
                : Phrase(past: "cleared", imperative: "clear", sign: "☐")
        case .appended: Phrase(past: "added an item", imperative: "add an item", sign: "+")
        case .converted(let toChecklist, let edits):
            toChecklist
                ? Phrase(
                    past: "made \(Self.lines(edits)) checklist items",
                    imperative: "make \(Self.lines(edits)) checklist items", sign: "→☐")
                : Phrase(
                    past: "made \(Self.lines(edits)) plain", imperative: "make \(Self.lines(edits)) plain", sign: "→¶")
        case .edited(let edits):
            Phrase(past: "edited \(Self.lines(edits))", imperative: "edit \(Self.lines(edits))", sign: "✎")
        case .retitled(let title):
            Phrase(past: "renamed the note to “\(title)”", imperative: "rename the note to “\(title)”", sign: "T")
        case .trashed: Phrase(past: "moved the note to the trash", imperative: "trash the note", sign: "⌫")
        case .restored:
            Phrase(past: "took the note out of the trash", imperative: "restore the note", sign: "⌦")
        case .attributed(let settings):
            Phrase(
                past: settings.phrase(set: "set", removed: "removed"),
                imperative: settings.phrase(set: "set", removed: "remove"), sign: "@")
        case .undone(let event, _): Phrase(past: "took back \(event)", imperative: "take back \(event)", sign: "↶")
        case .received(let device, _, let parts):
            Phrase(
                past: "received \(parts.phrase) from \(device)", imperative: "receive \(parts.phrase) from \(device)",
                sign: "⇣")
        case .unknown(let kind, _):
            Phrase(past: "did something of kind \(kind)", imperative: "do something of kind \(kind)", sign: "?")
        }
    }

    /// `1 line`, `3 lines`: as many as the edits touch or make.
    private static func lines(_ edits: [LineEdit]) -> String {
        let count = edits.lineCount
        return count == 1 ? "1 line" : "\(count) lines"
    }
}

extension [AttributeSetting] {
    /// `set labels to shopping, home; removed colour`.
    fileprivate func phrase(set: String, removed: String) -> String {
        if isEmpty { return "\(set) no attribute" }
        return map { setting in
            let noun = setting.noun()
            return setting.values.isEmpty ? "\(removed) \(noun)" : "\(set) \(noun) to \(setting.values.spoken)"
        }.joined(separator: "; ")
    }
}

extension NoteParts {
    /// `a value`, `the title “Shop”`, or what else came from a peer.
    fileprivate var phrase: String {
        var things = edits.isEmpty ? [] : ["a value"]
        if let title { things.append("the title “\(title)”") }
        if let trashed { things.append(trashed ? "a move to the trash" : "a return from the trash") }
        things += attributes.map { $0.noun() }
        return things.isEmpty ? "a value" : things.joined(separator: " and ")
    }
}

extension AttributeSetting {
    /// The attribute's name, `labels` where there are several of it: now, or before.
    package func noun(after before: [[UInt8]] = []) -> String {
        values.count > 1 || before.count > 1 ? name + "s" : name
    }
}

extension [[UInt8]] {
    /// The values of an attribute, `none` if it has none.
    package var spoken: String {
        isEmpty ? "none" : map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
    }
}

extension [LineEdit] {
    /// How many lines these edits touch, make or remove, each counted once.
    package var lineCount: Int {
        var touched: Set<LineID> = []
        var others = 0
        for edit in self {
            switch edit {
            case .mark(let line, _), .prefix(let line, _), .text(let line, _), .ending(let line, _),
                .restore(let line, _, _), .move(let line, _):
                touched.insert(line)
            case .insert(_, _, let bytes): others += bytes.lineCount
            case .delete(let runs): for run in runs { others += Int(run.count) }
            }
        }
        return touched.count + others
    }
}

extension [UInt8] {
    /// How many lines these bytes are, cut behind LF, CRLF and lone CR; a last one without an ending counts.
    package var lineCount: Int {
        var count = 0
        var previous: UInt8 = 0
        for byte in self {
            if byte == 0x0D || (byte == 0x0A && previous != 0x0D) { count += 1 }
            previous = byte
        }
        return isEmpty || previous == 0x0A || previous == 0x0D ? count : count + 1
    }
}
