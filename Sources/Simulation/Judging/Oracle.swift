import Checklist
import Events
import Merging

/// Judges what became of actions. It knows what the users did and saw, and what the devices show in the end; how a
/// policy came to that it neither knows nor asks.
struct Oracle: Sendable {
    /// An action as it was done.
    struct Record: Sendable {
        var number: Int
        var action: Action
        /// Earlier actions on the same line whose effect was on the author's screen.
        var seen: [Int] = []
    }

    let note: NoteStart
    var records: [Record] = []

    init(note: NoteStart) { self.note = note }

    mutating func reset() { records.removeAll(keepingCapacity: true) }

    /// An action is about to be done: notes what its author sees of others on the same line.
    mutating func witness<R: Replica>(_ number: Int, _ action: Action, by device: Device<R>, events: [EventID?]) {
        var record = Record(number: number, action: action)
        // Random work has a line for each action: nothing to look for.
        if case .tick = action, records.count > 256 {
            records.append(record)
            return
        }
        for other in records where Oracle.meet(other, record, events: events) {
            if other.isVisible(
                on: device.shown, title: device.replica.title, isTrashed: device.replica.isTrashed, events)
                || records.contains(where: { $0.seen.contains(other.number) && record.seen.contains($0.number) })
            {
                record.seen.append(other.number)
            }
        }
        records.append(record)
    }

    /// How many of the actions came to harm, of how many acknowledged ones; takes the short way where all is well.
    func countLost<R: Replica>(
        devices: [Device<R>], events: [EventID?], acknowledgedAt: [UInt64], actions: [ScheduledAction],
        work: [ScheduledAction]
    ) -> (actions: Int, lost: Int) {
        var (count, lost) = (0, 0)
        for record in records where events[record.number] != nil {
            count += 1
            if isVisible(record, on: devices, events) { continue }
            if outcome(of: record, devices: devices, events: events, acknowledgedAt: acknowledgedAt).outcome.isHarm {
                lost += 1
            }
        }
        return (count, lost)
    }

    /// What became of each action.
    func judge<R: Replica>(
        devices: [Device<R>], events: [EventID?], refusals: [Refusal?], acknowledgedAt: [UInt64],
        actions: [ScheduledAction]
    ) -> LossLedger {
        let first = devices[0].replica
        let hasConverged = devices.dropFirst().allSatisfy {
            $0.replica.title == first.title && $0.replica.isTrashed == first.isTrashed
                && $0.replica.document.bytes == first.document.bytes
        }
        let damage = inspect(first.document, events: events)
        var entries: [LossLedger.Entry] = []
        for (number, action) in actions.enumerated() {
            var entry = LossLedger.Entry(number: number, device: action.device, verdict: .unanswered)
            if let refusal = refusals[number] {
                entry.verdict = .refused(refusal)
            } else if events[number] != nil, let record = records.first(where: { $0.number == number }) {
                let end = outcome(of: record, devices: devices, events: events, acknowledgedAt: acknowledgedAt)
                entry.verdict = .acknowledged(damage[number] ?? end.outcome)
                entry.other = end.other
            }
            entries.append(entry)
        }
        return LossLedger(entries: entries, hasConverged: hasConverged)
    }

    private func isVisible<R: Replica>(_ record: Record, on devices: [Device<R>], _ events: [EventID?]) -> Bool {
        for device in devices {
            guard
                record.isVisible(
                    on: device.replica.document, title: device.replica.title, isTrashed: device.replica.isTrashed,
                    events)
            else { return false }
        }
        return true
    }

    private func outcome<R: Replica>(
        of record: Record, devices: [Device<R>], events: [EventID?], acknowledgedAt: [UInt64]
    ) -> (outcome: LossLedger.Outcome, other: Int?) {
        let isThere = isVisible(record, on: devices, events)
        var override: Int?
        for other in records where other.number != record.number && events[other.number] != nil {
            guard Oracle.meet(record, other, events: events) else { continue }
            let isConcurrent = !record.seen.contains(other.number) && !other.seen.contains(record.number)
            if isThere {
                // Of several that agree, the last one is the one that stands.
                guard isConcurrent, record.agrees(with: other), isVisible(other, on: devices, events) else { continue }
                let isLater =
                    (acknowledgedAt[other.number], other.number) > (acknowledgedAt[record.number], record.number)
                if isLater { return (.agreed, other.number) }
            } else if other.seen.contains(record.number) {
                return (.superseded, other.number)
            } else if isConcurrent, !record.agrees(with: other), wasHeeded(other, devices: devices, events: events) {
                override = other.number
            }
        }
        if isThere { return (.survived, nil) }
        if let override { return (.overridden, override) }
        if case .delete = record.action { return (.resurrected, nil) }
        return (.lost, nil)
    }

    /// Whether an action is there in the end, or gave way to one whose author had seen it.
    private func wasHeeded<R: Replica>(_ record: Record, devices: [Device<R>], events: [EventID?]) -> Bool {
        isVisible(record, on: devices, events)
            || records.contains { $0.seen.contains(record.number) && events[$0.number] != nil }
    }
}
