extension LineTree {
    /// Does a splice within one leaf, without rebuilding the leaf.
    ///
    /// Returns false, and changes nothing, where that cannot be: it reaches beyond one leaf, the leaf would be too full or
    /// too empty, or holds part of a line that lies in several.
    ///
    /// - Complexity: O(log n) and the bytes given.
    mutating func spliceInLeaf(
        _ range: Range<Int>, with bytes: UnsafeBufferPointer<UInt8>, replacing lines: Range<Int>, ids: LeafIDs
    ) -> Bool {
        let location = leaf(atByte: range.lowerBound)
        let cursor = Cursor(leaf: location.leaf, label: location.label, byte: location.byte)
        return splice(
            range, with: bytes, in: cursor,
            replacing: (lines.lowerBound - location.line)..<(lines.upperBound - location.line), ids: ids)
    }

    /// The same where the leaf is known, and the places of the lines in it.
    mutating func splice(
        _ range: Range<Int>, with bytes: UnsafeBufferPointer<UInt8>, in cursor: Cursor, replacing places: Range<Int>,
        ids: LeafIDs
    ) -> Bool {
        let leaf = cursor.leaf
        let bounds = (range.lowerBound - cursor.byte)..<(range.upperBound - cursor.byte)
        let byteCount = leaf.byteCount - bounds.count + bytes.count
        let lineCount = leaf.lineCount - places.count + ids.lineCount
        let isLast = cursor.byte + leaf.byteCount == Int(summary.bytes)
        guard bounds.upperBound <= leaf.byteCount, places.lowerBound >= 0, places.upperBound <= leaf.lineCount,
            byteCount > 0, byteCount <= shape.leafBytes, lineCount <= shape.leafLines,
            height == 0 || !shape.isSmall(bytes: byteCount, lines: lineCount), !leaf.isContinuation,
            isLast || !leaf.isUnended,
            isLast || leaf.isEnded(behind: bounds, replacedBy: bytes)
        else { return false }
        let removed = leaf.ids.part(places)
        LineTree.update(&root, height: height, atByte: cursor.byte) { slot in
            slot.makeRoom(for: byteCount, lines: lineCount)
            return slot.spliceLeaf(bounds, with: bytes, replacing: places, ids: ids)
        }
        // A line that is replaced under its own id stays.
        if height > 0, removed != ids {
            removed.forEach { index?.remove($0) }
            ids.forEach { index?.assign($0, to: cursor.label) }
        }
        return true
    }
}

extension Leaf {
    /// Whether the last line has an ending once a range is replaced.
    fileprivate func isEnded(behind bounds: Range<Int>, replacedBy bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if bounds.upperBound < byteCount { return true }
        if let last = bytes.last { return ASCII.isLineBreak(last) }
        return bounds.lowerBound > 0 && ASCII.isLineBreak(text[bounds.lowerBound - 1])
    }

    /// The lines, by place, that a change of bytes may change, and where they begin and end.
    fileprivate func region(
        around bounds: Range<Int>, replacedBy bytes: UnsafeBufferPointer<UInt8>
    ) -> (lines: Range<Int>, bytes: Range<Int>) {
        let atEnd = bounds.lowerBound == byteCount && !isUnended
        let first = atEnd ? lineCount : max(line(at: bounds.lowerBound), 0)
        let start = first < lineCount ? Int(starts[first]) : byteCount
        var last = first
        while last < lineCount, Int(starts[last]) < bounds.upperBound { last += 1 }
        let end = last < lineCount ? Int(starts[last]) : byteCount
        // What is put before a line without an ending of its own becomes part of that line.
        let before = bytes.last ?? (bounds.lowerBound > start ? text[bounds.lowerBound - 1] : ASCII.lineFeed)
        if end == bounds.upperBound, last < lineCount, !ASCII.isLineBreak(before) {
            last += 1
            return (first..<last, start..<(last < lineCount ? Int(starts[last]) : byteCount))
        }
        return (first..<last, start..<end)
    }

