import Checklist
import Events

/// A line, or the title, that was changed both here and in the source since the last import.
struct ImportConflict: Equatable {
    /// The line; nil for the title.
    var line: LineID?
    /// What it said here, without its ending; nil: it was removed.
    var here: [UInt8]?
    /// What the source says; nil: it was removed.
    var source: [UInt8]?
    /// What it says now; nil: it is removed.
    var now: [UInt8]?

    /// For a warning.
    var sentence: String {
        let name = line == nil ? "the title" : "a line"
        return
            "\(name) was changed on both sides: here to \(Self.quote(here)), in the source to \(Self.quote(source)); "
            + "it is now \(Self.quote(now))"
    }

    var json: JSON {
        [
            "line": .optional(line?.description), "here": here.map(JSON.bytes) ?? .null,
            "source": source.map(JSON.bytes) ?? .null, "now": now.map(JSON.bytes) ?? .null,
        ]
    }

    private static func quote(_ text: [UInt8]?) -> String {
        text.map { "“\(String(decoding: $0, as: UTF8.self).forTerminal)”" } ?? "nothing"
    }
}
