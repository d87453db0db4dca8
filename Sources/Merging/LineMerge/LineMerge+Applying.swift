package import Checklist
public import Events

extension LineMerge.State {
    /// Takes in one event.
    ///
    /// - Complexity: That of its edits, if its author had seen all events taken in before; else that of replaying the
    ///   events since the last critical version.
    @discardableResult
    public mutating func apply(_ event: Event) -> LineMerge.Outcome {
        apply(event, markedAt: nil)
    }

    /// Takes in one event. If it is a toggle, `site` may say where its line stands in the body as it is now.
    @discardableResult
    package mutating func apply(_ event: Event, markedAt site: MarkSite?) -> LineMerge.Outcome {
        let outcome = absorb(event, markedAt: site)
        if outcome == .applied, !waiting.isEmpty { absorbWaiting() }
        settle()
        return outcome
    }

    /// Takes in many events, in any order; replays at most once.
    ///
    /// - Returns: whether all could be taken in or wait; false if some would need history that is not at hand.
    /// - Complexity: For m events that are concurrent to n since the last critical version, that of the edits of all
    ///   n + m, and O(m log m) to sort what does not come in order.
    @discardableResult
    public mutating func apply(contentsOf events: some Sequence<Event>) -> Bool {
        // In total order nothing waits for parents that stand further back in the batch.
        var batch = Array(events)
        if !batch.isInTotalOrder { batch.sort { $0.stamp != $1.stamp ? $0.stamp < $1.stamp : $0.id < $1.id } }
        var isComplete = true
        for event in batch where absorb(event) == .historyNeeded { isComplete = false }
        if !waiting.isEmpty { absorbWaiting() }
        settle()
        return isComplete
    }

    /// Takes in the event that begins the note, where nothing is taken in yet and no event must stay at hand. Its body is
    /// handed in as it lies, and is missing in the event.
    ///
    /// - Returns: whether that could be.
    package mutating func begin(with event: Event, body: UnsafeRawBufferPointer) -> Bool {
        guard retention == 0, event.parents.isEmpty, heads.isEmpty, version.newest.isEmpty, waiting.isEmpty,
            document.isEmpty, event.stamp > newest.stamp
        else { return false }
        follow(event, markedAt: nil)
        document = ChecklistDocument(parsing: body.assumingMemoryBound(to: UInt8.self), madeBy: event.id)
        return true
    }

    /// Where the mark of a checkbox stands, and the mark that ticks or clears it. It is mutating for speed only.
    package mutating func planToggle(of line: LineID, to ticked: Bool?) -> (site: MarkSite, mark: UInt8)? {
        guard let site = document.markSite(of: line), let mark = document.mark(toggling: site, to: ticked) else {
            return nil
        }
        return (site, mark)
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

    private mutating func absorb(_ event: Event, markedAt site: MarkSite? = nil) -> LineMerge.Outcome {
        if event.parents == heads, event.stamp > newest.stamp, history?.value.late.isEmpty ?? true {
            guard event.id.counter > version[event.id.device] else { return .duplicate }
            follow(event, markedAt: site)
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
    private mutating func follow(_ event: Event, markedAt site: MarkSite?) {
        var site = site
        if let merged = history?.value.window?.value.document {
            document = merged
            // It was found in another version.
            site = nil
        }
        let order = EventOrder(stamp: event.stamp, id: event.id)
        if retention > 0 {
            let isCopyDue = history?.value.isCopyDue(stride: stride) ?? true
            let copy = isCopyDue ? checkpoint(at: history?.value.entries.count ?? 0) : nil
            if history == nil, let copy { history = CopyOnWrite(LineMerge.History(base: copy)) }
            history?.value.follow(LineMerge.Entry(event: event, stamp: event.stamp), on: copy, seen: version)
        } else {
            history = nil
        }
        version.insert(event.id)
        newest = order
        heads = EventFrontier(event.id)
        document.apply(event, markedAt: site)
        if retention < .max, let count = history?.value.entries.count, count > 2 * retention {
            history?.value.forget(keeping: retention)
        }
    }

    private func checkpoint(at index: Int) -> LineMerge.Checkpoint {
        LineMerge.Checkpoint(index: index, document: document, heads: heads, version: version, newest: newest)
    }

    /// Puts an event that has not seen all others, or is not the newest, where it belongs.
    private mutating func insert(_ event: Event) -> LineMerge.Outcome {
        let isBare = history.map { $0.value.entries.isEmpty && $0.value.late.isEmpty } ?? true
        if isBare { history = CopyOnWrite(LineMerge.History(base: checkpoint(at: 0))) }
        guard let place = history?.value.insert(event, newest: newest) else { return .historyNeeded }
        version.insert(event.id)
        heads.advance(by: event.id, seeing: event.parents)
        newest = max(newest, place)
        return .applied
    }

    /// Shows what the events taken in come to.
    private mutating func settle() {
        guard history != nil else { return }
        if history?.value.late.isEmpty ?? true {
            if let merged = history?.value.window?.value.document { document = merged }
        } else if let merged = history?.value.settle() {
            document = merged
        }
    }
}

extension [Event] {
    /// Whether each event stands behind those of smaller stamp and device.
    fileprivate var isInTotalOrder: Bool {
        for index in indices.dropFirst() {
            let (before, next) = (self[index - 1], self[index])
            if before.stamp != next.stamp ? before.stamp > next.stamp : before.id > next.id { return false }
        }
        return true
    }
}

extension ChecklistDocument {
    /// Applies an event that had seen all this document stands for; a toggle at `site`, if it is known.
    package mutating func apply(_ event: Event, markedAt site: MarkSite? = nil) {
        switch event.change {
        case .toggled(let line, _, let mark):
            if let site, site.line == line, setMark(at: site, to: mark) { return }
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
