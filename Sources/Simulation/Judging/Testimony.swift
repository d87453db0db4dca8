package import Checklist
package import Merging

/// What is known of an action that was really done, somewhere else than in a world: for the oracle to judge.
package struct Testimony: Sendable {
    /// The action's number in the scenario.
    package var number: Int
    /// What was done; nil if it could not be, since a line was not there.
    package var action: Action<LineID>?
    /// What was on the screen before.
    package var screen: NoteStart
    /// The event that it became.
    package var event: EventID?
    /// Why it came to nothing, if the user was told so.
    package var refusal: Refusal?
    /// When the user was told that it is done, in microseconds from the start.
    package var acknowledgedAt: UInt64

    /// A testimony of those parts.
    package init(
        number: Int, action: Action<LineID>?, screen: NoteStart, event: EventID? = nil, refusal: Refusal? = nil,
        acknowledgedAt: UInt64 = 0
    ) {
        self.number = number
        self.action = action
        self.screen = screen
        self.event = event
        self.refusal = refusal
        self.acknowledgedAt = acknowledgedAt
    }
}

extension Scenario {
    /// Judges what became of actions that were really done, as a world's actions are judged.
    ///
    /// - Parameters:
    ///   - testimonies: of the actions, in the order in which they were done.
    ///   - ends: what each device shows in the end.
    package func judge(_ testimonies: [Testimony], from start: NoteStart, ends: [NoteStart]) -> LossLedger {
        func device(showing note: NoteStart) -> Device<LineMerge.Replica> {
            Device(id: DeviceID(0), note: note.note, replica: LineMerge.Replica(note: note))
        }
        var answers = Oracle.Answers(repeating: Answer(), count: actions.count)
        for testimony in testimonies {
            answers[testimony.number] = Answer(
                event: testimony.event, refusal: testimony.refusal, time: testimony.acknowledgedAt)
        }
        var oracle = Oracle(note: start, contacts: Contacts(actions))
        for testimony in testimonies {
            guard let action = testimony.action else { continue }
            oracle.witness(testimony.number, action, by: device(showing: testimony.screen), answers: answers)
        }
        return oracle.judge(devices: ends.map(device(showing:)), answers: answers, actions: actions)
    }
}
