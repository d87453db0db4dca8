extension ChecklistDocument {
    /// The edits that take `edits` back once they have been applied to this version as `event`.
    ///
    /// - Complexity: O(log n) for each edit, and the bytes of the lines it changes.
    public func inverse(of edits: [LineEdit], by event: EventID) -> [LineEdit] {
        var current = self
        var made: UInt32 = 0
        var steps: [[LineEdit]] = []
        for edit in edits {
            let before = current
            let first = made
            guard current.apply(edit, by: event, made: &made) else { continue }
            var step: [LineEdit] = []
            switch edit {
            case .insert:
                step = [.delete([LineRun(first: LineID(event: event, index: first), count: made - first)])]
            case .restore(let id, _, _):
                step = [.delete([LineRun(first: id)])]
            case .delete(let runs):
                step = before.restoring(runs)
            case .move(let id, _):
                let index = before.index(of: id) ?? 0
                step = [.move(id, after: index == 0 ? nil : before.line(at: index - 1).id)]
                step += current.rewriting([id], asIn: before)
            case .mark(let id, _), .prefix(let id, _), .text(let id, _), .ending(let id, _):
                step = current.rewriting([id], asIn: before)
            }
            // The last line may have got an ending, or one may have become a CRLF, so that no lines fuse; and a line
            // that came out of a fence may have gone back in before its mark was set.
            let after = before.applied(step, to: current, by: event)
            step += after.rewriting(before.linesAtRisk(of: edit), asIn: before)
            steps.append(step)
        }
        return steps.reversed().flatMap { $0 }
    }

    private func applied(_ step: [LineEdit], to document: ChecklistDocument, by event: EventID) -> ChecklistDocument {
        var result = document
        var made = UInt32.max
        for edit in step { _ = result.apply(edit, by: event, made: &made) }
        return result
    }

    /// The edits that give lines the bytes they have in another version.
    private func rewriting(_ ids: [LineID], asIn other: ChecklistDocument) -> [LineEdit] {
        ids.flatMap { id -> [LineEdit] in
            guard let now = line(id), let then = other.line(id), now.bytes != then.bytes else { return [] }
            var edits = ChecklistDocument.edits(rewriting: now, to: Array(then.content))
            if now.ending != then.ending { edits.append(.ending(id, to: Array(then.ending))) }
            return edits
        }
    }

    /// The edits that bring back lines that are there now and about to be removed.
    private func restoring(_ runs: [LineRun]) -> [LineEdit] {
        var indices: [Int] = []
        forEachPresent(runs) { indices.append(contentsOf: $0) }
        indices.sort()
        return indices.map { index in
            let line = line(at: index)
            return .restore(
                line.id, after: index == 0 ? nil : self.line(at: index - 1).id, bytes: Array(line.bytes))
        }
    }

    /// Lines that may not yet be as before: those to which an edit may give another ending, and its own.
    private func linesAtRisk(of edit: LineEdit) -> [LineID] {
        if isEmpty { return [] }
        var indices = [lineCount - 1]
        func addLineBefore(_ index: Int) { if index > 0, index <= lineCount { indices.append(index - 1) } }
        switch edit {
        case .mark, .ending: return []
        case .prefix(let id, _), .text(let id, _):
            let index = index(of: id) ?? 0
            addLineBefore(index)
            addLineBefore(index + 1)
        case .insert(let after, let before, _): addLineBefore(insertionIndex(after: after, before: before))
        case .restore(_, let after, _): addLineBefore(insertionIndex(after: after, before: nil))
        case .move(let id, let after):
            addLineBefore(index(of: id) ?? 0)
            addLineBefore(after.flatMap { index(of: $0) }.map { $0 + 1 } ?? 0)
        case .delete(let runs):
            forEachPresent(runs) { lines in
                addLineBefore(lines.lowerBound)
                // Brought back one by one, a line that ends in CR may for a while stand before one of LF alone.
                for line in self.lines(in: lines) where line.ending.elementsEqual([ASCII.carriageReturn]) {
                    indices.append(line.index)
                }
            }
        }
        return indices.map { line(at: $0).id }
    }
}
