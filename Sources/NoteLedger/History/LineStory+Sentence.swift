internal import Checklist
internal import Events

extension LineStory {
    /// All of it in one sentence, with times as ISO 8601 in UTC.
    public var sentence: String { sentence { Stamp.utc(milliseconds: $0) } }

    /// All of it in one sentence.
    ///
    /// - Parameter time: how a time is written that is given in milliseconds since 1970.
    public func sentence(writingTimes time: (UInt64) -> String) -> String {
        var sentence = "\(Self.quote(content ?? before)) "
        sentence += content == nil ? "is gone: " : "is so because "
        sentence += "\(deed.device) \(deed.verb) it on \(time(cause.event.stamp.milliseconds)) (#\(cause.position))"
        if let reason = cause.event.context.reason { sentence += ", because “\(reason)”" }
        if let before, before != content { sentence += "; before, it was \(Self.quote(before))" }
        for (loser, rival) in zip(competing, rivals) {
            sentence += "; \(rival.device) \(rival.verb) it on \(time(loser.event.stamp.milliseconds))"
            sentence += " (#\(loser.position)) without having seen that, and lost"
        }
        return sentence + "."
    }

    private static func quote(_ content: [UInt8]?) -> String {
        guard let content else { return "The line" }
        return "“\(String(decoding: content, as: UTF8.self))”"
    }
}

extension LineStory.Deed {
    /// Who did what to a line.
    ///
    /// - Parameters:
    ///   - label: what a device is called.
    ///   - position: where an event stands in the log.
    init(
        of event: Event, to line: LineID, label: (DeviceID) throws -> String,
        position: (EventID) throws -> UInt64?
    ) rethrows {
        let name = try label(event.id.device)
        device = event.context.author.map { "\($0) (\(name))" } ?? name
        verb =
            switch event.change {
            case .toggled(_, let ticked, _): ticked ? "ticked" : "cleared"
            case .undone(let target, _):
                "took back \(try position(target).map { "#\($0)" } ?? "\(target)") and so changed"
            case .received(let from, _, _): "took over from \(try label(from))"
            case .converted(let toChecklist, _): toChecklist ? "made a checklist item of" : "made plain"
            case .created: "wrote"
            case .appended: line.event == event.id ? "added" : "changed"
            case .edited(let edits):
                line.event == event.id ? "added" : edits.last { $0.touches(line) }.map(Self.verb) ?? "changed"
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
