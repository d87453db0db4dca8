import Checklist
import Events

extension LineMerge.Window {
    /// Applies the next event in total order, read against what its author had seen (itself included).
    mutating func apply(_ entry: LineMerge.Entry, seen: LineMerge.CausalPast) {
        let event = entry.event
        if case .toggled(let line, _, let mark) = event.change, lineIndices[line] == nil {
            if document.setMark(line, to: mark) { registers.append((event.id, .mark(line, to: mark))) }
            return
        }
        var made: UInt32 = 0
        for edit in event.change.lineEdits {
            apply(edit, order: entry.order, seen: seen, made: &made)
        }
    }

    /// Does an edit that makes no line.
    private mutating func edit(_ edit: LineEdit, by event: EventID) {
        var made: UInt32 = 0
        document.apply(edit, by: event, made: &made)
    }

    private mutating func apply(_ edit: LineEdit, order: EventOrder, seen: LineMerge.CausalPast, made: inout UInt32) {
        switch edit {
        case .mark(let id, _), .prefix(let id, _), .ending(let id, _):
            if let index = lineIndices[id], !lines[index].isAlive {
                guard lines[index].isVisible(to: seen) else { return }
                lines[index].grave?.apply([edit], by: order.id)
            } else {
                self.edit(edit, by: order.id)
            }
            registers.append((order.id, edit))
        case .text(let id, let bytes):
            rewrite(id, to: bytes, by: order.id, seen: seen)
        case .insert(let after, let before, let bytes):
            insert(bytes, after: after, before: before, order: order, seen: seen, made: &made)
        case .delete(let runs):
            for run in runs { delete(run, by: order.id, seen: seen) }
        case .restore(let id, let after, let bytes):
            restore(id, after: after, bytes: bytes, order: order, seen: seen)
        case .move(let id, let after):
            move(id, after: after, order: order, seen: seen)
        }
    }

    /// The record of a line, made when it is first needed; nil if there is no such line.
    private mutating func record(of id: LineID) -> Int? {
        if let index = lineIndices[id] { return index }
        guard let place = base.index(of: id) else { return nil }
        return addLine(LineMerge.Line(id: id, base: place, texts: [LineMerge.Text()]))
    }

    private mutating func addLine(_ line: LineMerge.Line) -> Int {
        lineIndices[line.id] = lines.count
        lines.append(line)
        return lines.count - 1
    }

    private mutating func rewrite(_ id: LineID, to bytes: [UInt8], by event: EventID, seen: LineMerge.CausalPast) {
        guard let index = record(of: id), lines[index].isVisible(to: seen) else { return }
        lines[index].texts.append(LineMerge.Text(event: event, bytes: bytes))
        let edit = LineEdit.text(id, to: bytes)
        guard lines[index].grave != nil else {
            self.edit(edit, by: event)
            return
        }
        lines[index].grave?.apply([edit], by: event)
        revive(index, by: event)
    }

    /// Puts a deleted line back where it stood.
    private mutating func revive(_ index: Int, by event: EventID) {
        guard let grave = lines[index].grave, let place = lines[index].place else { return }
        lines[index].grave = nil
        edit(.restore(lines[index].id, after: line(before: place), bytes: Array(grave.bytes)), by: event)
        setOccupied(true, place)
    }

    /// Deletes the lines of a run that there are: it may name many more.
    private mutating func delete(_ run: LineRun, by event: EventID, seen: LineMerge.CausalPast) {
        if run.count <= 64 {
            for offset in 0..<run.count { delete(run[offset], by: event, seen: seen) }
            return
        }
        var present = Set(base.presentLines(of: [run]))
        for line in lines where run.contains(line.id) { present.insert(line.id) }
        for line in present.sorted() { delete(line, by: event, seen: seen) }
    }

    private mutating func delete(_ id: LineID, by event: EventID, seen: LineMerge.CausalPast) {
        guard let index = record(of: id), lines[index].isVisible(to: seen) else { return }
        let before = lines[index].standing
        for text in lines[index].texts.indices where lines[index].texts[text].isKnown(to: seen) {
            lines[index].texts[text].takenBackBy.append(event)
        }
        guard lines[index].isAlive else { return }
        if let text = lines[index].standing {
            // Somebody wrote a text that this author had not seen: that one stays, or comes to light.
            if text.event != before?.event, let bytes = text.bytes {
                edit(.text(id, to: bytes), by: event)
            }
            return
        }
        guard let place = lines[index].place, let line = document.line(id) else { return }
        lines[index].grave = ChecklistDocument(lone: id, bytes: line.bytes)
        edit(.delete([LineRun(first: id)]), by: event)
        setOccupied(false, place)
    }

