extension LineTree {
    /// What a splice rebuilds: the leaves it touches, with their bytes and ids after the change.
    struct Patch {
        /// The bounds of the touched leaves in the old tree.
        var lower: Int
        var upper: Int
        var isContinuation: Bool
        var bytes: [UInt8] = []
        var ids = LeafIDs()
        var lineCount = 0
        /// Whether lines are added after all others.
        private var growsAtEnd = false
        var touched: [(label: UInt64, ids: LeafIDs)] = []
        /// The ids of the lines that are replaced.
        var removed = LeafIDs()
        /// The ids of the lines that take their place.
        let added: LeafIDs

        init(
            _ range: Range<Int>, in tree: LineTree, bytes new: UnsafeBufferPointer<UInt8>, lines: Range<Int>,
            ids newIDs: LeafIDs
        ) {
            added = newIDs
            let first = tree.leaf(atByte: range.lowerBound)
            lower = first.byte
            upper = first.byte
            isContinuation = first.leaf.isContinuation
            bytes.reserveCapacity(first.leaf.byteCount + new.count)
            bytes.append(contentsOf: first.leaf.bytes[..<(range.lowerBound - first.byte)])
            bytes.append(contentsOf: new)
            var location = first
            var hasNewIDs = false
            func addNewIDs(to ids: inout LeafIDs) {
                newIDs.forEach { ids.append($0) }
                hasNewIDs = true
            }
            while true {
                let leaf = location.leaf
                let end = location.byte + leaf.byteCount
                let own = location.line..<(location.line + leaf.lineCount)
                let old = leaf.ids
                touched.append((location.label, old))
                lineCount += leaf.lineCount
                let kept = lines.clamped(to: own)
                let removedPart = (kept.lowerBound - own.lowerBound)..<(kept.upperBound - own.lowerBound)
                old.forEach(in: 0..<removedPart.lowerBound) { ids.append($0) }
                old.forEach(in: removedPart) { removed.append($0) }
                if !hasNewIDs, lines.lowerBound <= own.upperBound { addNewIDs(to: &ids) }
                old.forEach(in: removedPart.upperBound..<own.count) { ids.append($0) }
                upper = end
                if end >= range.upperBound {
                    bytes.append(contentsOf: leaf.bytes[(range.upperBound - location.byte)...])
                    break
                }
                location = tree.leaf(atByte: end)
            }
            newIDs.forEach { lineCount += Int($0.count) }
            lineCount -= lines.count
            growsAtEnd = range.lowerBound == Int(tree.summary.bytes)
        }

        /// Takes in neighbours where the leaves could not stand alone: too little content, the head of a long line that
        /// does not show its form, a character cut in two.
        mutating func widen(in tree: LineTree) {
            let total = Int(tree.summary.bytes)
            while !bytes.isEmpty || lineCount > 0 {
                let isSmall = tree.shape.isSmall(bytes: bytes.count, lines: lineCount)
                if upper < total, isSmall || needsFollowing(in: tree) {
                    append(tree.leaf(atByte: upper))
                } else if lower > 0, (isSmall && upper == total) || needsPreceding(in: tree) {
                    prepend(tree.leaf(atByte: lower - 1))
                } else {
                    return
                }
            }
        }

        private func needsFollowing(in tree: LineTree) -> Bool {
            guard let last = bytes.last else { return true }
            if ASCII.isLineBreak(last) { return false }
            if last >= 0x80, Patch.isCutCharacter(bytes[...], before: tree.leaf(atByte: upper).leaf.bytes[0]) {
                return true
            }
            // Only the last line can be unended: look back for its start.
            let tail = bytes.suffix(LinePrefix.window)
            return tail.contains(where: ASCII.isLineBreak) || (!isContinuation && bytes.count < LinePrefix.window)
        }

        private func needsPreceding(in tree: LineTree) -> Bool {
            guard isContinuation, let first = bytes.first, first & 0xC0 == 0x80 else { return false }
            return Patch.isCutCharacter(tree.leaf(atByte: lower - 1).leaf.bytes[...], before: first)
        }

        /// Whether `bytes` end inside a character that may go on with `next`.
        private static func isCutCharacter(_ bytes: some BidirectionalCollection<UInt8>, before next: UInt8) -> Bool {
            guard next & 0xC0 == 0x80 else { return false }
            var present = 0
            for byte in bytes.suffix(3).reversed() {
                present += 1
                if byte & 0xC0 == 0x80 { continue }
                return byte >= 0xC2 && present < (byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4)
            }
            return false
        }

        private mutating func append(_ location: Location) {
            upper = location.byte + location.leaf.byteCount
            bytes.append(contentsOf: location.leaf.bytes)
            let old = location.leaf.ids
            old.forEach { ids.append($0) }
            touched.append((location.label, old))
            lineCount += location.leaf.lineCount
        }

        private mutating func prepend(_ location: Location) {
            lower = location.byte
            bytes.insert(contentsOf: location.leaf.bytes, at: 0)
            isContinuation = location.leaf.isContinuation
            let old = location.leaf.ids
            var joined = old
            ids.forEach { joined.append($0) }
            ids = joined
            touched.insert((location.label, old), at: 0)
            lineCount += location.leaf.lineCount
        }

        /// Reads the labels of the touched leaves again.
        mutating func readLabels(in tree: LineTree) {
            var byte = lower
            for number in touched.indices {
                let location = tree.leaf(atByte: byte)
                touched[number].label = location.label
                byte += location.leaf.byteCount
            }
        }

        /// Bytes for a leaf if there must be more than one: even parts, unless the document grows at its end.
        private func target(_ shape: TreeShape) -> Int {
            if growsAtEnd { return shape.leafBytes - LinePrefix.window / 2 }
            return bytes.count <= 2 * shape.leafBytes
                ? max(bytes.count / 2, shape.leafBytes / 2) : shape.leafBytes * 3 / 4
        }

        /// The leaves that take the place of those touched.
        func leaves(shape: TreeShape) -> [Leaf.Built] {
            var built: [Leaf.Built] = []
            var taken = 0
            let target = self.target(shape)
            bytes.withUnsafeBufferPointer { bytes in
                let fits = bytes.count <= shape.leafBytes
                // Even parts in lines, too, lest the next line made overflow a full leaf again.
                let parts = (lineCount + shape.leafLines - 1) / shape.leafLines
                let lines = fits && !growsAtEnd && parts > 1 ? (lineCount + parts - 1) / parts : shape.leafLines
                Leaf.cut(
                    bytes, isContinuation: isContinuation, shape: shape, target: fits ? bytes.count : target,
                    lines: lines,
                    ids: { count in
                        if taken == 0, count == lineCount { return ids }
                        var part = LeafIDs()
                        ids.forEach(in: taken..<(taken + count)) { part.append($0) }
                        taken += count
                        return part
                    },
                    into: { built.append($0) })
            }
            return built
        }
    }
}
