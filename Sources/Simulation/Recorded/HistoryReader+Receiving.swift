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
        func distance(_ event: Event) -> UInt64 {
            let (one, two) = (event.stamp.rawValue, stamp.rawValue)
            return one > two ? one - two : two - one
        }
        let candidates = events.values.filter { event in
            event.id.device == device && nodes[event.id].map { $0.version.value.bytes == bytes } == true
        }
        return candidates.min { (distance($0), $0.id) < (distance($1), $1.id) }.flatMap { nodes[$0.id] }
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
        // Numbered apart from the device's own events, of which some may be known.
        let shadow = DeviceID(device.rawValue &+ 0x9E37_79B9_7F4A_7C15)
        inferredCounts[shadow, default: 0] += 1
        let id = EventID(device: shadow, counter: inferredCounts[shadow] ?? 1)
        let edits = shared.edits(adopting: local.bytes)
        let heads = heads(of: [base].compactMap { $0 })
        let act = record(
            Event(id: id, note: event.note, stamp: stamp, parents: heads, change: .edited(edits)), author: device,
            origin: event.id, heads: heads, base?.version)
        let node = Node(
            heads: [id], version: FieldLWW.Version(value: act.after, order: EventOrder(stamp: stamp, id: id)))
        adopt(event, node, local, parents)
    }

    /// Of the versions that the receiving store went through since it last received something, the newest of those that
    /// differ in the fewest lines from a document.
    private func likelyBase(of document: ChecklistDocument, before event: Event, _ stamp: Stamp) -> Node? {
        let bytes = document.bytes
        var best: (difference: Int, node: Node)?
        var next = event.parents.count == 1 ? event.parents.first : nil
        var left = 256
        while let id = next, let node = nodes[id], let candidate = events[id], left > 0 {
            // What was made later than the value cannot have been seen by its author.
            if candidate.stamp < stamp {
                let difference = node.local.edits(adopting: bytes).lineCount
                if difference < best?.difference ?? .max { best = (difference, node) }
            }
            if case .received = candidate.change { break }
            next = candidate.parents.count == 1 ? candidate.parents.first : nil
            left -= 1
        }
        return best?.node
    }
}
