package import Checklist
public import Events

extension LineMerge.State {
    /// Takes in one event.
    ///
    /// - Complexity: That of its edits, if its author had seen all events taken in before; else that of replaying the
    ///   events since the last critical version.
    @discardableResult
    public mutating func apply(_ event: Event) -> LineMerge.Outcome {
        let outcome = absorb(event)
        if outcome == .applied, !waiting.isEmpty { absorbWaiting() }
        settle()
        return outcome
    }

    /// Takes in many events, in any order; replays at most once.
    ///
    /// - Returns: whether all could be taken in or wait; false if some would need history that is not at hand.
    @discardableResult
    public mutating func apply(contentsOf events: some Sequence<Event>) -> Bool {
        var isComplete = true
        for event in events where absorb(event) == .historyNeeded { isComplete = false }
        if !waiting.isEmpty { absorbWaiting() }
        settle()
        return isComplete
    }

    private mutating func absorbWaiting() {
        var progress = true
        while progress {
            progress = false
            let candidates = waiting
            waiting = []
            for event in candidates where absorb(event) == .applied { progress = true }
        }
    }

    private mutating func absorb(_ event: Event) -> LineMerge.Outcome {
        if event.parents == heads, late.isEmpty, event.stamp > newest.stamp {
            guard event.id.counter > version[event.id.device] else { return .duplicate }
            follow(event)
            return .applied
        }
        guard !version.contains(event.id) else { return .duplicate }
        guard event.parents.allSatisfy(version.contains) else {
            if !waiting.contains(where: { $0.id == event.id }) { waiting.append(event) }
            return .waiting
        }
        return insert(event)
    }

    /// Applies an event that has seen all others: the whole work of a linear history.
    private mutating func follow(_ event: Event) {
        if retention > 0 {
            if entries.isEmpty { base = checkpoint() }
            let last = checkpoints.last?.index ?? 0
            if window != nil || entries.count - last >= stride { checkpoints.append(checkpoint()) }
            entries.append(LineMerge.Entry(event: event, order: EventOrder(stamp: event.stamp, id: event.id)))
        }
        window = nil
        version.insert(event.id)
        if !known.isEmpty { known[event.id] = LineMerge.Knowledge(seen: version, stamp: event.stamp) }
        newest = EventOrder(stamp: event.stamp, id: event.id)
        if heads.count == 1 { heads[0] = event.id } else { heads = [event.id] }
        document.apply(event)
        if retention < .max, entries.count > 2 * retention { forget() }
    }

    private func checkpoint() -> LineMerge.Checkpoint {
        LineMerge.Checkpoint(
            index: entries.count, document: document, heads: heads, version: version, newest: newest)
    }

    /// Lets go of the oldest events at hand.
    private mutating func forget() {
        guard let cut = checkpoints.lastIndex(where: { $0.index <= entries.count - retention }) else { return }
        base = checkpoints[cut]
        checkpoints.removeSubrange(...cut)
        if !known.isEmpty { for entry in entries[..<base.index] { known[entry.event.id] = nil } }
        entries.removeSubrange(..<base.index)
        for index in checkpoints.indices { checkpoints[index].index -= base.index }
        base.index = 0
    }

    /// Puts an event that has not seen all others, or is not the newest, where it belongs.
    private mutating func insert(_ event: Event) -> LineMerge.Outcome {
        if entries.isEmpty, late.isEmpty { base = checkpoint() }
        let hasSeenBase = event.parents.contains { !base.version.contains($0) } || event.parents == base.heads
        guard hasSeenBase else { return .historyNeeded }
        if known.isEmpty { traceKnowledge() }

        let knowledge = knowledge(of: event)
        let entry = LineMerge.Entry(event: event, order: EventOrder(stamp: knowledge.stamp, id: event.id))
        while let last = checkpoints.last, last.newest > entry.order || !knowledge.seen.isSuperset(of: last.version) {
            checkpoints.removeLast()
        }
        let extendsWindow =
            late.isEmpty && entry.order > newest && window != nil && window?.start == (checkpoints.last?.index ?? 0)

        known[event.id] = knowledge
        version.insert(event.id)
        heads.removeAll(where: event.parents.contains)
        heads.insert(event.id, at: heads.partitioningIndex { $0 > event.id })
        newest = max(newest, entry.order)
        if extendsWindow {
            entries.append(entry)
            window?.apply(entry, seen: knowledge.seen)
            if let merged = window?.document { document = merged }
        } else {
            window = nil
            late.append(entry)
        }
        return .applied
    }

    /// What an event whose parents are all known had seen.
    ///
    /// The stamp of a well-formed event exceeds its parents'. Of any other, the order must extend causality all the
    /// same, and on every device alike.
    private func knowledge(of event: Event) -> LineMerge.Knowledge {
        var knowledge = LineMerge.Knowledge(seen: base.version, stamp: event.stamp)
        if !event.parents.isEmpty, knowledge.stamp <= base.newest.stamp {
            knowledge.stamp = base.newest.stamp.successor
        }
        for parent in event.parents {
            guard let above = known[parent] else { continue }
            knowledge.seen.formUnion(above.seen)
            if knowledge.stamp <= above.stamp { knowledge.stamp = above.stamp.successor }
        }
        knowledge.seen.insert(event.id)
        return knowledge
    }

    private mutating func traceKnowledge() {
        known.reserveCapacity(2 * entries.count + 16)
        for entry in entries { known[entry.event.id] = knowledge(of: entry.event) }
    }

    /// Sorts late events in and replays from the last critical version before them.
    private mutating func settle() {
        guard !late.isEmpty else { return }
        late.sort { $0.order < $1.order }
        let first = late[0].order
        let cut = entries.partitioningIndex { $0.order > first }
        var merged: [LineMerge.Entry] = []
        merged.reserveCapacity(entries.count - cut + late.count)
        var (left, right) = (cut, 0)
        while left < entries.count || right < late.count {
            if right == late.count || (left < entries.count && entries[left].order < late[right].order) {
                merged.append(entries[left])
                left += 1
            } else {
                merged.append(late[right])
                right += 1
            }
        }
        entries.replaceSubrange(cut..., with: merged)
        late.removeAll()

        let start = checkpoints.last ?? base
        var window = LineMerge.Window(start: start.index, document: start.document)
        for entry in entries[start.index...] {
            window.apply(entry, seen: known[entry.event.id]?.seen ?? version)
        }
        document = window.document
        self.window = window
    }
}

extension Stamp {
    /// The next greater stamp, if there is one.
    var successor: Stamp { Stamp(rawValue: rawValue == .max ? .max : rawValue + 1) }
}

extension ChecklistDocument {
    /// Applies an event that had seen all this document stands for.
    package mutating func apply(_ event: Event) {
        switch event.change {
        case .toggled(let line, _, let mark):
            setMark(line, to: mark)
        case .created(_, let body, _) where lineCount == 0:
            self = ChecklistDocument(parsing: body, madeBy: event.id)
        case let change:
            let edits = change.lineEdits
            if !edits.isEmpty { apply(edits, by: event.id) }
        }
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index whose element satisfies a predicate that holds from some index on.
    func partitioningIndex(_ predicate: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
