import Checklist
import Events
import Merging

/// Walks along several logs at once and makes acts of their events.
struct HistoryReader {
    /// What is known of an event that was walked over.
    struct Node {
        /// The acts that it comes down to.
        var heads: EventFrontier
        /// What the log's own names of lines stand for, where they differ from the names in the history.
        var aliases: [LineID: LineID] = [:]
        /// The body in the log, under its own names; only kept where values were received.
        var local = ChecklistDocument()
        /// The body under last-writer-wins, under the names of the history.
        var version: FieldLWW.Version<ChecklistDocument>
    }

    let logs: [RecordedLog]
    var nodes: [EventID: Node] = [:]
    var acts: [EventID: RecordedAct] = [:]
    /// Whether any value was received from another device.
    private(set) var hasReceived = false
    /// Events that may be what a received value was made by, by device and stamp.
    var sources: [Source: [EventID]] = [:]
    var authors: Set<DeviceID> = []
    /// How many acts were inferred of each device.
    var inferredCounts: [DeviceID: UInt64] = [:]
    var events: [EventID: Event] = [:]
    /// What a device's own editor saved over what had come in while its user typed, by the event of the typing.
    private var saves: [EventID: Event] = [:]

    struct Source: Hashable {
        var device: DeviceID
        var stamp: Stamp
    }

    init(_ logs: [RecordedLog]) { self.logs = logs }

    mutating func checkIDs() throws(RecordingError) {
        let note = logs.first?.events.first?.note
        for log in logs {
            for event in log.events {
                if event.note != note { throw .foreignEvent(event.id) }
                if let known = events.updateValue(event, forKey: event.id), known != event { throw .idTaken(event.id) }
            }
        }
        for event in events.values {
            authors.insert(event.id.device)
            guard case .received(let device, let stamp, _) = event.change else {
                sources[Source(device: event.id.device, stamp: event.stamp), default: []].append(event.id)
                continue
            }
            if device == event.id.device {
                // A device that saves a whole value of its own: that, and not the action before it, is what travels.
                sources[Source(device: device, stamp: stamp), default: []].insert(event.id, at: 0)
                if event.parents.count == 1 { saves[event.parents[0]] = event }
            } else {
                hasReceived = true
            }
        }
    }

    /// Walks along all logs.
    mutating func read() {
        var cursors = logs.map { _ in 0 }
        while true {
            var hasMoved = false
            for (index, log) in logs.enumerated() {
                while cursors[index] < log.events.count {
                    let event = log.events[cursors[index]]
                    guard nodes[event.id] != nil || take(event) else { break }
                    cursors[index] += 1
                    hasMoved = true
                }
            }
            if hasMoved { continue }
            // All logs wait for a value whose origin cannot be told by its stamp: the oldest one is looked into.
            let waiting = logs.indices.filter { cursors[$0] < logs[$0].events.count }.map {
                logs[$0].events[cursors[$0]]
            }
            guard let next = waiting.min(by: { $0.stamp < $1.stamp }) else { return }
            take(next, atAnyRate: true)
        }
    }

    /// Makes a node of an event; false if it has to wait for what another log tells.
    @discardableResult
    private mutating func take(_ event: Event, atAnyRate isForced: Bool = false) -> Bool {
        let parents = event.parents.compactMap { nodes[$0] }
        if case .received(let device, let stamp, let parts) = event.change {
            guard device != event.id.device else {
                resave(event, parents)
                return true
            }
            guard parts.title != nil || parts.trashed != nil else {
                return receive(event, from: device, stamp, parents, isForced: isForced)
            }
            if parts.edits.isEmpty {
                return receiveFields(parts, of: event, from: device, stamp, parents, isForced: isForced)
            }
            return receive(event, from: device, stamp, parents, isForced: isForced)
                && receiveFields(parts, of: event, from: device, stamp, parents, isForced: true)
        }
        add(event, parents)
        return true
    }

    /// An action.
    private mutating func add(_ event: Event, _ parents: [Node]) {
        let local = local(event, parents)
        // Typing that was saved whole was made on what the editor showed, whatever the device had received since.
        let parents = editorBase(of: event, parents, local).map { [$0] } ?? parents
        let aliases = HistoryReader.aliases(of: parents)
        var renamed = event
        if !aliases.isEmpty { renamed.change = event.change.renaming { aliases[$0] ?? $0 } }
        let base = HistoryReader.winner(of: parents)
        let act = record(renamed, author: event.id.device, origin: event.id, heads: heads(of: parents), base)
        let touchesBody = base == nil || !event.change.lineEdits.isEmpty
        nodes[event.id] = Node(
            heads: [event.id], aliases: aliases, local: local,
            version: touchesBody
                ? FieldLWW.Version(value: act.after, order: EventOrder(stamp: event.stamp, id: event.id))
                : base ?? FieldLWW.Version(value: act.after, order: act.order))
    }

    /// The newest version that, with the event done to it, is what the device's own editor saved.
    private func editorBase(of event: Event, _ parents: [Node], _ local: ChecklistDocument) -> Node? {
        guard let save = saves[event.id], parents.count == 1 else { return nil }
        var saved = local
        saved.apply(save)
        let bytes = saved.bytes
        var next = event.parents.first
        while let id = next, let node = nodes[id] {
            var result = node.local
            result.apply(event)
            if result.bytes == bytes { return node }
            let above = events[id]?.parents ?? []
            next = above.count == 1 ? above[0] : nil
        }
        return nil
    }

