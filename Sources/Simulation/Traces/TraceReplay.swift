import Checklist
import Events
public import Merging

/// A recorded history of several authors, typed again on as many replicas: each author on his own, in batches, getting to
/// see of the others what he had seen then.
public struct TraceReplay<Policy: MergePolicy> {
    /// What came of it.
    public struct Result: Sendable {
        /// How many batches were typed.
        public var batchCount = 0
        /// How many of them beside another one, neither author having seen the other's.
        public var concurrentCount = 0
        /// Whether all replicas show the same in the end.
        public var hasConverged = false
        /// Whether what authors had on their screens, merged character by character, ends as the history says.
        public var isFaithful = false
        /// Of each author: how many of his characters nobody ever deleted, and how many of those are there.
        public var typed: [Int] = []
        /// See ``typed``.
        public var kept: [Int] = []
        /// How many characters are there although somebody deleted them.
        public var resurrectedCount = 0
        /// How many characters are there more than once.
        public var duplicatedCount = 0
        /// What was done, as a log.
        public var log: RecordedLog
    }

    private let trace: EditingTrace
    private let batches: [Range<Int>]
    private var screens: TraceScreens
    private var replicas: [Policy.NoteReplica]
    /// The batches that each author has seen, and the messages of each batch.
    private var seen: [VersionVector]
    private var past: [VersionVector] = []
    private var messages: [Policy.NoteReplica.Message?] = []
    private var counters: [UInt64]
    private var deleted: Set<Int> = []
    private var log: [Event] = []
    private let note: NoteStart

    /// A replay of a history under a policy.
    public init(_ trace: EditingTrace, policy: Policy) throws(TraceError) {
        for (index, transaction) in trace.transactions.enumerated() {
            let isKnown = transaction.parents.allSatisfy { (0..<index).contains($0) }
            guard isKnown, (0..<trace.agentCount).contains(transaction.agent) else { throw .badTransaction(index) }
        }
        self.trace = trace
        batches = trace.batches
        screens = TraceScreens(agentCount: trace.agentCount)
        let start = EventID(device: DeviceID(0), counter: 1)
        note = NoteStart(note: NoteID(high: 0, low: 1), document: ChecklistDocument(), heads: [start])
        replicas = (0..<trace.agentCount).map { [note] _ in policy.replica(of: note) }
        seen = Array(repeating: VersionVector(), count: trace.agentCount)
        counters = Array(repeating: 0, count: trace.agentCount)
        log = [
            Event(
                id: start, note: note.note, stamp: Stamp(rawValue: 1), parents: [],
                change: .created(title: "", body: [], attributes: []))
        ]
    }

