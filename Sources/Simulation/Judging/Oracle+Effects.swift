import Checklist
import Events
import Merging

extension Oracle {
    /// What is wrong with the lines of a document, by the number of an action on the line: corrupted where a line is
    /// nothing that anybody made it, duplicated where it is there more often than anybody wanted.
    func inspect(_ document: ChecklistDocument, answers: Answers) -> [Int: LossLedger.Outcome] {
        var damage: [Int: LossLedger.Outcome] = [:]
        var wanted: [[UInt8]: Int] = [:]
        var texts: [LineID: [[UInt8]]] = [:]
        for line in note.document.lines {
            wanted[Array(line.text), default: 0] += 1
            texts[line.id] = [Array(line.text)]
        }
        for record in records {
            guard let event = answers[record.number].event else { continue }
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
            for record in records where record.isAbout(line.id, answers) { damage[record.number] = .corrupted }
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
    func isVisible(on document: ChecklistDocument, title: String, isTrashed: Bool, _ answers: Oracle.Answers) -> Bool {
        switch action {
        case .toggle(let line, let isTicked):
            return isTicked == nil || document.isTicked(line) == isTicked
        case .append(let text, _):
            guard let event = answers[number].event else { return false }
            if document.index(of: LineID(event: event, index: 0)) != nil { return true }
            // Where whole bodies travel as bytes, the line may have got another id.
            return document.lines.contains { $0.text.elementsEqual(text) }
        case .type(let line, let text):
            return document.line(line)?.text.elementsEqual(text) ?? false
        case .delete(let lines):
            return lines.allSatisfy { document.index(of: $0) == nil }
        case .convert(let lines, let toChecklist):
            return (lines ?? []).allSatisfy { document.line($0)?.form.isCheckbox == toChecklist }
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
        case (.toggle(_, let one), .toggle(_, let two)): one == two
        case (.type(_, let one), .type(_, let two)): one == two
        case (.convert(_, let one), .convert(_, let two)): one == two
        case (.retitle(let one), .retitle(let two)): one == two
        case (.move(_, let one), .move(_, let two)): one == two
        case (.trash, .trash), (.restore, .restore), (.delete, .delete): true
        default: false
        }
    }

    func isAbout(_ line: LineID, _ answers: Oracle.Answers) -> Bool {
        switch action {
        case .toggle(let other, _), .type(let other, _), .move(let other, _): line == other
        case .delete(let lines), .convert(let lines?, _): lines.contains(line)
        case .convert(nil, _): true
        case .append: line.event == answers[number].event
        case .retitle, .trash, .restore: false
        }
    }
}
