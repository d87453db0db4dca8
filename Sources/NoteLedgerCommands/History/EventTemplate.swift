import CommandLineKit
import DataFormats
import Events
import NoteLedger

/// How an event is written by a template: `{position} {what}`.
struct EventTemplate: Sendable, Equatable {
    /// What may stand in braces.
    enum Field: String, CaseIterable, Sendable {
        case position
        case time
        case utc
        case device
        case author
        case who
        case title
        case note
        case event
        case kind
        case what
        case reason
    }

    private enum Part: Sendable, Equatable {
        case text(String)
        case field(Field)
    }

    private var parts: [Part] = []

    /// Reads a template; nil where a brace names nothing. `{{` and `}}` are braces, `\\t` and `\\n` tab and line end.
    init?(_ text: String) {
        var literal = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            switch (character, rest.first) {
            case ("{", "{"), ("}", "}"):
                literal.append(character)
                rest.removeFirst()
            case ("{", _):
                guard let end = rest.firstIndex(of: "}"), let field = Field(rawValue: String(rest[..<end])) else {
                    return nil
                }
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(.field(field))
                rest = rest[rest.index(after: end)...]
            case ("}", _): return nil
            case ("\\", "t"), ("\\", "n"):
                literal.append(rest.removeFirst() == "t" ? "\t" : "\n")
            default: literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
    }

    /// The event in the template's words.
    func text(of account: EventAccount, device: String, _ times: TimeText) -> String {
        let event = account.entry.event
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .field(.position): String(account.entry.position)
            case .field(.time): times.local(account.entry.time)
            case .field(.utc): ISO8601.utc(milliseconds: account.entry.time)
            case .field(.device): device
            case .field(.author): event.context.author ?? ""
            case .field(.who): event.context.author ?? device
            case .field(.title): account.title
            case .field(.note): event.note.description
            case .field(.event): event.id.description
            case .field(.kind): event.change.kind.description
            case .field(.what): account.phrase(tellingPresent: false)
            case .field(.reason): event.context.reason ?? ""
            }
        }.joined()
    }
}

extension ValueReader<EventTemplate> {
    static var template: ValueReader {
        let names = EventTemplate.Field.allCases.map { "{\($0.rawValue)}" }.spokenList(with: "and")
        return ValueReader("a template of text and \(names)") { word, _ in EventTemplate(word) }
    }
}
