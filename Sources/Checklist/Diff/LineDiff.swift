/// What became of the lines of an old text in a new one.
struct LineDiff {
    let old: [Line]
    let new: [ArraySlice<UInt8>]
    /// For each new line the old line it comes from, -1 if it is new.
    private var sources: [Int]
    /// For each new line whether its old line stood elsewhere.
    private var isMoved: [Bool]

    /// Cuts bytes into lines.
    static func cut(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            guard ASCII.isLineBreak(byte) else { continue }
            if byte == ASCII.carriageReturn, at < bytes.count, bytes[at] == ASCII.lineFeed { at += 1 }
            lines.append(bytes[start..<at])
            start = at
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        return lines
    }

    init(old: [Line], new: [ArraySlice<UInt8>]) {
        self.old = old
        self.new = new
        var classes: [LineSlice: Int] = [:]
        func lineClass(_ slice: LineSlice) -> Int {
            let next = classes.count
            return classes[slice, default: next] == next
                ? {
                    classes[slice] = next; return next
                }() : classes[slice] ?? next
        }
        let oldClasses = old.map { lineClass($0.bytes) }
        let newClasses = new.map { lineClass(LineSlice($0)) }
        let matching = LineMatching(old: oldClasses, new: newClasses, classCount: classes.count)
        sources = matching.oldLines
        isMoved = Array(repeating: false, count: new.count)
        pairMoved(oldClasses, newClasses)
        pairChanged()
    }

    /// Finds lines that stand elsewhere now: equal ones that are left on both sides, blank ones aside.
    private mutating func pairMoved(_ oldClasses: [Int], _ newClasses: [Int]) {
        var isTaken = Array(repeating: false, count: old.count)
        for source in sources where source >= 0 { isTaken[source] = true }
        var free: [Int: [Int]] = [:]
        for line in old.indices.reversed() where !isTaken[line] && !old[line].isBlank {
            free[oldClasses[line], default: []].append(line)
        }
        for line in new.indices where sources[line] < 0 {
            guard let source = free[newClasses[line]]?.popLast() else { continue }
            sources[line] = source
            isMoved[line] = true
        }
    }

    /// Pairs what is left between lines that are in order on both sides.
    private mutating func pairChanged() {
        var isTaken = Array(repeating: false, count: old.count)
        for source in sources where source >= 0 { isTaken[source] = true }
        var oldFrom = 0
        var newFrom = 0
        for line in 0...new.count {
            let isEnd = line == new.count
            guard isEnd || sources[line] >= 0 && !isMoved[line] else { continue }
            let oldEnd = isEnd ? old.count : sources[line]
            let oldGap = (oldFrom..<oldEnd).filter { !isTaken[$0] }
            let newGap = (newFrom..<line).filter { sources[$0] < 0 }
            if oldGap.count == 1, newGap.count == 1, !old[oldGap[0]].isBlank, !text(ofNew: newGap[0]).isEmpty {
                // One line where one line stood is that line, however little of it is left.
                sources[newGap[0]] = oldGap[0]
            } else if !oldGap.isEmpty, !newGap.isEmpty {
                let pairs = LineLikeness.pairs(oldGap.map { text(ofOld: $0) }, newGap.map { text(ofNew: $0) })
                for pair in pairs { sources[newGap[pair.new]] = oldGap[pair.old] }
            }
            oldFrom = oldEnd + 1
            newFrom = line + 1
        }
    }

    private func text(ofOld line: Int) -> ArraySlice<UInt8> { Array(old[line].text)[...] }

    private func text(ofNew line: Int) -> ArraySlice<UInt8> {
        let content = new[line].prefix(contentCount(new[line]))
        return content.dropFirst(ChecklistDocument.lexed(content).length)
    }
}

extension LineDiff {
    /// The edits that leave only old lines, in an order in which each finds what it needs: lines removed, moved,
    /// rewritten.
    func changes(behind before: LineID?) -> [LineEdit] {
        var edits: [LineEdit] = []
        var isKept = Array(repeating: false, count: old.count)
        for source in sources where source >= 0 { isKept[source] = true }
        var removed = LeafIDs()
        for line in old.indices where !isKept[line] { removed.append(LineRun(first: old[line].id)) }
        var runs: [LineRun] = []
        removed.forEach { runs.append($0) }
        if !runs.isEmpty { edits.append(.delete(runs)) }
        var previous = before
        for line in new.indices where sources[line] >= 0 {
            let id = old[sources[line]].id
            if isMoved[line] { edits.append(.move(id, after: previous)) }
            previous = id
        }
        for line in new.indices where sources[line] >= 0 && !isMoved[line] {
            edits += rewriting(old[sources[line]], to: new[line])
        }
        return edits
    }

    /// What an old line is to read, nil if it is removed.
    func newBytes(of id: LineID) -> ArraySlice<UInt8>? {
        new.indices.first { sources[$0] >= 0 && old[sources[$0]].id == id }.map { new[$0] }
    }

    private func rewriting(_ line: Line, to bytes: ArraySlice<UInt8>) -> [LineEdit] {
        if line.bytes.elementsEqual(bytes) { return [] }
        let content = bytes.prefix(contentCount(bytes))
        var edits = ChecklistDocument.edits(rewriting: line, to: Array(content))
        let ending = Array(bytes[content.endIndex...])
        if !line.ending.elementsEqual(ending) { edits.append(.ending(line.id, to: ending)) }
        return edits
    }

    /// The edits that insert the new lines, once only old ones are left.
    func insertions(between before: LineID?, and after: LineID?) -> [LineEdit] {
        var edits: [LineEdit] = []
        var previous = before
        var line = 0
        while line < new.count {
            if sources[line] >= 0 {
                previous = old[sources[line]].id
                line += 1
                continue
            }
            var bytes: [UInt8] = []
            while line < new.count, sources[line] < 0 {
                bytes += new[line]
                line += 1
            }
            let next = line < new.count ? old[sources[line]].id : after
            edits.append(.insert(after: previous, before: next, bytes: bytes))
        }
        return edits
    }
}
