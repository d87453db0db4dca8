import Checklist
import Events
import Merging

extension HistoryReader {
    /// A whole value that won over what was there; false if it has to wait for its author's log.
    mutating func receive(
        _ event: Event, from device: DeviceID, _ stamp: Stamp, _ parents: [Node], isForced: Bool
    ) -> Bool {
        let local = local(event, parents)
        let bytes = local.bytes
        let named = sources[Source(device: device, stamp: stamp)] ?? []
        for id in named {
            guard let node = nodes[id] else {
                if isForced { continue }
                return false
            }
            if node.version.value.bytes == bytes {
                adopt(event, node, local, parents)
                return true
            }
        }
        if authors.contains(device) {
            guard isForced else { return false }
            if let node = node(by: device, near: stamp, showing: bytes) {
                adopt(event, node, local, parents)
                return true
            }
        }
        infer(event, from: device, stamp, local, parents)
        return true
    }

    /// The version of a device that shows those bytes and was made nearest to that time.
    private func node(by device: DeviceID, near stamp: Stamp, showing bytes: [UInt8]) -> Node? {
        nearest(to: stamp, by: device) { id in nodes[id].map { $0.version.value.bytes == bytes } == true }
            .flatMap { nodes[$0] }
    }

    /// Of a device's events that fit, the one made nearest to that time.
    func nearest(to stamp: Stamp, by device: DeviceID, where fits: (EventID) -> Bool) -> EventID? {
        func distance(_ event: Event) -> UInt64 {
            let (one, two) = (event.stamp.rawValue, stamp.rawValue)
            return one > two ? one - two : two - one
        }
        return events.values.filter { $0.id.device == device && fits($0.id) }
            .min { (distance($0), $0.id) < (distance($1), $1.id) }?.id
    }

    /// Takes over a version that another log tells of.
    private mutating func adopt(_ event: Event, _ source: Node, _ local: ChecklistDocument, _ parents: [Node]) {
        var aliases = HistoryReader.aliases(of: parents)
        align(local, with: source.version.value, &aliases)
        nodes[event.id] = Node(
            heads: heads(of: parents + [source]), aliases: aliases, local: local, version: source.version)
    }

    /// The lines of two documents of the same bytes are the same lines.
    func align(_ local: ChecklistDocument, with shared: ChecklistDocument, _ aliases: inout [LineID: LineID]) {
        for (mine, theirs) in zip(local.lines, shared.lines) {
            if mine.id == theirs.id { aliases[mine.id] = nil } else { aliases[mine.id] = theirs.id }
        }
    }

    /// Makes an act of a value whose author's log is not at hand: what its author did is what tells it from the version
    /// that it differs least from.
    private mutating func infer(
        _ event: Event, from device: DeviceID, _ stamp: Stamp, _ local: ChecklistDocument, _ parents: [Node]
    ) {
        let base = likelyBase(of: local, before: event, stamp) ?? parents.first
        let shared = base?.version.value ?? ChecklistDocument()
        let act = recordInferred(
            .edited(shared.edits(adopting: local.bytes)), of: event, by: device, stamp,
            heads: heads(of: [base].compactMap { $0 }), base?.version)
        let id = act.event.id
        let node = Node(
            heads: [id], version: FieldLWW.Version(value: act.after, order: EventOrder(stamp: stamp, id: id)))
        adopt(event, node, local, parents)
    }

    /// Makes an act that a received value stands for.
    mutating func recordInferred(
        _ change: Change, of event: Event, by device: DeviceID, _ stamp: Stamp, heads: EventFrontier,
        _ base: FieldLWW.Version<ChecklistDocument>?
    ) -> RecordedAct {
        // Numbered apart from the device's own events, of which some may be known.
        let shadow = DeviceID(device.rawValue &+ 0x9E37_79B9_7F4A_7C15)
        inferredCounts[shadow, default: 0] += 1
        let id = EventID(device: shadow, counter: inferredCounts[shadow] ?? 1)
        return record(
            Event(id: id, note: event.note, stamp: stamp, parents: heads, change: change), author: device,
            origin: event.id, heads: heads, base)
    }

    /// Of the versions that the receiving store went through since it last received something, the newest of those that
    /// differ in the fewest lines from a document.
    private func likelyBase(of document: ChecklistDocument, before event: Event, _ stamp: Stamp) -> Node? {
        let bytes = document.bytes
        return versions(before: event, stamp).map { ($0.local.edits(adopting: bytes).lineCount, $0) }
            .min { $0.0 < $1.0 }?.1
    }

    /// The versions that the receiving store went through since it last received something, newest first: of those, what
    /// the author of a value of that stamp may have seen.
    func versions(before event: Event, _ stamp: Stamp) -> [Node] {
        var versions: [Node] = []
        var next = event.parents.count == 1 ? event.parents.first : nil
        var left = 256
        while let id = next, let node = nodes[id], let candidate = events[id], left > 0 {
            // What was made later than the value cannot have been seen by its author.
            if candidate.stamp < stamp { versions.append(node) }
            if case .received = candidate.change { break }
            next = candidate.parents.count == 1 ? candidate.parents.first : nil
            left -= 1
        }
        return versions
    }
}
