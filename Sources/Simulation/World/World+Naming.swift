package import Checklist
import Events
package import Merging

extension World {
    /// The action of that number, now that its lines can be named; nil if one of them was never made.
    @inline(__always)
    func action(_ number: Int) -> Action<LineID>? {
        if number < planned.count, let action = planned[number] { return action }
        return lateAction(number)
    }

    private func lateAction(_ number: Int) -> Action<LineID>? {
        let action = number < scheduled.count ? scheduled[number].action : work[number - scheduled.count].action
        return action.action(of: note.heads[0]) { around.answers[$0].event }
    }
}

extension Action<LineName> {
    /// The action with its lines named as the note knows them; nil if one of its lines was never made.
    ///
    /// - Parameters:
    ///   - start: the event that made the lines of the start.
    ///   - event: the event that an action became, by the action's number.
    package func action(of start: EventID, event: (Int) -> EventID?) -> Action<LineID>? {
        func id(of line: LineName) -> LineID? {
            switch line {
            case .initial(let index): LineID(event: start, index: UInt32(index))
            case .added(let number): event(number).map { LineID(event: $0, index: 0) }
            }
        }
        return renaming(id(of:))
    }
}
