public import Checklist
public import Events

extension Device {
    /// The user does something. Its number comes back with the answer: done, or why not.
    @inlinable
    public mutating func perform<Effects: DeviceEffects>(
        _ action: Action<LineID>, number: Int, at moment: Moment, effects: inout Effects
    ) where Effects.Message == R.Message {
        if case .type(let line, let bytes) = action {
            type(bytes, in: line, number: number, at: moment, effects: &effects)
            return
        }
        // Any other action saves the draft first.
        if draft != nil { persistDraft(at: moment, effects: &effects) }
        let change: Change
        switch replica.document.plan(action, title: replica.title, isTrashed: replica.isTrashed) {
        case .change(let planned): change = planned
        case .unchanged: return effects.refuse(number, because: .unchanged)
        case .stale: return effects.refuse(number, because: .stale)
        }
        if let event = commit(change, editor: nil, at: moment, effects: &effects) {
            effects.acknowledge(number, as: event)
        } else {
            effects.refuse(number, because: .notPersisted)
        }
    }

    @inlinable
    mutating func type<Effects: DeviceEffects>(
        _ bytes: [UInt8], in line: LineID, number: Int, at moment: Moment, effects: inout Effects
    ) where Effects.Message == R.Message {
        var draft = self.draft?.value ?? Draft(editor: replica.document)
        self.draft = nil
        defer { if !draft.actions.isEmpty { self.draft = CopyOnWrite(draft) } }
        guard let typed = draft.editor.line(line) else {
            effects.refuse(number, because: .stale)
            return
        }
        if draft.actions.isEmpty, typed.text.elementsEqual(bytes) {
            effects.refuse(number, because: .unchanged)
            return
        }
        draft.editor.apply(
            draft.editor.edits(settingText: bytes, of: line), by: EventID(device: id, counter: counter + 1))
        if let index = draft.texts.firstIndex(where: { $0.line == line }) {
            draft.texts[index].bytes = bytes
        } else {
            draft.texts.append((line, bytes))
        }
        draft.actions.append(number)
        draft.due = moment.uptime + settings.debounce
        effects.wake(.debounce, after: settings.debounce)
    }

    /// Makes the typing so far an event.
    @inlinable
    mutating func persistDraft<Effects: DeviceEffects>(
        at moment: Moment, effects: inout Effects
    ) where Effects.Message == R.Message {
        guard let draft = draft?.value else { return }
        self.draft = nil
        var edits: [LineEdit] = []
        for (line, bytes) in draft.texts {
            if replica.document.index(of: line) != nil {
                edits += replica.document.edits(settingText: bytes, of: line)
            } else {
                edits += reviving(line, saying: bytes, in: draft.editor)
            }
        }
        let event = commit(.edited(edits), editor: draft.editor, at: moment, effects: &effects)
        for number in draft.actions {
            if let event {
                effects.acknowledge(number, as: event)
            } else {
                effects.refuse(number, because: .notPersisted)
            }
        }
    }

    /// The edits that bring back a line that was deleted elsewhere while the user typed in it. Only the text is the user's:
    /// mark, form, indent and place are what the others made of them.
    @usableFromInline
    func reviving(_ line: LineID, saying text: [UInt8], in editor: ChecklistDocument) -> [LineEdit] {
        guard let typed = editor.line(line) else { return [] }
        guard let tombstone = replica.tombstone(of: line) else {
            let above = (0..<typed.index).reversed().lazy.map { editor.line(at: $0).id }
            let after = above.first { replica.document.index(of: $0) != nil }
            return [.restore(line, after: after, bytes: Array(typed.bytes))]
        }
        let alone = ChecklistDocument(lone: line, bytes: tombstone.content)
        return [.restore(line, after: tombstone.after, bytes: tombstone.content)]
            + alone.edits(settingText: text, of: line)
    }

    @inlinable
    mutating func commit<Effects: DeviceEffects>(
        _ change: Change, editor: ChecklistDocument?, at moment: Moment, effects: inout Effects
    ) -> Event? where Effects.Message == R.Message {
        let stamp = clock.tick(at: moment.wallMilliseconds)
        let event = Event(
            id: EventID(device: id, counter: counter + 1), note: note, stamp: stamp, parents: replica.heads,
            change: change)
        guard effects.persist(event) else { return nil }
        counter += 1
        replica.commit(event, sequence: counter, wallTime: moment.wallMilliseconds, editor: editor)
        scheduleFlush(at: moment, effects: &effects)
        return event
    }
}
