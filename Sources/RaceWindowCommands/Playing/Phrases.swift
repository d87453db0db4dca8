import Checklist
import Merging
import Simulation

/// Says in words what happens in a run.
struct Phrases {
    let scenario: Scenario

    func seconds(_ microseconds: UInt64) -> String {
        let thousandths = (microseconds + 500) / 1000
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) s"
    }

    func device(_ index: Int?) -> String { index.map { scenario.devices[$0].name } ?? "relay" }

    func line(_ name: LineName) -> String {
        switch name {
        case .initial(let index): "“\(text(of: scenario.lines[index]))”"
        case .added(let number):
            if case .append(let text, _)? = scheduled(number) {
                "“\(String(decoding: text, as: UTF8.self))”"
            } else {
                "a line"
            }
        }
    }

    /// What a row says, without bullet and box.
    private func text(of row: String) -> String {
        let document = ChecklistDocument(
            parsing: Array(row.utf8), madeBy: EventID(device: DeviceID(0), counter: 0))
        guard document.lineCount > 0, case let text = document.line(at: 0).text, !text.isEmpty else { return row }
        return String(decoding: Array(text), as: UTF8.self)
    }

    private func scheduled(_ number: Int) -> Action<LineName>? {
        scenario.actions.indices.contains(number) ? scenario.actions[number].action : nil
    }

    func action(_ number: Int) -> String { scheduled(number).map(say) ?? "random work \(number)" }

    func say(_ action: Action<LineName>) -> String {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        return switch action {
        case .toggle(let line, true): "ticks \(self.line(line))"
        case .toggle(let line, false): "clears \(self.line(line))"
        case .toggle(let line, nil): "toggles \(self.line(line))"
        case .append(let bytes, _): "adds “\(text(bytes))”"
        case .type(let line, let bytes): "types “\(text(bytes))” in \(self.line(line))"
        case .delete(let lines): "deletes \(names(lines))"
        case .convert(let lines, let toChecklist):
            "makes \(lines.map(names) ?? "all lines") \(toChecklist ? "a checklist item" : "plain")"
        case .move(let line, let after):
            "moves \(self.line(line))" + (after.map { " to after \(self.line($0))" } ?? " to the top")
        case .retitle(let title): "calls the note “\(title)”"
        case .trash: "puts the note in the trash"
        case .restore: "takes the note out of the trash"
        }
    }

    private func names(_ lines: [LineName]) -> String { lines.map(line).joined(separator: ", ") }

    func verdict(_ verdict: LossLedger.Verdict) -> String {
        switch verdict {
        case .acknowledged(let outcome): outcome.rawValue
        case .refused(.stale): "refused: its line is gone"
        case .refused(.unchanged): "nothing to do: it was so already"
        case .refused(.notPersisted): "refused: not written"
        case .refused(.crashed): "refused: the device went down"
        case .unanswered: "unanswered"
        }
    }

    func happening(_ happening: TraceEntry.Happening) -> String {
        switch happening {
        case .acted(let number): action(number)
        case .persisted(let event): "has written event \(event.counter)"
        case .writeBlocked: "cannot write"
        case .acknowledged(let number): "says that action \(number) is done"
        case .refused(let number, let reason): "action \(number) \(verdict(.refused(reason)))"
        case .sent(let message, let kind): "sends \(kind.rawValue) \(message)"
        case .received(let message, let kind): "gets \(kind.rawValue) \(message)"
        case .dropped(let message, let kind, let why): "loses \(kind.rawValue) \(message) (\(why.rawValue))"
        case .online: "is online again"
        case .crashed: "goes down"
        case .restarted: "is started again"
        case .polled: "polls"
        }
    }
}
