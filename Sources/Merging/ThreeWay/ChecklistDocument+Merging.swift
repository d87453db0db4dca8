package import Checklist

extension ChecklistDocument {
    /// A three-way merge: this version with the edits that were made to an older one.
    ///
    /// What both versions added at the same place is in the result once.
    ///
    /// - Parameters:
    ///   - edits: what was done to the older version.
    ///   - base: the older version, from which this one was made too.
    /// - Returns: nil where both versions changed the same part of a line to something else, or one removed a line
    ///   that the other one changed.
    /// - Complexity: O(n log n) in the lines of the three versions.
    package func merging(_ edits: [LineEdit], madeIn base: ChecklistDocument) -> ChecklistDocument? {
        let edited = base.applying(edits, by: .comparison)
        for id in edits.changedLines {
            guard let before = base.line(id), !Line.conflict(before, line(id), edited.line(id)) else { return nil }
        }
        let shared = edits.insertLines ? edited.additions(sharedWith: self, since: base).keys.sorted() : []
        let merged = applying(edits, by: .comparison)
        return shared.isEmpty
            ? merged : merged.applying([.delete(shared.map { LineRun(first: $0) })], by: .comparison)
    }
}

extension [LineEdit] {
    /// Whether any of the edits inserts lines.
    package var insertLines: Bool { contains { if case .insert = $0 { true } else { false } } }

    /// The lines that the edits change or remove, in the order of the edits.
    package var changedLines: [LineID] {
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

extension Line {
    /// Whether two changes of a line conflict: both changed the same part of it to something else, or one changed what
    /// the other removed (nil).
    package static func conflict(_ base: Line, _ first: Line?, _ second: Line?) -> Bool {
        switch (first, second) {
        case (nil, nil): return false
        case (let line?, nil), (nil, let line?): return !line.bytes.elementsEqual(base.bytes)
        case (let first?, let second?):
            return zip(base.parts, zip(first.parts, second.parts)).contains { base, changed in
                changed.0 != base && changed.1 != base && changed.0 != changed.1
            }
        }
    }

    /// The parts of a line that are merged separately: the mark, the bytes around it, the text, the line ending.
    private var parts: [[UInt8]] {
        var prefix = Array(prefix)
        if let markOffset { prefix[markOffset] = 0x20 }
        return [mark.map { [$0] } ?? [], prefix, Array(text), Array(ending)]
    }
}