    private mutating func insert(
        _ bytes: [UInt8], after: LineID?, before: LineID?, order: EventOrder, seen: LineMerge.CausalPast,
        made: inout UInt32
    ) {
        let left = leftOrigin(after: after, before: before, seen: seen)
        let opening = opening(behind: left, by: order, seen: seen)
        let first = made
        let edit = LineEdit.insert(after: opening.line, before: firstLine(ifAtStart: opening.line), bytes: bytes)
        guard document.apply(edit, by: order.id, made: &made) else { return }
        let firstLine = lines.count
        for index in first..<made {
            let id = LineID(event: order.id, index: index)
            _ = addLine(LineMerge.Line(id: id, base: nil, texts: [LineMerge.Text(event: order.id)]))
        }
        occupy(opening, by: firstLine..<lines.count, order: order, seen: seen)
    }

    /// The place that new lines come behind, by what the author saw; the rules for neighbours that are gone are those of
    /// the document, so that an event that is not well formed comes out alike with and without concurrency.
    private func leftOrigin(after: LineID?, before: LineID?, seen: LineMerge.CausalPast) -> LineMerge.Place {
        if let after, let place = place(of: after, seenBy: seen) { return place }
        if let before, let place = place(of: before, seenBy: seen) { return visiblePlace(before: place, seen: seen) }
        return after == nil && before != nil ? .base(-1) : visiblePlace(before: nil, seen: seen)
    }

    /// The document takes no neighbour above as "at the end": at the start it must be told the one below.
    private func firstLine(ifAtStart above: LineID?) -> LineID? {
        above == nil && !document.isEmpty ? document.line(at: 0).id : nil
    }

    private mutating func restore(
        _ id: LineID, after: LineID?, bytes: [UInt8], order: EventOrder, seen: LineMerge.CausalPast
    ) {
        let index: Int
        if let known = record(of: id) {
            index = known
            guard !lines[index].isVisible(to: seen) else { return }
        } else {
            index = addLine(LineMerge.Line(id: id, base: nil, texts: []))
        }
        let wasThere = lines[index].isAlive && lines[index].place != nil
        let text = ChecklistDocument(lone: id, bytes: bytes).line(id).map { Array($0.text) }
        lines[index].texts.append(LineMerge.Text(event: order.id, bytes: text))
        // Somebody else brought it back already; or its author takes a line that others made for the one he made himself.
        if wasThere {
            guard !seen.contains(id.event) else { return }
            for text in lines[index].texts.indices.dropLast() { lines[index].texts[text].adoptedBy.append(order.id) }
            if let slot = lines[index].slots.last {
                slots[slot].adoptedBy.append(order.id)
                // From now on he sees something between what he inserted last and its neighbours.
                newest[LineMerge.Site(gap: slots[slot].gap, device: order.id.device)] = nil
            }
            return
        }
        lines[index].grave = nil
        // Marks and forms that its author had not seen are not taken back with the delete, nor is a move.
        let unseen = unseenRegisters(of: id, seen)
        defer { if !unseen.isEmpty { document.apply(unseen, by: order.id) } }
        if case .slot(let slot)? = lines[index].place, !slots[slot].isKnown(to: seen) {
            edit(.restore(id, after: line(before: .slot(slot)), bytes: bytes), by: order.id)
            return setOccupied(true, .slot(slot))
        }
        let left = after.map { place(of: $0, seenBy: seen) ?? visiblePlace(before: nil, seen: seen) } ?? .base(-1)
        let opening = opening(behind: left, by: order, seen: seen)
        edit(.restore(id, after: opening.line, bytes: bytes), by: order.id)
        occupy(opening, by: index..<index + 1, order: order, seen: seen)
    }

    /// What was set of a line after all of that kind that the author of an event had seen.
    private func unseenRegisters(of line: LineID, _ seen: LineMerge.CausalPast) -> [LineEdit] {
        var marks: [LineEdit] = []
        var prefixes: [LineEdit] = []
        var endings: [LineEdit] = []
        for (event, edit) in registers {
            switch edit {
            case .mark(line, _): seen.contains(event) ? marks.removeAll() : marks.append(edit)
            case .prefix(line, _): seen.contains(event) ? prefixes.removeAll() : prefixes.append(edit)
            case .ending(line, _): seen.contains(event) ? endings.removeAll() : endings.append(edit)
            default: break
            }
        }
        return prefixes + marks + endings
    }

    private mutating func move(_ id: LineID, after: LineID?, order: EventOrder, seen: LineMerge.CausalPast) {
        guard after != id, let index = record(of: id), lines[index].isVisible(to: seen), let old = lines[index].place
        else { return }
        guard let left = after.map({ place(of: $0, seenBy: seen) }) ?? .base(-1) else { return }
        setOccupied(false, old)
        let opening = opening(behind: left, by: order, seen: seen)
        occupy(opening, by: index..<index + 1, order: order, seen: seen)
        if lines[index].isAlive {
            edit(.move(id, after: opening.line), by: order.id)
        } else if let slot = lines[index].slots.last {
            slots[slot].isOccupied = false
        }
    }
}
