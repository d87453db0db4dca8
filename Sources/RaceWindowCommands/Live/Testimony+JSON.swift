import Checklist
import CommandLineKit
import Events
import Merging
import Simulation

extension Testimony {
    /// What a device tells whoever judges.
    var json: JSON {
        .members([
            "number": .int(number), "acted": .bool(action != nil), "screen": screen.document.json,
            "title": .string(screen.title), "trashed": .bool(screen.isTrashed),
            "heads": Array(screen.heads).json, "event": .optional(event?.description), "parents": parents.json,
            "refusal": .optional(refusal?.word),
        ])
    }

    /// Reads what a device tells.
    ///
    /// - Parameter action: the action of a number, with its lines named.
    init?(json: JSON, note: NoteStart, action: (Int) -> Action<LineID>?) {
        guard let number = json["number"]?.unsignedValue.map(Int.init),
            var screen = NoteStart(json: json, document: "screen", note)
        else { return nil }
        screen.heads = EventFrontier([EventID](json: json["heads"]))
        self.init(
            number: number, action: json["acted"]?.boolValue == true ? action(number) : nil, screen: screen,
            event: json["event"]?.stringValue.flatMap { EventID($0) },
            parents: [EventID](json: json["parents"]),
            refusal: json["refusal"]?.stringValue.flatMap(Refusal.init(word:)))
    }
}

extension [EventID] {
    fileprivate var json: JSON { .array(map { .string($0.description) }) }

    fileprivate init(json: JSON?) {
        self = (json?.arrayValue ?? []).compactMap { $0.stringValue.flatMap { EventID($0) } }
    }
}

extension NoteStart {
    /// Reads what a device shows.
    init?(json: JSON, document name: String, _ note: NoteStart) {
        guard let document = json[name].flatMap({ ChecklistDocument(json: $0) }) else { return nil }
        self = note
        self.document = document
        title = json["title"]?.stringValue ?? ""
        isTrashed = json["trashed"]?.boolValue ?? false
    }
}

extension Refusal {
    fileprivate var word: String {
        switch self {
        case .stale: "stale"
        case .unchanged: "unchanged"
        case .notPersisted: "notPersisted"
        case .crashed: "crashed"
        }
    }

    fileprivate init?(word: String) {
        guard let refusal = [Refusal.stale, .unchanged, .notPersisted, .crashed].first(where: { $0.word == word })
        else {
            return nil
        }
        self = refusal
    }
}
