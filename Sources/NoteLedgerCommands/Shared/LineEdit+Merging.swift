import Checklist

extension [LineEdit] {
    /// Whether any of the edits makes lines.
    var makeLines: Bool { contains { if case .insert = $0 { true } else { false } } }

    /// The lines that the edits change or remove, in the order of the edits.
    var changedLines: [LineID] {
        var lines: [LineID] = []
        for edit in self {
            switch edit {
            case .mark(let line, _), .prefix(let line, _), .text(let line, _), .ending(let line, _):
                if lines.last != line { lines.append(line) }
            case .delete(let runs): for run in runs { lines += (0..<run.count).map { run[$0] } }
            case .insert, .restore, .move: break
            }
        }
        return lines
    }
}

extension ChecklistDocument {
    /// This version with what was done to an older one: nil where both changed the same thing. What both added at the
    /// same place is there once.
    ///
    /// - Parameters:
    ///   - edits: what was done to the older version.
    ///   - base: the older version.
    func merging(_ edits: [LineEdit], madeIn base: ChecklistDocument) -> ChecklistDocument? {
        let edited = base.applying(edits, by: .ofNothing)
        for id in edits.changedLines {
            guard let before = base.line(id), !Line.areAtOdds(before, line(id), edited.line(id)) else { return nil }
        }
        let twins = edits.makeLines ? edited.additions(sharedWith: self, since: base).keys.sorted() : []
        let merged = applying(edits, by: .ofNothing)
        return twins.isEmpty ? merged : merged.applying([.delete(twins.map { LineRun(first: $0) })], by: .ofNothing)
    }
}

extension Line {
    /// Whether two changes of a line are at odds: both changed the same part of it to something else, or one changed what
    /// the other removed.
    static func areAtOdds(_ base: Line, _ first: Line?, _ second: Line?) -> Bool {
        switch (first, second) {
        case (nil, nil): return false
        case (let line?, nil), (nil, let line?): return !line.bytes.elementsEqual(base.bytes)
        case (let first?, let second?):
            return zip(base.parts, zip(first.parts, second.parts)).contains { base, changed in
                changed.0 != base && changed.1 != base && changed.0 != changed.1
            }
        }
    }

    /// What is decided separately when changes meet: the mark, what stands around it, the text, the ending.
    private var parts: [[UInt8]] {
        var prefix = Array(prefix)
        if let markOffset { prefix[markOffset] = 0x20 }
        return [mark.map { [$0] } ?? [], prefix, Array(text), Array(ending)]
    }
}
