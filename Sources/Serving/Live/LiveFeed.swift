import Checklist
import DataFormats
import Events
import NoteLedger
import Synchronization

/// Tells open pages what happens to their notes, whoever did it: another page, a command, a sync.
///
/// The log itself is what a page that slept reads on from. Nothing is kept for pages that are not connected.
final class LiveFeed: Sendable {
    private let ledger: Ledger
    private let state = Mutex(State())
    private let workers = WorkerPool(threads: 2)

    fileprivate struct State {
        var shown: [NoteID: ShownNote] = [:]
        /// Notes in the order in which they were last asked for, the newest last.
        var order: [NoteID] = []
        var viewers: [NoteID: [EventStream]] = [:]
        var isStopped = false
    }

    /// How many notes are kept ready beyond those that somebody looks at.
    private static let spareNotes = 16

    init(_ ledger: Ledger) { self.ledger = ledger }

    /// Begins to follow the log.
    func start() {
        Task(executorPreference: workers) { [weak self] in await self?.follow() }
        Task(executorPreference: workers) { [weak self] in await self?.beat() }
    }

    /// Ends all streams.
    func stop() {
        let streams = state.withLock { state in
            state.isStopped = true
            return state.viewers.values.flatMap { $0 }
        }
        for stream in streams { stream.end() }
        workers.stop()
    }

    /// The note as its page shows it now.
    func shown(_ id: NoteID) throws(LedgerError) -> ShownNote {
        let note = try ledger.note(id)
        return state.withLock { state in
            state.order.removeAll { $0 == id }
            state.order.append(id)
            if var known = state.shown[id] {
                if note.position > known.note.position { state.advance(&known, to: note, entry: nil) }
                return known
            }
            let shown = ShownNote(note)
            state.shown[id] = shown
            while state.order.count > Self.spareNotes,
                let oldest = state.order.first(where: { state.viewers[$0, default: []].isEmpty })
            {
                state.order.removeAll { $0 == oldest }
                state.shown[oldest] = nil
            }
            return shown
        }
    }

    /// A stream of the changes to a note after a position.
    func stream(of id: NoteID, after position: UInt64) throws(LedgerError) -> EventStream {
        let stream = EventStream()
        let current = try shown(id)
        let missed = position < current.note.position ? try? ledger.note(id, at: .position(position)) : nil
        state.withLock { state in
            // What came since is sent by comparing the note then with the note now; later changes follow.
            let shown = state.shown[id] ?? current
            if let missed {
                stream.send("change", position: shown.note.position, data: shown.change(shown.patch(from: missed), nil))
            } else if position < shown.note.position {
                stream.send("reload", position: shown.note.position, data: "{}")
            }
            state.shown[id] = shown
            state.viewers[id, default: []].append(stream)
            if state.isStopped { stream.end() }
        }
        return stream
    }

    private func follow() async {
        do throws(LedgerError) {
            let events = try ledger.subscribe { [weak self] in self?.state.withLock { !$0.isStopped } ?? false }
            for try await entry in events { announce(entry) }
        } catch {
            // The store cannot be read any more: pages find out when they connect again.
            stop()
        }
    }

    private func announce(_ entry: HistoryEntry) {
        let id = entry.event.note
        // A note that nobody looks at costs nothing; one that has been brought up to date already is not read again.
        let isWanted = state.withLock { ($0.shown[id]?.note.position ?? .max) < entry.position }
        guard isWanted, let note = try? ledger.note(id) else { return }
        let name = (try? ledger.label(of: entry.event.id.device)) ?? ""
        state.withLock { state in
            guard var shown = state.shown[id], shown.note.position < note.position else { return }
            state.advance(&shown, to: note, entry: (name, entry))
        }
    }

    private func beat() async {
        while !state.withLock({ $0.isStopped }) {
            try? await Task.sleep(for: .seconds(15))
            let streams = state.withLock { state in
                for (id, streams) in state.viewers {
                    let open = streams.filter { !$0.isOver }
                    state.viewers[id] = open.isEmpty ? nil : open
                }
                return state.viewers.values.flatMap { $0 }
            }
            for stream in streams { stream.beat() }
        }
    }
}

extension LiveFeed.State {
    /// Brings a shown note up to date, and its viewers with it.
    fileprivate mutating func advance(
        _ shown: inout ShownNote, to note: Note, entry: (name: String, entry: HistoryEntry)?
    ) {
        let patch = shown.advance(to: note)
        self.shown[note.id] = shown
        guard let streams = viewers[note.id] else { return }
        let data = patch.map { shown.change($0, entry) }
        for stream in streams {
            if let data {
                stream.send("change", position: note.position, data: data)
            } else {
                stream.send("reload", position: note.position, data: "{}")
            }
        }
    }
}

extension ShownNote {
    /// What a page needs to know of a change, as one line of JSON.
    func change(_ patch: Patch, _ entry: (name: String, entry: HistoryEntry)?) -> String {
        var members = [
            JSONValue.Member("position", .unsigned(note.position)), JSONValue.Member("title", .string(note.title)),
            JSONValue.Member("isTrashed", .bool(note.isTrashed)),
            JSONValue.Member("rows", .unsigned(UInt64(note.document.checkboxCount))),
            JSONValue.Member("ticked", .unsigned(UInt64(note.document.tickedCount))),
            JSONValue.Member("after", patch.after.map { .string($0.description) } ?? .null),
            JSONValue.Member("dropped", .array(patch.dropped.map { .string($0.description) })),
            JSONValue.Member(
                "sections",
                .array(
                    patch.sections.map { section in
                        .object([
                            JSONValue.Member("key", .string(section.key.description)),
                            JSONValue.Member("html", .string(SectionMarkup.html(section))),
                        ])
                    })),
        ]
        if let entry {
            members.append(JSONValue.Member("device", .string(entry.entry.event.id.device.description)))
            members.append(JSONValue.Member("by", .string(entry.name)))
            members.append(JSONValue.Member("what", .string(entry.entry.event.change.phrase.past)))
        }
        return JSONValue.object(members).text
    }

    /// The note for programs.
    var json: JSONValue {
        .object([
            JSONValue.Member("id", .string(note.id.description)), JSONValue.Member("title", .string(note.title)),
            JSONValue.Member("position", .unsigned(note.position)),
            JSONValue.Member("version", .unsigned(note.version)), JSONValue.Member("isTrashed", .bool(note.isTrashed)),
            JSONValue.Member("body", .bytes(note.body)),
        ])
    }
}

extension NoteSummary {
    /// A line of the list for programs.
    var json: JSONValue {
        .object([
            JSONValue.Member("id", .string(id.description)), JSONValue.Member("title", .string(title)),
            JSONValue.Member("rows", .unsigned(UInt64(checkboxCount))),
            JSONValue.Member("ticked", .unsigned(UInt64(tickedCount))),
            JSONValue.Member("modified", .unsigned(modified)), JSONValue.Member("preview", .string(preview)),
        ])
    }
}
