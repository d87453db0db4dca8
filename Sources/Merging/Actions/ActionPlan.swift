public import Checklist
public import Events

/// What an action comes to on a note as its author has it.
public enum ActionPlan: Hashable, Sendable {
    /// This is to be recorded.
    case change(Change)
    /// The note says so already: there is nothing to record.
    case unchanged
    /// A line that it names is gone, or no checkbox (any more).
    case stale
}

extension ChecklistDocument {
    /// Plans an action on a note of this body: what devices and stores record when a user acts.
    ///
    /// - Parameters:
    ///   - title: the note's title.
    ///   - isTrashed: whether the note is in the trash.
    /// - Complexity: O(log n) for each line named, and the bytes of those lines; O(n) to convert all lines.
    public func plan(
        _ action: Action<LineID>, title: @autoclosure () -> String, isTrashed: @autoclosure () -> Bool
    ) -> ActionPlan {
        switch action {
        case .toggle(let line, let ticked):
            guard let site = markSite(of: line), let mark = mark(toggling: site, to: ticked) else { return .stale }
            if mark == site.mark { return .unchanged }
            return .change(.toggled(line, to: CheckboxState(mark: mark) == .ticked, mark: mark))
        case .append(let text, let block):
            guard let edits = try? edits(appending: text, toBlockOf: block) else { return .stale }
            return .change(.appended(edits))
        case .type(let line, let text):
            guard let now = self.line(line) else { return .stale }
            let edits = edits(settingText: text, of: line)
            return now.text.elementsEqual(text) || edits.isEmpty ? .unchanged : .change(.edited(edits))
        case .delete(let lines):
            let present = lines.filter { index(of: $0) != nil }
            return present.isEmpty ? .stale : .change(.edited([.delete(present.map { LineRun(first: $0) })]))
        case .convert(let lines, let toChecklist):
            let lines = lines ?? self.lines.map(\.id)
            let edits = edits(converting: lines, toChecklist: toChecklist)
            if !edits.isEmpty { return .change(.converted(toChecklist: toChecklist, edits)) }
            return lines.contains { index(of: $0) != nil } ? .unchanged : .stale
        case .move(let line, let after):
            guard let place = index(of: line) else { return .stale }
            guard let after else { return place == 0 ? .unchanged : .change(.edited([.move(line, after: nil)])) }
            guard after != line else { return .unchanged }
            guard let target = index(of: after) else { return .stale }
            return place == target + 1 ? .unchanged : .change(.edited([.move(line, after: after)]))
        case .retitle(let wanted):
            return wanted == title() ? .unchanged : .change(.retitled(wanted))
        case .trash:
            return isTrashed() ? .unchanged : .change(.trashed)
        case .restore:
            return isTrashed() ? .change(.restored) : .unchanged
        }
    }
}