    /// How many line endings of each kind there are in a range of whole lines.
    fileprivate func endings(of lines: Range<Int>) -> (all: UInt32, crlf: UInt32, cr: UInt32) {
        var result: (all: UInt32, crlf: UInt32, cr: UInt32) = (0, 0, 0)
        for line in lines {
            let range = range(ofLine: line)
            switch text[range.upperBound - 1] {
            case ASCII.lineFeed:
                result.all += 1
                if range.count > 1, text[range.upperBound - 2] == ASCII.carriageReturn { result.crlf += 1 }
            case ASCII.carriageReturn:
                result.all += 1
                result.cr += 1
            default: break
            }
        }
        return result
    }
}

extension Slot {
    /// Replaces bytes of the leaf, which has room for them, and the lines that begin among them.
    fileprivate mutating func spliceLeaf(
        _ bounds: Range<Int>, with bytes: UnsafeBufferPointer<UInt8>, replacing places: Range<Int>, ids: LeafIDs
    ) -> LeafChange {
        let leaf = leaf
        let old = (summary: summary, exits: leaf.head.pointee.exits)
        let region = leaf.region(around: bounds, replacedBy: bytes)
        let oldEndings = leaf.endings(of: region.lines)
        let oldUnits = utf16Length(of: UnsafeBufferPointer(rebasing: leaf.bytes[region.bytes]))
        let text = leaf.text
        (text + bounds.lowerBound + bytes.count).update(
            from: text + bounds.upperBound, count: leaf.byteCount - bounds.upperBound)
        if let source = bytes.baseAddress { (text + bounds.lowerBound).update(from: source, count: bytes.count) }
        let difference = bytes.count - bounds.count
        leaf.head.pointee.byteCount += Int32(truncatingIfNeeded: difference)
        let count = region.bytes.count + difference
        let scan = leaf.rescan(
            region.lines, region.bytes.lowerBound, count: count, difference: difference,
            room: region.lines.count + bytes.count + 2)
        leaf.head.pointee.ids.replace(places, with: ids)
        let new = UnsafeBufferPointer(start: text + region.bytes.lowerBound, count: count)
        summary.bytes &+= UInt32(truncatingIfNeeded: difference)
        summary.utf16 &+= UInt32(truncatingIfNeeded: utf16Length(of: new, inBlocks: scan.wideBlocks) - oldUnits)
        summary.endings &+= UInt32(truncatingIfNeeded: scan.endings) &- oldEndings.all
        summary.crlf &+= UInt32(truncatingIfNeeded: scan.crlf) &- oldEndings.crlf
        summary.cr &+= UInt32(truncatingIfNeeded: scan.cr) &- oldEndings.cr
        leaf.summarizeLines(into: &summary)
        return summary.change(from: old.summary, exits: leaf.head.pointee.exits, from: old.exits)
    }
}

extension Leaf {
    /// Scans a range of lines again and puts them in place of `lines`; the text after it has moved by `difference`.
    fileprivate func rescan(
        _ lines: Range<Int>, _ start: Int, count: Int, difference: Int, room: Int
    ) -> LineScanner {
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: room) { newStarts in
            withUnsafeTemporaryAllocation(of: LineKind.self, capacity: room) { newKinds in
                guard let newStarts = newStarts.baseAddress, let newKinds = newKinds.baseAddress else {
                    return LineScanner()
                }
                let scan = LineScanner(
                    text + start, count: count, isContinuation: false,
                    limits: LineScanner.Limits(target: count, bytes: count, lines: room), starts: newStarts,
                    kinds: newKinds)
                let (starts, kinds) = (starts, kinds)
                let behind = lineCount - lines.upperBound
                let from = lines.upperBound
                let to = lines.lowerBound + scan.lineCount
                (starts + to).update(from: starts + from, count: behind)
                (kinds + to).update(from: kinds + from, count: behind)
                for line in to..<(to + behind) {
                    starts[line] = UInt16(truncatingIfNeeded: Int(starts[line]) + difference)
                }
                for line in 0..<scan.lineCount {
                    starts[lines.lowerBound + line] = UInt16(truncatingIfNeeded: start + Int(newStarts[line]))
                    kinds[lines.lowerBound + line] = newKinds[line]
                }
                head.pointee.lineCount = Int32(truncatingIfNeeded: to + behind)
                return scan
            }
        }
    }
}
