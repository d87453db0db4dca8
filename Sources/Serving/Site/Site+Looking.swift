import Events
import NoteLedger

extension Site {
    /// Answers a request that changes nothing.
    func look(_ visit: Visit) -> HTTPResponse {
        let path = visit.request.path
        do throws(LedgerError) {
            switch path.count {
            case 0: return HTTPResponse(page: ListPage(try list(visit), visit).markup)
            case 1 where path[0] == "notes.json":
                return HTTPResponse(json: .array(try list(visit).map(\.json)))
            case 2 where path[0] == "note": return try note(named: path[1], visit)
            case 3 where path[0] == "note" && path[2] == "events": return try events(ofNote: path[1], visit)
            default: return Self.nothingThere
            }
        } catch {
            return Self.answer(to: error)
        }
    }

    static let nothingThere = HTTPResponse(.notFound, sentence: "There is nothing here.")

    static func answer(to error: LedgerError) -> HTTPResponse {
        let status: HTTPStatus =
            switch error.kind {
            case .notFound: .notFound
            case .conflict, .stale, .refused: .conflict
            default: .serverError
            }
        return HTTPResponse(status, sentence: error.hint.map { "\(error.message); \($0)" } ?? error.message)
    }

    private func list(_ visit: Visit) throws(LedgerError) -> [NoteSummary] {
        let words = visit.request.parameter("q").map { $0.split(separator: " ").map(String.init) } ?? []
        let showsTrash = visit.request.parameter("trash") != nil
        let notes = words.isEmpty ? try ledger.notes() : try ledger.search(words)
        let wanted = notes.filter { $0.isTrashed == showsTrash }
        return words.isEmpty ? wanted.sorted { ($0.modified, $0.position) > ($1.modified, $1.position) } : wanted
    }

    private func note(named name: String, _ visit: Visit) throws(LedgerError) -> HTTPResponse {
        let isData = name.hasSuffix(".json")
        guard let id = NoteID(isData ? String(name.dropLast(5)) : name) else { return Self.nothingThere }
        let shown = try feed.shown(id)
        if isData { return HTTPResponse(json: shown.json) }
        let isEdited = visit.request.parameter("edit") != nil && visit.visitor.role == .write
        return HTTPResponse(page: NotePage(shown, visit, isEdited: isEdited).markup)
    }

    /// A stream of what happens to the note after the position that the page has.
    private func events(ofNote name: String, _ visit: Visit) throws(LedgerError) -> HTTPResponse {
        guard let id = NoteID(name) else { return Self.nothingThere }
        let known = visit.request.header("last-event-id") ?? visit.request.parameter("after")
        guard let position = known.flatMap({ UInt64($0) }) else {
            return HTTPResponse(.badRequest, sentence: "“after” says up to which position the page knows the note.")
        }
        return HTTPResponse(events: try feed.stream(of: id, after: position))
    }
}