    /// A whole value that the device's own editor saved.
    private mutating func resave(_ event: Event, _ parents: [Node]) {
        let local = local(event, parents)
        var aliases = HistoryReader.aliases(of: parents)
        var version = HistoryReader.winner(of: parents) ?? FieldLWW.Version(value: local, order: .origin)
        if version.value.bytes != local.bytes {
            version.value.apply(event.change.renaming { aliases[$0] ?? $0 }.lineEdits, by: event.id)
        }
        align(local, with: version.value, &aliases)
        nodes[event.id] = Node(heads: heads(of: parents), aliases: aliases, local: local, version: version)
    }

    /// Makes an act of an event whose lines have the names of the history.
    @discardableResult
    mutating func record(
        _ event: Event, author: DeviceID, origin: EventID, heads: EventFrontier,
        _ base: FieldLWW.Version<ChecklistDocument>?
    ) -> RecordedAct {
        var event = event
        event.parents = heads
        let before = base?.value ?? ChecklistDocument()
        var after = before
        after.apply(event)
        var (seen, stamp) = (VersionVector(), event.stamp)
        for head in heads {
            guard let above = acts[head] else { continue }
            seen.formUnion(above.seen)
            if stamp <= above.order.stamp { stamp = Stamp(rawValue: above.order.stamp.rawValue &+ 1) }
        }
        seen.insert(event.id)
        let act = RecordedAct(
            event: event, author: author, origin: origin, isInferred: origin != event.id, seen: seen,
            order: EventOrder(stamp: stamp, id: event.id), before: before, after: after)
        acts[event.id] = act
        return act
    }

    /// The acts that several nodes come down to, those left out that another one has seen.
    func heads(of nodes: [Node]) -> EventFrontier {
        if nodes.count == 1 { return nodes[0].heads }
        let all = Set(nodes.flatMap(\.heads))
        let newest = all.filter { head in
            !all.contains { $0 != head && acts[$0]?.seen.contains(head) == true }
        }
        return EventFrontier(newest.sorted())
    }

    static func aliases(of nodes: [Node]) -> [LineID: LineID] {
        guard let first = nodes.first else { return [:] }
        return nodes.dropFirst().reduce(into: first.aliases) { $0.merge($1.aliases) { one, _ in one } }
    }

    static func winner(of nodes: [Node]) -> FieldLWW.Version<ChecklistDocument>? {
        nodes.map(\.version).max { $0.order < $1.order }
    }

    /// The body in the log after an event.
    func local(_ event: Event, _ parents: [Node]) -> ChecklistDocument {
        guard hasReceived else { return ChecklistDocument() }
        guard parents.count > 1 else {
            var document = parents.first?.local ?? ChecklistDocument()
            document.apply(event)
            return document
        }
        // Events that came from elsewhere besides values: the body is the merge of all before this one.
        var (open, found) = (Array(event.parents), Set([event.id]))
        while let next = open.popLast() {
            if found.insert(next).inserted { open += events[next]?.parents ?? [] }
        }
        var state = LineMerge.State()
        state.apply(contentsOf: found.compactMap { events[$0] }.sorted { $0.stamp < $1.stamp })
        return state.document
    }

    func sortedActs() -> [RecordedAct] { acts.values.sorted { $0.order < $1.order } }

    /// The body of the newest version that no other was made on.
    var winner: FieldLWW.Version<ChecklistDocument> {
        var covered: Set<EventID> = []
        for event in events.values { covered.formUnion(event.parents) }
        let ends = events.keys.filter { !covered.contains($0) }.compactMap { nodes[$0] }
        // A value received elsewhere covers the version that it is a copy of.
        let newest = ends.filter { node in !ends.contains { covers($0, node) && !covers(node, $0) } }
        return HistoryReader.winner(of: newest) ?? FieldLWW.Version(value: ChecklistDocument(), order: .origin)
    }

    /// Whether whoever made one version had seen all that another one is of.
    private func covers(_ node: Node, _ other: Node) -> Bool {
        other.heads.allSatisfy { head in node.heads.contains { $0 == head || acts[$0]?.seen.contains(head) == true } }
    }

    func ends() -> [RecordedHistory.End] {
        logs.map { log in
            var covered: Set<EventID> = []
            for event in log.events { covered.formUnion(event.parents) }
            let last = log.events.filter { !covered.contains($0.id) }.compactMap { nodes[$0.id] }
            let document: ChecklistDocument
            if hasReceived, last.count == 1 {
                document = last[0].local
            } else {
                var state = LineMerge.State()
                state.apply(contentsOf: log.events)
                document = state.document
            }
            let names = HistoryReader.aliases(of: last).map { ($0.value, $0.key) }
            var registers = NoteRegisters()
            for event in log.events { registers.apply(event) }
            return RecordedHistory.End(
                name: log.name, document: document, title: registers.title, isTrashed: registers.isTrashed,
                names: Dictionary(names) { one, _ in one })
        }
    }
}
