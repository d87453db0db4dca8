package import Checklist
import Events
package import Merging

/// What is known of an action that was really done, somewhere else than in a world: for the judge.
package struct Testimony: Sendable {
    /// The action's number in the scenario.
    package var number: Int
    /// What was done; nil if it could not be, since a line was not there.
    package var action: Action<LineID>?
    /// What was on the screen before, and the newest events that had come in.
    package var screen: NoteStart
    /// The event that it became, and what that was made on.
    package var event: EventID?
    /// The parents of that event.
    package var parents: [EventID]
    /// Why it came to nothing, if the user was told so.
    package var refusal: Refusal?

    /// A testimony of those parts.
    package init(
        number: Int, action: Action<LineID>?, screen: NoteStart, event: EventID? = nil, parents: [EventID] = [],
        refusal: Refusal? = nil
    ) {
        self.number = number
        self.action = action
        self.screen = screen
        self.event = event
        self.parents = parents
        self.refusal = refusal
    }
}

extension Scenario {
    /// Judges what became of actions that were really done, as a world's actions are judged.
    ///
    /// - Parameters:
    ///   - testimonies: of the actions, in the order in which they were done.
    ///   - ends: what each device shows in the end.
    package func judge(_ testimonies: [Testimony], from start: NoteStart, ends: [NoteStart]) -> LossLedger {
        var answers = Answers(repeating: Answer(), count: actions.count)
        for testimony in testimonies {
            answers[testimony.number] = Answer(event: testimony.event, refusal: testimony.refusal)
        }
        let pasts = pasts(of: testimonies)
        func past(of heads: EventFrontier) -> VersionVector {
            heads.reduce(into: VersionVector(heads)) { past, head in pasts[head].map { past.formUnion($0) } }
        }
        var stakes = Stakes()
        for testimony in testimonies {
            guard let action = testimony.action, let event = testimony.event else { continue }
            let (screen, number) = (testimony.screen, testimony.number)
            let known = past(of: screen.heads)
            let values = NoteValues(title: screen.title, isTrashed: screen.isTrashed)
            stakes.add(
                action.claims(on: screen.document, as: event), of: number,
                isOwn: { actions[$0].device == actions[number].device },
                isKnown: { answers[$0].event.map(known.contains) ?? false },
                isOnScreen: { $0.isVisible(in: screen.document, values, byText: true) })
        }
        let judge = Judge(
            stakes: stakes,
            ends: ends.map {
                Judge.End(document: $0.document, values: NoteValues(title: $0.title, isTrashed: $0.isTrashed))
            }, start: start.document, matchesByText: true, isDone: { answers[$0].event != nil },
            isKnown: { act, author in
                guard let event = answers[act].event, let later = answers[author].event, event != later else {
                    return false
                }
                return pasts[later]?.contains(event) ?? false
            })
        let hasConverged = ends.dropFirst().allSatisfy {
            $0.title == ends[0].title && $0.isTrashed == ends[0].isTrashed
                && $0.document.bytes == ends[0].document.bytes
        }
        return LossLedger(answers, actions: actions, judge.judge().endings, hasConverged: hasConverged)
    }

    /// What the author of each event had seen, the event included.
    private func pasts(of testimonies: [Testimony]) -> [EventID: VersionVector] {
        var parents: [EventID: [EventID]] = [:]
        for testimony in testimonies {
            if let event = testimony.event { parents[event] = testimony.parents }
        }
        var pasts: [EventID: VersionVector] = [:]
        for event in parents.keys {
            var (past, open) = (VersionVector([event]), [event])
            while let next = open.popLast() {
                for parent in parents[next] ?? [] where !past.contains(parent) {
                    past.insert(parent)
                    open.append(parent)
                }
            }
            pasts[event] = past
        }
        return pasts
    }
}
