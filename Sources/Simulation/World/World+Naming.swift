package import Checklist
import Events
package import Merging

extension World {
    /// The action of that number, now that its lines can be named; nil if one of them was never made.
    @inline(__always)
    func action(_ number: Int) -> Action? {
        if number < planned.count, let action = planned[number] { return action }
        return lateAction(number)
    }

    private func lateAction(_ number: Int) -> Action? {
        let deed = number < deeds.count ? deeds[number].deed : work[number - deeds.count].deed
        return deed.action(of: note.heads[0]) { around.answers[$0].event }
    }
}

extension Deed {
    /// The action that a deed stands for; nil if one of its lines was never made.
    ///
    /// - Parameters:
    ///   - start: the event that made the lines of the start.
    ///   - event: the event that an action became, by the action's number.
    package func action(of start: EventID, event: (Int) -> EventID?) -> Action? {
        func id(of line: LineName) -> LineID? {
            switch line {
            case .initial(let index): LineID(event: start, index: UInt32(index))
            case .added(let number): event(number).map { LineID(event: $0, index: 0) }
            }
        }
        func ids(of lines: [LineName]) -> [LineID]? {
            let ids = lines.compactMap(id(of:))
            return ids.count == lines.count ? ids : nil
        }
        switch self {
        case .tick(let line, let isTicked):
            return id(of: line).map { .tick($0, isTicked) }
        case .append(let text, let block):
            guard let block else { return .append(Array(text.utf8), toBlockOf: nil) }
            return id(of: block).map { .append(Array(text.utf8), toBlockOf: $0) }
        case .type(let line, let text):
            return id(of: line).map { .type($0, Array(text.utf8)) }
        case .delete(let lines):
            return ids(of: lines).map { .delete($0) }
        case .convert(let lines, let toChecklist):
            return ids(of: lines).map { .convert($0, toChecklist: toChecklist) }
        case .move(let line, let after):
            guard let line = id(of: line) else { return nil }
            guard let after else { return .move(line, after: nil) }
            return id(of: after).map { .move(line, after: $0) }
        case .retitle(let title):
            return .retitle(title)
        case .trash:
            return .trash
        case .restore:
            return .restore
        }
    }
}
