extension LineTree {
    /// A leaf and what comes before it.
    struct Location {
        var leaf: Leaf
        var label: UInt64
        var byte = 0
        var utf16 = 0
        var line = 0
        var checkbox = 0
        /// The state before the leaf's first line.
        var state: ContextState

        mutating func pass(_ summary: LineSummary) {
            byte += Int(summary.bytes)
            utf16 += Int(summary.utf16)
            line += Int(summary.lines)
            let outcome = summary.outcome(from: state)
            checkbox += Int(outcome.checkboxes)
            state = outcome.end
        }

        /// The state before a line of the leaf.
        func state(beforeLine target: Int) -> ContextState {
            var state = state
            for line in 0..<target { state = leaf.stepping(state, over: line).state }
            return state
        }
    }

    /// Goes down to the first leaf whose subtree `isWanted` once what comes before is passed; to the last if none is.
    @inline(__always)
    func descend(_ isWanted: (Location, LineSummary) -> Bool) -> Location {
        var location = Location(leaf: Leaf.empty, label: root.label, state: initialState)
        var slot = root
        for _ in 0..<height {
            let slots = slot.branch.slots
            var index = 0
            while index < slots.count - 1, !isWanted(location, slots[index].summary) {
                location.pass(slots[index].summary)
                index += 1
            }
            slot = slots[index]
        }
        location.leaf = slot.leaf
        location.label = slot.label
        return location
    }

    /// The leaf that holds the byte at `offset`; the last one at the end of the document.
    func leaf(atByte offset: Int) -> Location { descend { offset < $0.byte + Int($1.bytes) } }

    /// The leaf in which the line at `index` begins.
    func leaf(ofLine index: Int) -> Location { descend { index < $0.line + Int($1.lines) } }

    /// The leaf that holds the UTF-16 unit at `offset`.
    func leaf(atUTF16 offset: Int) -> Location { descend { offset < $0.utf16 + Int($1.utf16) } }

    /// The leaf that holds the checkbox of that number, counted from 0.
    func leaf(ofCheckbox number: Int) -> Location {
        descend { number < $0.checkbox + Int($1.outcome(from: $0.state).checkboxes) }
    }

    /// The leaf of that label.
    func leaf(labelled label: UInt64) -> Location {
        var location = Location(leaf: Leaf.empty, label: label, state: initialState)
        var slot = root
        for _ in 0..<height {
            let slots = slot.branch.slots
            var index = 0
            while index < slots.count - 1, slots[index + 1].label <= label {
                location.pass(slots[index].summary)
                index += 1
            }
            slot = slots[index]
        }
        location.leaf = slot.leaf
        return location
    }

    /// The leaf of a line and the line's place in it.
    ///
    /// - Complexity: O(log n).
    func location(of id: LineID) -> (location: Location, line: Int)? {
        let location: Location
        if let index {
            guard let label = index.label(of: id) else { return nil }
            location = leaf(labelled: label)
        } else {
            location = Location(leaf: root.leaf, label: root.label, state: initialState)
        }
        guard let line = location.leaf.header.ids.place(of: id) else { return nil }
        return (location, line)
    }

    /// Calls `body` with every leaf in order until it returns false.
    func forEachLeaf(_ body: (Slot) -> Bool) { _ = LineTree.forEachLeaf(root, height: height, body) }

    private static func forEachLeaf(_ slot: Slot, height: Int, _ body: (Slot) -> Bool) -> Bool {
        if height == 0 { return body(slot) }
        for child in slot.branch.slots where !forEachLeaf(child, height: height - 1, body) { return false }
        return true
    }
}

extension LineTree {
    /// Lends the pieces of text in `range`, in order, for as long as `goesOn` holds of the piece just lent.
    ///
    /// - Complexity: O(log n) for each leaf touched.
    func forEachPiece(
        in range: Range<Int>, while goesOn: (UnsafeBufferPointer<UInt8>) -> Bool = { _ in true },
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        _ = LineTree.forEachPiece(root, height: height, in: range, while: goesOn, body)
    }

    private static func forEachPiece(
        _ slot: Slot, height: Int, in range: Range<Int>, while goesOn: (UnsafeBufferPointer<UInt8>) -> Bool,
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Bool {
        if height == 0 {
            let leaf = slot.leaf
            return withExtendedLifetime(leaf) {
                let piece = UnsafeBufferPointer(rebasing: leaf.bytes[range.clamped(to: 0..<leaf.byteCount)])
                if piece.isEmpty { return true }
                body(piece)
                return goesOn(piece)
            }
        }
        var start = 0
        for child in slot.branch.slots {
            let end = start + Int(child.summary.bytes)
            if start >= range.upperBound { return true }
            if end > range.lowerBound {
                let part = max(range.lowerBound - start, 0)..<(range.upperBound - start)
                if !forEachPiece(child, height: height - 1, in: part, while: goesOn, body) { return false }
            }
            start = end
        }
        return true
    }
}
