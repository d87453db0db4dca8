internal import Checklist
package import Events
internal import Importing
internal import Merging
internal import NoteLedger

/// A note as its source had it at the last import: the fold of the imported events, without what was done in the ledger.
///
/// It is the common ancestor of a three-way merge. What the source changed since then is the difference to this body,
/// recorded as events whose causal history is this branch only; the ledger merges them with what was done here. Where
/// the note was written back to its source, an event of the branch has seen what was done in the ledger, and the branch
/// includes it from there on.
struct SourceBranch {
    let note: NoteID
    private(set) var title = ""
    private(set) var isTrashed = false
    /// The source's attributes, under every name that it has used so far.
    private(set) var attributes: [String: [[UInt8]]] = [:]
    private var merge = LineMerge.State()
    /// The events of the note that no other event has seen, with their stamps.
    private var heads: [EventID: Stamp] = [:]

    /// The branch of a note that has no events yet.
    init(of note: NoteID) { self.note = note }

    /// The branch as the log has it.
    ///
    /// - Complexity: O(events of the note).
    init(of note: NoteID, in ledger: Ledger) throws {
        self.note = note
        var steps: [Event] = []
        var parents: [EventID: EventFrontier] = [:]
        try ledger.forEachEvent(matching: HistoryQuery(note: note)) { entry in
            let event = entry.event
            for parent in event.parents { heads[parent] = nil }
            heads[event.id] = event.stamp
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
    ///   - time: when it happened, in milliseconds since 1970; its stamp is later than the branch's last event anyway.
    ///   - afterAll: whether its stamp is also later than everything that was done in the ledger.
    func event(_ id: EventID, at time: UInt64, afterAll: Bool = false, _ change: Change) -> Event {
        var before = merge.newest.stamp
        if afterAll { before = heads.values.reduce(before, max) }
        let stamp = max(Stamp(milliseconds: time), Stamp(rawValue: before.rawValue + 1))
        return Event(id: id, note: note, stamp: stamp, parents: merge.heads, change: change)
    }

    /// What the source changed since: title, trash and attributes.
    func changes(to imported: ImportedNote) -> [Change] {
        var changes: [Change] = []
        if imported.title != title { changes.append(.retitled(imported.title)) }
        if imported.isTrashed != isTrashed { changes.append(imported.isTrashed ? .trashed : .restored) }
        let settings = settings(in: imported)
        if !settings.isEmpty { changes.append(.attributed(settings)) }
        return changes
    }

    /// The attributes whose values the source changed; the order of one attribute's values does not count.
    private func settings(in imported: ImportedNote) -> [AttributeSetting] {
        let now = imported.attributes.byName
        return Set(attributes.keys).union(now.keys).subtracting(Attribute.importBookkeeping).sorted().compactMap {
            name in
            let (before, after) = (attributes[name] ?? [], now[name] ?? [])
            let isSame = before.count == after.count && Set(before) == Set(after)
            return isSame ? nil : AttributeSetting(name: name, values: after)
        }
    }

    /// Continues from the ledger's body, which the source has adopted: its next event has seen everything in it.
    mutating func join(_ document: ChecklistDocument) {
        let seen = heads.keys.sorted()
        let newest = heads.map { EventOrder(stamp: $0.value, id: $0.key) }.max() ?? merge.newest
        merge = LineMerge.State(
            document: document, heads: EventFrontier(seen), version: VersionVector(seen),
            newest: max(newest, merge.newest))
    }

    /// Applies an event of the branch.
    mutating func apply(_ event: Event) {
        merge.apply(event)
        // The branch may include the ledger's edits of the body, never its title, trash flag and attributes.
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
    /// The names of the attributes that an import adds itself, by which it recognises the note: they never change.
    package static let importBookkeeping: Set = ["source", "source-digest", "created"]
}

extension [Attribute] {
    /// The values under each name, in order.
    var byName: [String: [[UInt8]]] { Dictionary(grouping: self, by: \.name).mapValues { $0.map(\.value) } }
}
