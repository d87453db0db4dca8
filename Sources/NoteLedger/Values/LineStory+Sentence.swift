internal import Checklist
internal import Events

extension LineStory {
    /// The story of a line, told in a sentence.
    init(
        line: LineID, content: [UInt8]?, cause: HistoryEntry, before: [UInt8]?, competing: [HistoryEntry],
        deviceName: String?, labelOf: (DeviceID) throws -> String
    ) rethrows {
        let device = try labelOf(cause.event.id.device)
        let deed = cause.event.verb(for: line)
        var sentence = "\(Self.quote(content ?? before)) "
        sentence += content == nil ? "is gone: " : "is so because "
        sentence += "\(device) \(deed) it on \(cause.event.stamp.utc) (position \(cause.position))"
        if let before, before != content { sentence += "; before, it was \(Self.quote(before))" }
        for loser in competing {
            let rival = try labelOf(loser.event.id.device)
            sentence +=
                "; \(rival) \(loser.event.verb(for: line)) it on \(loser.event.stamp.utc) without having seen that"
            sentence += ", and lost"
        }
        self.init(
            line: line, content: content, cause: cause, deviceName: deviceName, before: before, competing: competing,
            sentence: sentence + ".")
    }

    private static func quote(_ content: [UInt8]?) -> String {
        guard let content else { return "The line" }
        return "“\(String(decoding: content, as: UTF8.self))”"
    }
}

extension Event {
    /// What the event did to one line, in one word or few.
    fileprivate func verb(for line: LineID) -> String {
        switch change {
        case .toggled(_, let ticked, _): ticked ? "ticked" : "cleared"
        case .undone(let event, _): "took back \(event) and so changed"
        case .received(let from, _, _): "took over from \(from)"
        case .converted(let toChecklist, _): toChecklist ? "made a checklist item of" : "made plain"
        case .created: "wrote"
        case .appended: line.event == id ? "added" : "changed"
        case .edited(let edits):
            if line.event == id { "added" } else { edits.last { $0.touches(line) }.map(Self.verb) ?? "changed" }
        case .retitled, .trashed, .restored, .attributed, .unknown: "changed"
        }
    }

    private static func verb(for edit: LineEdit) -> String {
        switch edit {
        case .mark: "marked"
        case .prefix, .text, .ending, .insert: "rewrote"
        case .delete: "removed"
        case .restore: "brought back"
        case .move: "moved"
        }
    }
}
