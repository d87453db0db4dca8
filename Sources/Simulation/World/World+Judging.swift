import Checklist
import Merging

extension World {
    /// Notes what an action set, now that it is done, and what its author saw of earlier ones.
    ///
    /// - Parameter screen: what its author saw before; nil for an action that meets no other and sets what was planned.
    mutating func addStakes(_ number: Int, _ action: Action<LineID>, by device: Int, _ screen: Screen?) {
        // Typing is told done when it is persisted, and what it sets is known before.
        if around.answers[number].refusal != nil { return }
        guard let screen else { return stakes.add(alone: plannedClaims[number] ?? [], of: number) }
        var claims = number < plannedClaims.count ? plannedClaims[number] : action.claims
        if claims == nil {
            guard let event = around.answers[number].event else { return }
            claims = action.claims(on: screen.document, as: event)
        }
        guard let claims else { return }
        if reach.isAlone(number) { return stakes.add(alone: claims, of: number) }
        let (answers, scheduled, work) = (around.answers, scheduled, work)
        stakes.add(
            claims, of: number,
            isOwn: { ($0 < scheduled.count ? scheduled[$0] : work[$0 - scheduled.count]).device == device },
            isKnown: { answers[$0].event.map(screen.past.contains) ?? false },
            isOnScreen: { $0.isVisible(in: screen.document, screen.values) })
    }

    /// What an author saw just before an action.
    struct Screen {
        var document: ChecklistDocument
        var values: NoteValues
        /// The events that had reached the device.
        var past: VersionVector
    }

    /// What the user of a device sees; nil where nobody will ask, since an action meets no other and sets what was planned.
    func screen(before number: Int, on device: Int) -> Screen? {
        let isAlone = reach.isAlone(number)
        if isAlone, number < plannedClaims.count, plannedClaims[number] != nil { return nil }
        let replica = devices[device].replica
        return Screen(
            document: devices[device].shown, values: NoteValues(title: replica.title, isTrashed: replica.isTrashed),
            past: isAlone ? VersionVector() : around.past(of: replica.heads))
    }

    /// The judge of the run so far.
    var judge: Judge {
        let answers = around.answers
        let pasts = around.pasts
        return Judge(
            stakes: stakes,
            ends: devices.map {
                Judge.End(
                    document: $0.replica.document,
                    values: NoteValues(title: $0.replica.title, isTrashed: $0.replica.isTrashed))
            }, start: note.document, isDone: { answers[$0].event != nil },
            isKnown: { act, author in
                guard let event = answers[act].event, let later = answers[author].event, event != later else {
                    return false
                }
                return pasts[later]?.contains(event) ?? false
            })
    }

    /// Judges the run that just ended.
    func ledger() -> LossLedger {
        let (endings, harmed) = judge.judge()
        let first = devices[0].replica
        let hasConverged = devices.dropFirst().allSatisfy {
            $0.replica.title == first.title && $0.replica.isTrashed == first.isTrashed
                && $0.replica.document.bytes == first.document.bytes
        }
        return LossLedger(around.answers, actions: actions, sparing(harmed, endings), hasConverged: hasConverged)
    }

    /// The endings, where an act of which all that came to harm is in some conflict copy is set aside instead.
    private func sparing(_ harmed: [Int: [Claim]], _ endings: [Int: Judge.Ending]) -> [Int: Judge.Ending] {
        let copies = devices.flatMap { device in
            device.replica.conflictCopies.map {
                Judge.End(document: $0, values: NoteValues(title: "", isTrashed: false))
            }
        }
        if copies.isEmpty { return endings }
        var endings = endings
        for (act, claims) in harmed where endings[act]?.outcome.isHarm == true {
            let isKept = claims.allSatisfy { claim in
                copies.contains { claim.isVisible(in: $0.document, $0.values) }
            }
            if isKept { endings[act] = (.setAside, nil) }
        }
        return endings
    }

    /// How many of the actions of the run that just ended came to harm, of how many acknowledged ones; takes the short way
    /// where all is well.
    func harm() -> (actions: Int, lost: Int) {
        if devices.contains(where: { !$0.replica.conflictCopies.isEmpty }) {
            let ledger = ledger()
            return (ledger.acknowledgedCount, ledger.harmCount)
        }
        var (count, lost, last, isLost) = (0, 0, -1, false)
        var judge: Judge?
        for (index, stake) in stakes.list.enumerated() where around.answers[stake.act].event != nil {
            if stake.act != last { (count, last, isLost) = (count + 1, stake.act, false) }
            if isLost || isVisible(stake.claim) { continue }
            let known = judge ?? self.judge
            judge = known
            if known.ending(of: index).outcome.isHarm { (lost, isLost) = (lost + 1, true) }
        }
        return (count, lost)
    }

    private func isVisible(_ claim: Claim) -> Bool {
        for index in devices.indices {
            let isThere = claim.isVisible(
                in: devices[index].replica.document,
                NoteValues(title: devices[index].replica.title, isTrashed: devices[index].replica.isTrashed))
            if !isThere { return false }
        }
        return true
    }
}

extension LossLedger {
    /// The ledger of actions that users were told about.
    init(_ answers: Answers, actions: [ScheduledAction], _ endings: [Int: Judge.Ending], hasConverged: Bool) {
        entries = actions.enumerated().map { number, action in
            var entry = Entry(number: number, device: action.device, verdict: .unanswered)
            if let refusal = answers[number].refusal {
                entry.verdict = .refused(refusal)
            } else if answers[number].event != nil {
                entry.verdict = .acknowledged(endings[number]?.outcome ?? .survived)
                entry.other = endings[number]?.other
            }
            return entry
        }
        self.hasConverged = hasConverged
    }
}
