import CommandLineKit
import NoteExchange

extension ImportConflict {
    /// For a warning.
    var sentence: String {
        let name =
            switch subject {
            case .title: "the title"
            case .attribute(let name): "the attribute \(name.forTerminal)"
            case .line: "a line"
            }
        return
            "\(name) was changed on both sides: here to \(Self.quote(here)), in the source to \(Self.quote(source)); "
            + "it is now \(Self.quote(now))"
    }

    var json: JSON {
        [
            "line": .optional(line), "attribute": .optional(attribute), "here": here.map(JSON.bytes) ?? .null,
            "source": source.map(JSON.bytes) ?? .null, "now": now.map(JSON.bytes) ?? .null,
        ]
    }

    private var line: String? { if case .line(let line) = subject { line.description } else { nil } }
    private var attribute: String? { if case .attribute(let name) = subject { name } else { nil } }

    private static func quote(_ text: [UInt8]?) -> String {
        text.map { "“\(String(decoding: $0, as: UTF8.self).forTerminal)”" } ?? "nothing"
    }
}
