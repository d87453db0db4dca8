import Checklist
import Events
import Importing
import Merging
import NoteLedger

/// A note as its source has it: the fold of what was imported, without anything that was done here.
///
/// It is the common ancestor of a three-way merge. What the source changed since the last import is the difference to
/// this, written down as events that have seen no more than this; the ledger merges them with what was done here. Where
/// the note was written back to its source, a step of the branch has seen what was done here, and that is in it too.
struct SourceBranch {
    let note: NoteID
    private(set) var title = ""
    private(set) var isTrashed = false
    /// What the source says besides, under the names that it has ever used.
    private(set) var attributes: [String: [[UInt8]]] = [:]
    private var merge = LineMerge.State()
    /// The newest events of the note here, with their stamps.
    private var tips: [EventID: Stamp] = [:]

    /// The branch before the note begins.
    init(of note: NoteID) { self.note = note }

    /// The branch as the log tells it.
    ///
    /// - Complexity: O(events of the note).
    init(of note: NoteID, in ledger: Ledger) throws {
        self.note = note
        var steps: [Event] = []
        var parents: [EventID: EventFrontier] = [:]
        try ledger.forEachEvent(matching: HistoryQuery(note: note)) { entry in
            let event = entry.event
            for parent in event.parents { tips[parent] = nil }
            tips[event.id] = event.stamp
            parents[event.id] = event.parents
            if event.id.device.isImporting { steps.append(event) }
            return true
        }
        guard steps.contains(where: { $0.parents.contains { !$0.device.isImporting } }) else {
            for step in steps { apply(step) }
            return
        }
        var past: Set<EventID> = []
        var unexplored = steps.map(\.id)
        while let event = unexplored.popLast() {
            if past.insert(event).inserted { unexplored += parents[event] ?? [] }
        }
        try ledger.forEachEvent(matching: HistoryQuery(note: note)) { entry in
            if past.contains(entry.event.id) { apply(entry.event) }
            return true
        }
    }

    /// The body.
    var document: ChecklistDocument { merge.document }

    /// The next event of the branch.
    ///
    /// - Parameters:
    ///   - time: when it happened, in milliseconds since 1970; it comes after the branch's last event at any rate.
    ///   - afterAll: whether it comes after all that was done here too.
    func event(_ id: EventID, at time: UInt64, afterAll: Bool = false, _ change: Change) -> Event {
        var before = merge.newest.stamp
        if afterAll { before = tips.values.reduce(before, max) }
        let stamp = max(Stamp(milliseconds: time), Stamp(rawValue: before.rawValue + 1))
        return Event(id: id, note: note, stamp: stamp, parents: merge.heads, change: change)
    }

    /// What happened to title, trash and attributes for the source to become what it is.
    func changes(to imported: ImportedNote) -> [Change] {
        var changes: [Change] = []
        if imported.title != title { changes.append(.retitled(imported.title)) }
        if imported.isTrashed != isTrashed { changes.append(imported.isTrashed ? .trashed : .restored) }
        let settings = settings(in: imported)
        if !settings.isEmpty { changes.append(.attributed(settings)) }
        return changes
    }

    /// The attributes that are others in the source by now. In what order it names the values of one is no matter.
    private func settings(in imported: ImportedNote) -> [AttributeSetting] {
        let now = imported.attributes.byName
        return Set(attributes.keys).union(now.keys).subtracting(Attribute.ofImport).sorted().compactMap { name in
            let (before, after) = (attributes[name] ?? [], now[name] ?? [])
            let isSame = before.count == after.count && Set(before) == Set(after)
            return isSame ? nil : AttributeSetting(name: name, values: after)
        }
    }

    /// Goes on from the body as it is here: the source has it, so its next step has seen all that led to it.
    mutating func join(_ document: ChecklistDocument) {
        let heads = tips.keys.sorted()
        let newest = tips.map { EventOrder(stamp: $0.value, id: $0.key) }.max() ?? merge.newest
        merge = LineMerge.State(
            document: document, heads: EventFrontier(heads), version: VersionVector(heads),
            newest: max(newest, merge.newest))
    }

    /// Goes on over an event.
    mutating func apply(_ event: Event) {
        merge.apply(event)
        // Title, trash and attributes are the source's own: to have seen what was done here is not to have done it.
        guard event.id.device.isImporting else { return }
        switch event.change {
        case .created(let title, _, let attributes): (self.title, self.attributes) = (title, attributes.byName)
        case .attributed(let settings): for setting in settings { attributes[setting.name] = setting.values }
        case .retitled(let title): self.title = title
        case .trashed: isTrashed = true
        case .restored: isTrashed = false
        default: break
        }
    }
}

extension Attribute {
    /// Names that an import gives of its own accord, to know the note by: they stay what they were.
    static let ofImport: Set = ["source", "source-digest", "created"]
}

extension [Attribute] {
    /// The values under each name, in order.
    var byName: [String: [[UInt8]]] { Dictionary(grouping: self, by: \.name).mapValues { $0.map(\.value) } }
}
