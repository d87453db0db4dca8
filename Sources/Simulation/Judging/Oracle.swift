import Checklist
import Events
import Merging

/// Judges what became of actions. It knows what the users did and saw, and what the devices show in the end; how a
/// policy came to that it neither knows nor asks.
struct Oracle: Sendable {
    /// An action as it was done.
    struct Record: Sendable {
        var number: Int
        var action: Action<LineID>
        /// Earlier actions on the same line whose effect was on the author's screen.
        var seen: [Int] = []
    }

    /// What the users were told of their actions, by number.
    typealias Answers = ContiguousArray<Answer>

    let note: NoteStart
    var contacts: Contacts
    var records: [Record] = []

    init(note: NoteStart, contacts: Contacts) {
        self.note = note
        self.contacts = contacts
    }

    mutating func reset() { records.removeAll(keepingCapacity: true) }

    /// An action is about to be done: notes what its author sees of others on the same line.
    @inline(__always)
    mutating func witness<R: Replica>(_ number: Int, _ action: Action<LineID>, by device: Device<R>, answers: Answers) {
        let record = Record(number: number, action: action)
        if contacts.isAlone(number) { records.append(record) } else { witness(record, by: device, answers) }
    }

    private mutating func witness<R: Replica>(_ record: Record, by device: Device<R>, _ answers: Answers) {
        var record = record
        for other in records where contacts.meet(other.number, record.number) {
            if other.isVisible(
                on: device.shown, title: device.replica.title, isTrashed: device.replica.isTrashed, answers)
                || records.contains(where: { $0.seen.contains(other.number) && record.seen.contains($0.number) })
            {
                record.seen.append(other.number)
            }
        }
        records.append(record)
    }

    /// How many of the actions came to harm, of how many acknowledged ones; takes the short way where all is well.
    func countLost<R: Replica>(devices: [Device<R>], answers: Answers) -> (actions: Int, lost: Int) {
        var (count, lost) = (0, 0)
        for record in records where answers[record.number].event != nil {
            count += 1
            if isVisible(record, on: devices, answers) { continue }
            if outcome(of: record, isThere: false, devices: devices, answers: answers).outcome.isHarm { lost += 1 }
        }
        return (count, lost)
    }

    /// What became of each action.
    func judge<R: Replica>(
        devices: [Device<R>], answers: Answers, actions: [ScheduledAction]
    ) -> LossLedger {
        let first = devices[0].replica
        let hasConverged = devices.dropFirst().allSatisfy {
            $0.replica.title == first.title && $0.replica.isTrashed == first.isTrashed
                && $0.replica.document.bytes == first.document.bytes
        }
        let damage = inspect(first.document, answers: answers)
        var entries: [LossLedger.Entry] = []
        for (number, action) in actions.enumerated() {
            var entry = LossLedger.Entry(number: number, device: action.device, verdict: .unanswered)
            if let refusal = answers[number].refusal {
                entry.verdict = .refused(refusal)
            } else if answers[number].event != nil, let record = records.first(where: { $0.number == number }) {
                let isThere = isVisible(record, on: devices, answers)
                let end = outcome(of: record, isThere: isThere, devices: devices, answers: answers)
                entry.verdict = .acknowledged(damage[number] ?? end.outcome)
                entry.other = end.other
            }
            entries.append(entry)
        }
        return LossLedger(entries: entries, hasConverged: hasConverged)
    }

    private func isVisible<R: Replica>(_ record: Record, on devices: [Device<R>], _ answers: Answers) -> Bool {
        for index in devices.indices {
            guard
                record.isVisible(
                    on: devices[index].replica.document, title: devices[index].replica.title,
                    isTrashed: devices[index].replica.isTrashed, answers)
            else { return false }
        }
        return true
    }

    private func outcome<R: Replica>(
        of record: Record, isThere: Bool, devices: [Device<R>], answers: Answers
    ) -> (outcome: LossLedger.Outcome, other: Int?) {
        var override: Int?
        if !contacts.isAlone(record.number) {
            for other in records where answers[other.number].event != nil {
                guard contacts.meet(record.number, other.number) else { continue }
                let isConcurrent = !record.seen.contains(other.number) && !other.seen.contains(record.number)
                if isThere {
                    // Of several that agree, the last one is the one that stands.
                    guard isConcurrent, record.agrees(with: other), isVisible(other, on: devices, answers) else {
                        continue
                    }
                    let isLater =
                        (answers[other.number].time, other.number) > (answers[record.number].time, record.number)
                    if isLater { return (.agreed, other.number) }
                } else if other.seen.contains(record.number) {
                    return (.superseded, other.number)
                } else if isConcurrent, !record.agrees(with: other), wasHeeded(other, devices: devices, answers) {
                    override = other.number
                }
            }
        }
        if isThere { return (.survived, nil) }
        if let override { return (.overridden, override) }
        if case .delete = record.action { return (.resurrected, nil) }
        return (.lost, nil)
    }

    /// Whether an action is there in the end, or gave way to one whose author had seen it.
    private func wasHeeded<R: Replica>(_ record: Record, devices: [Device<R>], _ answers: Answers) -> Bool {
        isVisible(record, on: devices, answers)
            || records.contains { $0.seen.contains(record.number) && answers[$0.number].event != nil }
    }
}

/// What a user was told about an action.
struct Answer: Sendable {
    /// The event it became.
    var event: EventID?
    var refusal: Refusal?
    /// When it was acknowledged.
    var time: UInt64 = 0
}
