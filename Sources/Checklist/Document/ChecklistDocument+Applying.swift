extension ChecklistDocument {
    /// Does the edits of one event, in order. Nothing else changes a document, so that any two with the same history
    /// are the same.
    ///
    /// An edit that can do nothing is skipped and reported. Lines never fuse: one that comes to stand before another
    /// without having an ending gets the prevailing one; the new last line then has none if the old last one had none.
    ///
    /// - Complexity: O(log n) for each edit, and the bytes they bring.
    @discardableResult
    public mutating func apply(_ edits: [LineEdit], by event: EventID) -> ApplyResult {
        var result = ApplyResult()
        for (number, edit) in edits.enumerated() where !apply(edit, by: event, made: &result.madeCount) {
            result.stale.append(number)
        }
        return result
    }

    /// Does one edit; `made` counts the lines that the event has made so far.
    @discardableResult
    package mutating func apply(_ edit: LineEdit, by event: EventID, made: inout UInt32) -> Bool {
        switch edit {
        case .mark(let id, let mark): setMark(id, to: mark)
        case .prefix(let id, let prefix): setPrefix(id, to: prefix)
        case .text(let id, let text): setText(id, to: text)
        case .ending(let id, let ending): setEnding(id, to: ending)
        case .insert(let after, let before, let bytes):
            insert(bytes, at: insertionIndex(after: after, before: before), by: event, made: &made)
        case .delete(let runs): delete(runs)
        case .restore(let id, let after, let bytes): restore(id, after: after, bytes: bytes)
        case .move(let id, let after): move(id, after: after)
        }
    }

    func insertionIndex(after: LineID?, before: LineID?) -> Int {
        if let after, let index = index(of: after) { return index + 1 }
        if let before, let index = index(of: before) { return index }
        return after == nil && before != nil ? 0 : lineCount
    }

    // MARK: Whole lines

    private mutating func insert(_ bytes: [UInt8], at index: Int, by event: EventID, made: inout UInt32) -> Bool {
        let count = UInt32(truncatingIfNeeded: lineBreakCount(bytes) + (isUnended(bytes) ? 1 : 0))
        let run = LineRun(first: LineID(event: event, index: made), count: count)
        guard count > 0, count < UInt32.max - made, tree.location(of: run.first) == nil else { return false }
        made += count
        insertLines(bytes, at: index, ids: [run])
        return true
    }

    private mutating func delete(_ runs: [LineRun]) -> Bool {
        var hasDeleted = false
        for run in runs {
            var offset: UInt64 = 0
            while let (start, lines) = nextStretch(of: run, from: offset) {
                removeLines(lines)
                if !memories.isEmpty {
                    for step in 0..<UInt32(lines.count) {
                        memories[LineID(event: run.first.event, index: run.first.index + UInt32(start) + step)] = nil
                    }
                }
                offset = start + UInt64(lines.count)
                hasDeleted = true
            }
        }
        return hasDeleted
    }

    /// The lines of the runs that are in the document, in order of the runs.
    ///
    /// - Complexity: O(log n) for each run of adjacent lines, however many the runs name.
    package func presentLines(of runs: [LineRun]) -> [LineID] {
        var present: [LineID] = []
        forEachPresent(runs) { lines in present += self.lines(in: lines).map(\.id) }
        return present
    }

    /// Calls `body` with the runs of lines that the runs name, as far as they are in the document.
    func forEachPresent(_ runs: [LineRun], _ body: (Range<Int>) -> Void) {
        for run in runs {
            var offset: UInt64 = 0
            while let (start, lines) = nextStretch(of: run, from: offset) {
                body(lines)
                offset = start + UInt64(lines.count)
            }
        }
    }

    /// The first lines of `run`, at least at `offset` in it, that are in the document and stand together in a leaf.
    private func nextStretch(of run: LineRun, from offset: UInt64) -> (offset: UInt64, lines: Range<Int>)? {
        guard let offset = nextLine(of: run, from: offset),
            let (location, line) = tree.location(
                of: LineID(event: run.first.event, index: run.first.index + UInt32(offset)))
        else { return nil }
        let length = location.leaf.ids.length(ofRunAt: line, limit: UInt64(run.count) - offset)
        return (offset, (location.line + line)..<(location.line + line + length))
    }

    /// The least offset, at least `offset`, of a line of `run` that is in the document.
    private func nextLine(of run: LineRun, from offset: UInt64) -> UInt64? {
        var offset = offset
        guard offset < UInt64(run.count) else { return nil }
        if let index = tree.index {
            guard UInt64(run.first.index) + offset <= UInt64(UInt32.max) else { return nil }
            let id = LineID(event: run.first.event, index: run.first.index + UInt32(offset))
            if index.label(of: id) != nil { return offset }
            guard let next = index.next(after: id), next.event == id.event else { return nil }
            offset = UInt64(next.index - run.first.index)
            return offset < UInt64(run.count) ? offset : nil
        }
        var least: UInt64?
        tree.root.leaf.ids.forEach { held in
            guard held.first.event == run.first.event else { return }
            let lower = UInt64(held.first.index)
            let wanted = max(lower, UInt64(run.first.index) + offset)
            guard wanted < lower + UInt64(held.count) else { return }
            let found = wanted - UInt64(run.first.index)
            if found < UInt64(run.count), found < least ?? .max { least = found }
        }
        return least
    }

    private mutating func restore(_ id: LineID, after: LineID?, bytes: [UInt8]) -> Bool {
        guard id.index < .max, tree.location(of: id) == nil, isOneLine(bytes) else { return false }
        let index = after.map { self.index(of: $0).map { $0 + 1 } ?? lineCount } ?? 0
        insertLines(bytes.isEmpty ? prevailingEnding : bytes, at: index, ids: [LineRun(first: id)])
        return true
    }

    private mutating func move(_ id: LineID, after: LineID?) -> Bool {
        guard id != after, let line = line(id), after == nil || index(of: after ?? id) != nil else { return false }
        let target = after.flatMap { index(of: $0) }.map { $0 + 1 } ?? 0
        if target == line.index || target == line.index + 1 { return true }
        let bytes = Array(line.bytes)
        let wasUnended = line.ending.isEmpty
        removeLines(line.index..<(line.index + 1))
        insertLines(
            wasUnended ? bytes + prevailingEnding : bytes, at: target > line.index ? target - 1 : target,
            ids: [LineRun(first: id)])
        return true
    }

    // MARK: Parts of a line

    /// Sets the byte between the brackets of a checkbox.
    ///
    /// - Returns: Whether the line is a checkbox and the byte can stand in it.
    /// - Complexity: O(log n); no allocation where no other version is held.
    @discardableResult
    public mutating func setMark(_ id: LineID, to mark: UInt8) -> Bool {
        guard let site = markSite(of: id) else { return false }
        return setMark(at: site, to: mark)
    }

    /// Sets the byte between the brackets of a checkbox that was found in this version.
    ///
    /// - Returns: Whether the checkbox still stands there, and the byte can stand in it.
    package mutating func setMark(at site: MarkSite, to mark: UInt8) -> Bool {
        guard LinePrefix.isMark(mark, custom: !site.isBare) else { return false }
        if site.mark == mark { return true }
        guard tree.setMark(at: site, to: mark) else { return false }
        remember(mark: site.mark, for: site.line, now: mark)
        return true
    }

    /// Where the mark of a line stands; nil if the line is gone or no checkbox.
    ///
    /// - Complexity: O(log n).
    package func markSite(of id: LineID) -> MarkSite? { tree.markSite(of: id) }

    private mutating func setPrefix(_ id: LineID, to bytes: [UInt8]) -> Bool {
        guard let line = line(id), !bytes.contains(where: ASCII.isLineBreak) else { return false }
        var new = bytes
        let old = ChecklistDocument.lexed(line.content)
        if line.form.isCheckbox, let box = old.box {
            ChecklistDocument.keepMark(line.content[box + 1], in: &new, before: Array(line.text))
        }
        if line.prefix.elementsEqual(new) { return true }
        let isBox = ChecklistDocument.lexed(new + line.text).box != nil
        replaceContent(of: line, 0..<line.prefix.count, with: new)
        var memory = LineMemory(mark: isBox == (old.box != nil) ? memories[id]?.mark : nil)
        if isBox != (old.box != nil) {
            memory.beginning = LineMemory.Beginning(dropCount: new.count, bytes: Array(line.prefix))
        }
        memories[id] = memory.isEmpty ? nil : memory
        return true
    }

    private mutating func setText(_ id: LineID, to bytes: [UInt8]) -> Bool {
        guard let line = line(id), !bytes.contains(where: ASCII.isLineBreak) else { return false }
        if line.text.elementsEqual(bytes) { return true }
        replaceContent(of: line, line.prefix.count..<line.content.count, with: bytes)
        memories[id] = nil
        return true
    }

    private mutating func setEnding(_ id: LineID, to bytes: [UInt8]) -> Bool {
        guard let line = line(id) else { return false }
        if line.ending.elementsEqual(bytes) { return true }
        switch bytes {
        case []:
            guard line.index == lineCount - 1, !line.content.isEmpty else { return false }
        case [ASCII.carriageReturn]:
            // A CR before an empty line that ends in LF would make one ending of the two.
            if line.index + 1 < lineCount, self.line(at: line.index + 1).bytes.first == ASCII.lineFeed { return false }
        case [ASCII.lineFeed]:
            if line.content.isEmpty, line.index > 0,
                self.line(at: line.index - 1).ending.elementsEqual([ASCII.carriageReturn])
            {
                return false
            }
        case [ASCII.carriageReturn, ASCII.lineFeed]: break
        default: return false
        }
        replace(line, with: Array(line.content) + bytes)
        return true
    }

    private mutating func remember(mark old: UInt8, for id: LineID, now mark: UInt8) {
        var isUsual = old == ASCII.space || old == UInt8(ascii: "x")
        // Toggling never restores a custom state.
        if case .custom = CheckboxState(mark: old) { isUsual = true }
        let isOther = CheckboxState(mark: old) != CheckboxState(mark: mark)
        if isUsual || !isOther, memories.isEmpty { return }
        var memory = memories[id] ?? LineMemory()
        memory.mark = isUsual || !isOther ? nil : old
        memories[id] = memory.isEmpty ? nil : memory
    }
}

/// How many line endings there are.
func lineBreakCount(_ bytes: [UInt8]) -> Int {
    var count = 0
    for (index, byte) in bytes.enumerated() {
        if byte == ASCII.carriageReturn
            || byte == ASCII.lineFeed && (index == 0 || bytes[index - 1] != ASCII.carriageReturn)
        {
            count += 1
        }
    }
    return count
}

/// Whether there is a last line without an ending.
func isUnended(_ bytes: [UInt8]) -> Bool { bytes.last.map { !ASCII.isLineBreak($0) } ?? false }

/// Whether the bytes hold no line ending but at their end.
private func isOneLine(_ bytes: [UInt8]) -> Bool { lineBreakCount(bytes) + (isUnended(bytes) ? 1 : 0) <= 1 }
