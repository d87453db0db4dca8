import Checklist
import Events
import Merging

/// Titles and trashed flags that were received.
extension HistoryReader {
    /// A title or a flag that won over what was there; false if it has to wait for its author's log.
    mutating func receiveFields(
        _ parts: NoteParts, of event: Event, from device: DeviceID, _ stamp: Stamp, _ parents: [Node], isForced: Bool
    ) -> Bool {
        let author: Node
        if let source = source(of: parts, from: device, near: stamp) {
            if let node = nodes[source] {
                author = node
            } else if isForced {
                author = inferFields(parts, of: event, from: device, stamp, parents)
            } else {
                return false
            }
        } else if authors.contains(device), !isForced {
            return false
        } else {
            author = inferFields(parts, of: event, from: device, stamp, parents)
        }
        if var node = nodes[event.id] {
            // With a body, which was read before.
            node.heads = heads(of: [node, author])
            nodes[event.id] = node
            return true
        }
        let local = local(event, parents)
        nodes[event.id] = Node(
            heads: heads(of: parents + [author]), aliases: HistoryReader.aliases(of: parents), local: local,
            version: HistoryReader.winner(of: parents) ?? author.version)
        return true
    }

    /// The event of a device that set the same, by its stamp, or else the nearest to it.
    private func source(of parts: NoteParts, from device: DeviceID, near stamp: Stamp) -> EventID? {
        func sets(_ id: EventID) -> Bool {
            guard let change = events[id]?.change else { return false }
            return (parts.title == nil || change.newTitle == parts.title)
                && (parts.trashed == nil || change.newTrashed == parts.trashed)
        }
        if let named = sources[Source(device: device, stamp: stamp)]?.first(where: sets) { return named }
        return nearest(to: stamp, by: device, where: sets)
    }

    /// Makes acts of a title and a flag whose author's log is not at hand: done on the newest version of the receiving
    /// store that may have been seen by then.
    private mutating func inferFields(
        _ parts: NoteParts, of event: Event, from device: DeviceID, _ stamp: Stamp, _ parents: [Node]
    ) -> Node {
        let base = versions(before: event, stamp).first ?? parents.first
        var heads = heads(of: [base].compactMap { $0 })
        let changes: [Change?] = [
            parts.title.map { .retitled($0) }, parts.trashed.map { $0 ? .trashed : .restored },
        ]
        for case let change? in changes {
            let act = recordInferred(change, of: event, by: device, stamp, heads: heads, base?.version)
            heads = [act.event.id]
        }
        return Node(
            heads: heads, version: base?.version ?? FieldLWW.Version(value: ChecklistDocument(), order: .origin))
    }
}
