import Checklist
import Events
import Merging

extension World {
    /// The action that a deed stands for, now that its lines can be named; nil if one of them was never made.
    func resolve(_ deed: Deed) -> Action? {
        switch deed {
        case .tick(let line, let isTicked):
            return id(of: line).map { .tick($0, isTicked) }
        case .append(let text, let block):
            guard let block else { return .append(Array(text.utf8), toBlockOf: nil) }
            return id(of: block).map { .append(Array(text.utf8), toBlockOf: $0) }
        case .type(let line, let text):
            return id(of: line).map { .type($0, Array(text.utf8)) }
        case .delete(let lines):
            let ids = lines.compactMap(id(of:))
            return ids.count == lines.count ? .delete(ids) : nil
        case .convert(let lines, let toChecklist):
            let ids = lines.compactMap(id(of:))
            return ids.count == lines.count ? .convert(ids, toChecklist: toChecklist) : nil
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

    private func id(of line: LineName) -> LineID? {
        switch line {
        case .initial(let index): LineID(event: note.heads[0], index: UInt32(index))
        case .added(let number): around.events[number].map { LineID(event: $0, index: 0) }
        }
    }
}
