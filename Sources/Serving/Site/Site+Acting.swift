import Checklist
import DataFormats
import Events
import Merging
import NoteLedger

extension Site {
    /// Does what a visitor wants done, and answers once it is in the log.
    func perform(_ act: Act, _ visit: Visit) async -> HTTPResponse {
        let path = visit.request.path
        do throws(LedgerError) {
            if path == ["note", "new"] { return try await begin(act) }
            guard path.count == 3, path[0] == "note", let note = NoteID(path[1]) else { return Self.nothingThere }
            switch path[2] {
            case "act": return try await perform(act, on: note, visit)
            case "draft": return try draft(act, of: note, visit)
            default: return Self.nothingThere
            }
        } catch {
            return act.isForm ? Self.answer(to: error) : HTTPResponse(json: Self.refused(error.message))
        }
    }

    private func begin(_ act: Act) async throws(LedgerError) -> HTTPResponse {
        let title = (act["title"] ?? "").filter { !$0.isNewline }
        let note = NoteID.random()
        try await ledger.perform(.create(title: title, body: []), on: note, expecting: 0)
        return HTTPResponse(seeOther: "/note/\(note)?edit=1")
    }

    private func perform(_ act: Act, on note: NoteID, _ visit: Visit) async throws(LedgerError) -> HTTPResponse {
        let seen = act.number("seen")
        guard let actions = try actions(act, on: note, seen: seen) else {
            return HTTPResponse(.badRequest, sentence: "The act cannot be read.")
        }
        var receipts: [Receipt] = []
        for action in actions {
            receipts.append(
                try await ledger.perform(action, on: note, as: visit.visitor.device, having: seen))
        }
        let visitor = visit.visitor
        if try ledger.name(of: visitor.device) != visitor.name { try ledger.setName(visitor.name, of: visitor.device) }
        if act.isForm { return HTTPResponse(seeOther: "/note/\(note)") }
        let last = receipts.last
        let position = if let last { last.position } else { try ledger.lastPosition() }
        return HTTPResponse(
            json: .object([
                JSONValue.Member("outcome", .string(Self.word(for: last?.outcome ?? .unchanged))),
                JSONValue.Member("position", .unsigned(position)),
                JSONValue.Member("what", try said(of: last).map(JSONValue.string) ?? .null),
            ]))
    }

    /// The actions that an act comes to; nil if it is not known, or lacks something.
    private func actions(_ act: Act, on note: NoteID, seen: UInt64?) throws(LedgerError) -> [NoteAction]? {
        let line = act["line"].flatMap { LineID($0) }
        switch act["act"] {
        case "tick":
            guard let line, let state = act.truth("to") else { return nil }
            return [.toggle(line, to: state)]
        case "rows":
            guard let seen else { return nil }
            return try rows(ticked: Set(act.all("ticked")), on: note, seen: seen)
        case "append":
            let items = (act["text"] ?? "").split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
            return items.isEmpty ? nil : items.map { .append(Array($0.utf8), toBlockOf: line) }
        case "convert":
            let lines = act.all("lines").compactMap { LineID($0) }
            return lines.isEmpty ? nil : [.convert(lines, toChecklist: act.truth("to") ?? true)]
        case "title":
            guard let title = act["title"] else { return nil }
            return [.retitle(title.filter { !$0.isNewline })]
        case "write":
            guard let text = act["text"], let seen else { return nil }
            let base = try ledger.note(note, at: .position(seen)).document
            return [.write(TextArea.bytes(of: text, over: base))]
        case "undo": return [.undo(nil)]
        case "redo": return [.redo]
        case "trash": return [.trash]
        case "restore": return [.restore]
        default: return nil
        }
    }

    /// What a form without script says: which rows are ticked now. Compared with what its page showed, that is what
    /// somebody changed.
    private func rows(ticked: Set<String>, on note: NoteID, seen: UInt64) throws(LedgerError) -> [NoteAction] {
        let shown = try ledger.note(note, at: .position(seen)).document
        return shown.lines.compactMap { line in
            guard case .checkbox(let state) = line.form, state == .ticked || state == .open else { return nil }
            let isTicked = ticked.contains(line.id.description)
            return isTicked == line.isTicked ? nil : .toggle(line.id, to: isTicked)
        }
    }

    /// What an undo took back, in words.
    private func said(of receipt: Receipt?) throws(LedgerError) -> String? {
        guard let subject = receipt?.subject else { return nil }
        return try ledger.event(subject)?.event.change.phrase.past
    }

    private static func word(for outcome: Receipt.Outcome) -> String {
        switch outcome {
        case .recorded, .alreadyRecorded: "recorded"
        case .unchanged: "unchanged"
        case .stale: "stale"
        }
    }

    static func refused(_ message: String) -> JSONValue {
        .object([JSONValue.Member("outcome", .string("refused")), JSONValue.Member("message", .string(message))])
    }

    // MARK: - Typing

    /// What is typed goes into a draft as it is typed.
    private func draft(_ act: Act, of note: NoteID, _ visit: Visit) throws(LedgerError) -> HTTPResponse {
        guard let seen = act.number("seen"), let name = act["draft"], name.utf8.count <= 64 else {
            return HTTPResponse(.badRequest, sentence: "The draft cannot be read.")
        }
        let key = Drafts.Key(visitor: visit.visitor.id, note: note, name: name)
        guard
            let answer = try drafts.type(
                act.json?["splices"]?.arrayValue ?? [], number: act.number("number") ?? 0, in: key, since: seen)
        else { return HTTPResponse(.conflict, json: Self.refused("The draft has to be sent anew.")) }
        return HTTPResponse(json: answer)
    }
}
