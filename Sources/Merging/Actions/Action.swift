/// What a user does to a note that exists, on any device, with or without a store: the one vocabulary of devices,
/// simulator, scenario files and stores.
///
/// `Line` is how a line is named: a ``LineID`` in a document, a name of its own in a scenario.
public enum Action<Line: Hashable & Sendable>: Hashable, Sendable {
    /// Ticks (true) or clears (false) a checkbox; nil makes it the opposite of what it is when the action is planned.
    case toggle(Line, to: Bool?)
    /// Adds an item at the end of the block that holds the line (nil: the note's last block, or its end). Indent, bullet,
    /// form and line ending are those of the block's last item.
    case append([UInt8], toBlockOf: Line?)
    /// Types until the text of a line, without its bullet and box, is this.
    case type(Line, [UInt8])
    /// Deletes lines.
    case delete([Line])
    /// Makes lines (nil: all lines of the note) checklist items, or plain.
    case convert([Line]?, toChecklist: Bool)
    /// Moves a line to just after another one (nil: to the start).
    case move(Line, after: Line?)
    /// Sets the title.
    case retitle(String)
    /// Puts the note in the trash.
    case trash
    /// Takes the note out of the trash.
    case restore

    /// Whether a device persists it only after the debounce, as typing is.
    public var isTyping: Bool { if case .type = self { true } else { false } }

    /// The lines it names.
    public var lines: [Line] {
        switch self {
        case .toggle(let line, _), .type(let line, _): [line]
        case .append(_, let block): block.map { [$0] } ?? []
        case .delete(let lines): lines
        case .convert(let lines, _): lines ?? []
        case .move(let line, let after): [line] + (after.map { [$0] } ?? [])
        case .retitle, .trash, .restore: []
        }
    }

    /// The same action with its lines named otherwise; nil if one of them has no such name.
    public func renaming<Other>(_ name: (Line) -> Other?) -> Action<Other>? {
        func names(_ lines: [Line]) -> [Other]? {
            var names: [Other] = []
            for line in lines {
                guard let other = name(line) else { return nil }
                names.append(other)
            }
            return names
        }
        switch self {
        case .toggle(let line, let isTicked): return name(line).map { .toggle($0, to: isTicked) }
        case .append(let text, nil): return .append(text, toBlockOf: nil)
        case .append(let text, let block?): return name(block).map { .append(text, toBlockOf: $0) }
        case .type(let line, let text): return name(line).map { .type($0, text) }
        case .delete(let lines): return names(lines).map { .delete($0) }
        case .convert(nil, let toChecklist): return .convert(nil, toChecklist: toChecklist)
        case .convert(let lines?, let toChecklist): return names(lines).map { .convert($0, toChecklist: toChecklist) }
        case .move(let line, nil): return name(line).map { .move($0, after: nil) }
        case .move(let line, let after?):
            guard let line = name(line), let after = name(after) else { return nil }
            return .move(line, after: after)
        case .retitle(let title): return .retitle(title)
        case .trash: return .trash
        case .restore: return .restore
        }
    }
}

extension Action {
    /// Adds an item at the end of a block.
    public static func append(_ text: String, toBlockOf line: Line?) -> Action {
        .append(Array(text.utf8), toBlockOf: line)
    }

    /// Types until the text of a line is this.
    public static func type(_ line: Line, _ text: String) -> Action { .type(line, Array(text.utf8)) }
}