    /// Types it all.
    ///
    /// - Parameter progress: told the number of batches done.
    public mutating func run(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws(TraceError) -> Result {
        // Which batch each transaction is in.
        var owners = [Int](repeating: 0, count: trace.transactions.count)
        for (number, batch) in batches.enumerated() { for index in batch { owners[index] = number } }
        for number in batches.indices {
            try type(number, owners)
            progress(number + 1, batches.count)
        }
        for agent in replicas.indices { catchUp(agent, with: past.indices) }
        return result()
    }

    private func id(of batch: Int, by agent: Int) -> EventID {
        EventID(device: DeviceID(UInt64(agent) + 1), counter: UInt64(batch) + 1)
    }

    private mutating func type(_ number: Int, _ owners: [Int]) throws(TraceError) {
        let batch = batches[number]
        let first = trace.transactions[batch.lowerBound]
        let agent = first.agent
        var known = seen[agent]
        for parent in first.parents { known.formUnion(past[owners[parent]]) }
        let new = past.indices.filter { earlier in
            let id = id(of: earlier, by: trace.transactions[batches[earlier].lowerBound].agent)
            return known.contains(id) && !seen[agent].contains(id)
        }
        catchUp(agent, with: new)
        screens.show(new, to: agent)

        var body = characters(of: agent)
        var cursor = 0
        var removed: [Int] = []
        try screens.type(trace.transactions[batch], by: agent) { deleted, inserted, screen, position in
            removed += deleted
            for character in deleted {
                if let place = TraceReplay.place(of: character, in: body, near: cursor) {
                    body.remove(at: place)
                    cursor = place
                }
            }
            guard !inserted.isEmpty else { return }
            // Behind the nearest character to the left that is still there.
            let anchor = screen[..<position].reversed().lazy.compactMap {
                TraceReplay.place(of: $0, in: body, near: cursor)
            }.first
            let place = anchor.map { $0 + 1 } ?? 0
            body.insert(contentsOf: inserted, at: place)
            cursor = place + inserted.count - 1
        }
        guard screens.scalars.count <= TraceCipher.capacity else { throw .tooLong }
        deleted.formUnion(removed)
        commit(body, batch: number, by: agent)
        seen[agent].formUnion(known)
        seen[agent].insert(id(of: number, by: agent))
        past.append(seen[agent])
    }

    /// Where a character is; most often next to the last one.
    private static func place(of character: Int, in body: [Int], near cursor: Int) -> Int? {
        for place in max(0, cursor - 2)..<min(body.count, cursor + 3) where body[place] == character { return place }
        return body.firstIndex(of: character)
    }

    private func characters(of agent: Int) -> [Int] {
        TraceCipher.decode(replicas[agent].document.bytes, isLineFeed: isLineFeed)
    }

    private func isLineFeed(_ character: Int) -> Bool { screens.scalars[character] == "\n" }

    /// Saves an author's text.
    private mutating func commit(_ body: [Int], batch: Int, by agent: Int) {
        let bytes = TraceCipher.encode(body, isLineFeed: isLineFeed)
        counters[agent] += 1
        // A second a batch; the hybrid clock of an author is ahead of all that he has seen, since batches are in order.
        let wall = 1_700_000_000_000 + UInt64(batch) * 1000
        let event = Event(
            id: EventID(device: DeviceID(UInt64(agent) + 1), counter: counters[agent]), note: note.note,
            stamp: Stamp(milliseconds: wall), parents: replicas[agent].heads,
            change: .edited(replicas[agent].document.edits(adopting: bytes)))
        replicas[agent].commit(event, sequence: counters[agent], wallTime: wall, editor: nil)
        messages.append(replicas[agent].pending(after: counters[agent] - 1))
        replicas[agent].confirm(through: counters[agent], stamp: Stamp(rawValue: 0))
        log.append(event)
    }

    /// Lets an author's replica have what others typed.
    private mutating func catchUp(_ agent: Int, with batches: some Sequence<Int>) {
        for batch in batches where trace.transactions[self.batches[batch].lowerBound].agent != agent {
            if let message = messages[batch] { replicas[agent].receive(message) }
        }
    }

    private mutating func result() -> Result {
        for agent in replicas.indices { screens.show(past.indices, to: agent) }
        var result = Result(log: RecordedLog(name: "history", events: log))
        result.batchCount = batches.count
        result.isFaithful = replicas.indices.allSatisfy { screens.text(of: screens.screen(of: $0)) == trace.end }
        let bodies = replicas.map(\.document.bytes)
        result.hasConverged = bodies.allSatisfy { $0 == bodies[0] }
        var found: [Int: Int] = [:]
        for character in characters(of: 0) where character >= 0 { found[character, default: 0] += 1 }
        result.typed = Array(repeating: 0, count: trace.agentCount)
        result.kept = result.typed
        for (character, author) in screens.authors.enumerated() {
            let count = found[character] ?? 0
            if count > 1 { result.duplicatedCount += 1 }
            if deleted.contains(character) {
                if count > 0 { result.resurrectedCount += 1 }
            } else {
                result.typed[author] += 1
                if count > 0 { result.kept[author] += 1 }
            }
        }
        for (number, one) in past.enumerated() {
            let agent = trace.transactions[batches[number].lowerBound].agent
            let isAlone = past.indices.allSatisfy { other in
                let author = trace.transactions[batches[other].lowerBound].agent
                return one.contains(id(of: other, by: author)) || past[other].contains(id(of: number, by: agent))
            }
            if !isAlone { result.concurrentCount += 1 }
        }
        return result
    }
}
