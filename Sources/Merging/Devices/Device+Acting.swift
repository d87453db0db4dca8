public import Checklist
public import Events

extension Device {
    /// The user does something. Its number comes back with the answer: done, or why not.
    @inlinable
    public mutating func perform<Effects: DeviceEffects>(
        _ action: Action, number: Int, at moment: Moment, effects: inout Effects
    ) where Effects.Message == R.Message {
        if case .type(let line, let bytes) = action {
            type(bytes, in: line, number: number, at: moment, effects: &effects)
            return
        }
        // Whatever else the user does, what was typed is said to be kept first.
        if draft != nil { persistDraft(at: moment, effects: &effects) }
        guard let change = replica.document.change(for: action) else {
            effects.refuse(number, because: .stale)
            return
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
        guard draft.editor.index(of: line) != nil else {
            effects.refuse(number, because: .stale)
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
                // It was deleted elsewhere while the user typed in it: no keystroke is dropped for that.
                guard let typed = draft.editor.line(line) else { continue }
                let above = (0..<typed.index).reversed().lazy.map { draft.editor.line(at: $0).id }
                let after = above.first { replica.document.index(of: $0) != nil }
                edits.append(.restore(line, after: after, bytes: Array(typed.bytes)))
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

extension ChecklistDocument {
    /// The change that an action makes to this document; nil if it is stale.
    public func change(for action: Action) -> Change? {
        switch action {
        case .tick(let line, let isTicked):
            guard case .mark(_, let mark)? = try? edit(toggling: line, to: isTicked) else { return nil }
            return .toggled(line, to: isTicked, mark: mark)
        case .append(let text, let block):
            guard let edits = try? edits(appending: text, toBlockOf: block) else { return nil }
            return .appended(edits)
        case .type(let line, let bytes):
            let edits = edits(settingText: bytes, of: line)
            return edits.isEmpty ? nil : .edited(edits)
        case .delete(let lines):
            let present = lines.filter { index(of: $0) != nil }
            return present.isEmpty ? nil : .edited([.delete(present.map { LineRun(first: $0) })])
        case .convert(let lines, let toChecklist):
            let edits = edits(converting: lines, toChecklist: toChecklist)
            return edits.isEmpty ? nil : .converted(toChecklist: toChecklist, edits)
        case .move(let line, let after):
            guard index(of: line) != nil, after != line, after.map({ index(of: $0) != nil }) ?? true else { return nil }
            return .edited([.move(line, after: after)])
        case .retitle(let title):
            return .retitled(title)
        case .trash:
            return .trashed
        case .restore:
            return .restored
        }
    }
}
