import Checklist
import Events
import Merging

extension Oracle {
    /// Whether one action can change what another did: they are about the same property of the same line, or one of them
    /// about whether the line is there at all.
    static func meet(_ first: Record, _ second: Record, events: [EventID?]) -> Bool {
        switch (first.action, second.action) {
        case (.retitle, .retitle), (.trash, .trash), (.trash, .restore), (.restore, .trash), (.restore, .restore):
            true
        case (.tick(let one, _), .tick(let other, _)), (.type(let one, _), .type(let other, _)),
            (.move(let one, _), .move(let other, _)):
            one == other
        case (.tick(let line, _), .convert(let lines, _)), (.convert(let lines, _), .tick(let line, _)),
            (.type(let line, _), .delete(let lines)), (.delete(let lines), .type(let line, _)),
            (.tick(let line, _), .delete(let lines)), (.delete(let lines), .tick(let line, _)),
            (.move(let line, _), .delete(let lines)), (.delete(let lines), .move(let line, _)):
            lines.contains(line)
        case (.convert(let some, _), .convert(let others, _)), (.delete(let some), .delete(let others)),
            (.convert(let some, _), .delete(let others)), (.delete(let some), .convert(let others, _)):
            some.contains(where: others.contains)
        case (.append, .delete(let lines)):
            lines.contains { $0.event == events[first.number] }
        case (.delete(let lines), .append):
            lines.contains { $0.event == events[second.number] }
        default:
            false
        }
    }

    /// What is wrong with the lines of a document, by the number of an action on the line: corrupted where a line is
    /// nothing that anybody made it, duplicated where it is there more often than anybody wanted.
    func inspect(_ document: ChecklistDocument, events: [EventID?]) -> [Int: LossLedger.Outcome] {
        var damage: [Int: LossLedger.Outcome] = [:]
        var wanted: [[UInt8]: Int] = [:]
        var texts: [LineID: [[UInt8]]] = [:]
        for line in note.document.lines {
            wanted[Array(line.text), default: 0] += 1
            texts[line.id] = [Array(line.text)]
        }
        for record in records {
            guard let event = events[record.number] else { continue }
            switch record.action {
            case .append(let text, _):
                wanted[text, default: 0] += 1
                texts[LineID(event: event, index: 0), default: []].append(text)
            case .type(let line, let text):
                wanted[text, default: 0] += 1
                texts[line, default: []].append(text)
            default: break
            }
        }
        var found: [[UInt8]: Int] = [:]
        for line in document.lines {
            let text = Array(line.text)
            found[text, default: 0] += 1
            let isKnown = texts[line.id].map { $0.contains(text) } ?? (wanted[text] != nil)
            let mark = line.mark ?? 0x20
            let isMarkKnown = [0x20, 0x78, 0x58].contains(mark) || mark == note.document.line(line.id)?.mark
            guard !isKnown || !isMarkKnown else { continue }
            for record in records where record.isAbout(line.id, events) { damage[record.number] = .corrupted }
        }
        for record in records {
            let text: [UInt8]
            switch record.action {
            case .append(let bytes, _), .type(_, let bytes): text = bytes
            default: continue
            }
            if found[text, default: 0] > wanted[text, default: 0] { damage[record.number] = .duplicated }
        }
        return damage
    }
}

extension Oracle.Record {
    /// Whether what the action set is what a note shows.
    func isVisible(on document: ChecklistDocument, title: String, isTrashed: Bool, _ events: [EventID?]) -> Bool {
        switch action {
        case .tick(let line, let isTicked):
            return document.isTicked(line) == isTicked
        case .append(let text, _):
            guard let event = events[number] else { return false }
            if document.index(of: LineID(event: event, index: 0)) != nil { return true }
            // Where whole bodies travel as bytes, the line may have got another id.
            return document.lines.contains { $0.text.elementsEqual(text) }
        case .type(let line, let text):
            return document.line(line)?.text.elementsEqual(text) ?? false
        case .delete(let lines):
            return lines.allSatisfy { document.index(of: $0) == nil }
        case .convert(let lines, let toChecklist):
            return lines.allSatisfy { document.line($0)?.form.isCheckbox == toChecklist }
        case .move(let line, let after):
            guard let place = document.index(of: line) else { return false }
            guard let after else { return place == 0 }
            return document.index(of: after).map { $0 < place } ?? true
        case .retitle(let wanted):
            return title == wanted
        case .trash:
            return isTrashed
        case .restore:
            return !isTrashed
        }
    }

    /// Whether another action set the same to the same.
    func agrees(with other: Oracle.Record) -> Bool {
        switch (action, other.action) {
        case (.tick(_, let one), .tick(_, let two)): one == two
        case (.type(_, let one), .type(_, let two)): one == two
        case (.convert(_, let one), .convert(_, let two)): one == two
        case (.retitle(let one), .retitle(let two)): one == two
        case (.move(_, let one), .move(_, let two)): one == two
        case (.trash, .trash), (.restore, .restore), (.delete, .delete): true
        default: false
        }
    }

    func isAbout(_ line: LineID, _ events: [EventID?]) -> Bool {
        switch action {
        case .tick(let other, _), .type(let other, _), .move(let other, _): line == other
        case .delete(let lines), .convert(let lines, _): lines.contains(line)
        case .append: line.event == events[number]
        case .retitle, .trash, .restore: false
        }
    }
}
