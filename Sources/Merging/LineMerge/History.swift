import Checklist
import Events

extension LineMerge {
    /// The events that a state has at hand for late concurrent ones, and what merging them needs.
    struct History: Sendable {
        /// The state that the events at hand follow on.
        var base: Checkpoint
        /// The events at hand in total order.
        var entries: [Entry] = []
        /// Copies at critical versions among the entries, oldest first.
        var checkpoints: [Checkpoint] = []
        /// Late events that still have to be sorted in among the entries.
        var late: [Entry] = []
        /// What each event at hand had seen; empty until the first concurrent one.
        var knowledge = Knowledge()
        /// The lines since the last critical version with what merging needs, while there is concurrency.
        var window: CopyOnWrite<Window>?

        init(base: Checkpoint) {
            self.base = base
            // Nearly always more than one comes.
            entries.reserveCapacity(4)
        }
    }

    struct Entry: Sendable {
        var event: Event
        /// The stamp that counts for its place.
        var stamp: Stamp

        var order: EventOrder { EventOrder(stamp: stamp, id: event.id) }
    }

    /// The state after the first `index` entries, where all later ones have seen those.
    struct Checkpoint: Sendable {
        var index: Int
        var document: ChecklistDocument
        var heads: EventFrontier
        var version: VersionVector
        var newest: EventOrder
    }
}

extension LineMerge.History {
    /// Whether the next event that has seen all others is to leave a copy of the state before it.
    func isCopyDue(stride: Int) -> Bool {
        entries.isEmpty || window != nil || entries.count - (checkpoints.last?.index ?? 0) >= stride
    }

    /// Appends an event that has seen all others, and a copy of the state before it if one is due.
    mutating func follow(_ entry: LineMerge.Entry, on copy: LineMerge.Checkpoint?, seen version: VersionVector) {
        if let copy {
            if entries.isEmpty { base = copy } else { checkpoints.append(copy) }
        }
        entries.append(entry)
        window = nil
        guard !knowledge.isEmpty else { return }
        let past = LineMerge.CausalPast(others: version, event: entry.event.id)
        knowledge.append(LineMerge.Knowledge.Entry(past: past, stamp: entry.event.stamp))
    }

    /// Lets go of the oldest events at hand, so that about `retention` remain.
    mutating func forget(keeping retention: Int) {
        guard let cut = checkpoints.lastIndex(where: { $0.index <= entries.count - retention }) else { return }
        base = checkpoints[cut]
        checkpoints.removeSubrange(...cut)
        knowledge.remove(through: base.version)
        entries.removeSubrange(..<base.index)
        for index in checkpoints.indices { checkpoints[index].index -= base.index }
        base.index = 0
    }

    /// Puts an event that has not seen all others, or is not the newest, where it belongs: at the end of the window at
    /// once, or among the late ones.
    ///
    /// - Parameter newest: The place of the newest event.
    /// - Returns: its place; nil if what it follows on is not at hand.
    mutating func insert(_ event: Event, newest: EventOrder) -> EventOrder? {
        let hasSeenBase = event.parents.contains { !base.version.contains($0) } || event.parents == base.heads
        guard hasSeenBase else { return nil }
        if knowledge.isEmpty { for entry in entries { knowledge.append(know(entry.event)) } }

        let known = know(event)
        let entry = LineMerge.Entry(event: event, stamp: known.stamp)
        while let last = checkpoints.last, last.newest > entry.order || !known.past.covers(last.version) {
            checkpoints.removeLast()
        }
        knowledge.append(known)
        if late.isEmpty, entry.order > newest, window?.value.start == (checkpoints.last?.index ?? 0) {
            entries.append(entry)
            window?.value.apply(entry, seen: known.past)
        } else {
            window = nil
            late.append(entry)
        }
        return entry.order
    }

    /// What an event whose parents are all known had seen.
    ///
    /// The stamp of a well-formed event exceeds its parents'. Of any other, the order must extend causality all the
    /// same, and on every device alike.
    private func know(_ event: Event) -> LineMerge.Knowledge.Entry {
        var stamp = event.stamp
        if !event.parents.isEmpty, stamp <= base.newest.stamp { stamp = base.newest.stamp.successor }
        var others: VersionVector?
        for parent in event.parents {
            guard let above = knowledge[parent] else { continue }
            if stamp <= above.stamp { stamp = above.stamp.successor }
            if others == nil { others = above.past.others } else { others?.formUnion(above.past.others) }
            if parent.device != event.id.device { others?.insert(parent) }
        }
        return LineMerge.Knowledge.Entry(
            past: LineMerge.CausalPast(others: others ?? base.version, event: event.id), stamp: stamp)
    }

    /// Sorts late events in and replays from the last critical version before them.
    mutating func settle() -> ChecklistDocument {
        late.sort { $0.order < $1.order }
        let first = late[0].order
        let cut = entries.partitioningIndex { $0.order > first }
        sortIn(from: cut)
        late.removeAll()

        let start = checkpoints.last ?? base
        var window = LineMerge.Window(start: start.index, document: start.document)
        for index in start.index..<entries.count {
            guard let known = knowledge[entries[index].event.id] else { continue }
            window.apply(entries[index], seen: known.past)
        }
        let document = window.document
        self.window = CopyOnWrite(window)
        return document
    }

    /// What is left of a line that the events at hand deleted; nil if it is there, or was gone before them.
    ///
    /// - Complexity: that of replaying the events since the last critical version that has the line.
    func tombstone(of line: LineID) -> Tombstone? {
        let start = checkpoints.last { $0.document.index(of: line) != nil } ?? base
        var knowledge = knowledge
        if knowledge.isEmpty {
            // Each event at hand follows on the one before.
            var version = base.version
            for entry in entries {
                let past = LineMerge.CausalPast(others: version, event: entry.event.id)
                knowledge.append(LineMerge.Knowledge.Entry(past: past, stamp: entry.stamp))
                version.insert(entry.event.id)
            }
        }
        var window = LineMerge.Window(start: start.index, document: start.document)
        for entry in entries[start.index...] {
            if let known = knowledge[entry.event.id] { window.apply(entry, seen: known.past) }
        }
        guard let index = window.lineIndices[line], let place = window.lines[index].place else { return nil }
        return window.lines[index].grave.map {
            Tombstone(content: $0.bytes, after: window.line(before: place))
        }
    }

    /// Merges the late events, which are in order, with the entries from `cut` on.
    private mutating func sortIn(from cut: Int) {
        if cut == entries.count { return entries += late }
        if late.count == 1 { return entries.insert(late[0], at: cut) }
        var merged: [LineMerge.Entry] = []
        merged.reserveCapacity(entries.count + late.count)
        merged += entries[..<cut]
        var (left, right) = (cut, 0)
        while left < entries.count, right < late.count {
            if entries[left].order < late[right].order {
                merged.append(entries[left])
                left += 1
            } else {
                merged.append(late[right])
                right += 1
            }
        }
        merged += entries[left...]
        merged += late[right...]
        entries = merged
    }
}
