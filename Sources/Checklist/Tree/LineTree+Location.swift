extension LineTree {
    /// What comes before a leaf.
    struct Passed {
        var byte = 0
        var utf16 = 0
        var line = 0
        var checkbox = 0
        /// The state before the leaf's first line.
        var state: ContextState

        @inline(__always)
        mutating func pass(_ slot: UnsafePointer<Slot>, height: Int) {
            byte += Int(slot.pointee.summary.bytes)
            utf16 += Int(slot.pointee.summary.utf16)
            line += Int(slot.pointee.summary.lines)
            let outcome = slot.pointee.outcome(from: state, atHeight: height)
            checkbox += Int(outcome.checkboxes)
            state = outcome.end
        }
    }

    /// A cursor with the counts of everything before its leaf, which finding it by a count has summed up anyway.
    struct Location {
        unowned(unsafe) var leaf: Leaf
        var label: UInt64
        var passed: Passed

        var byte: Int { passed.byte }
        var utf16: Int { passed.utf16 }
        var line: Int { passed.line }
        var checkbox: Int { passed.checkbox }
        var state: ContextState { passed.state }

        /// The state before a line of the leaf.
        @inline(__always)
        func state(beforeLine target: Int) -> ContextState {
            var state = state
            for line in 0..<target { state = leaf.stepping(state, over: line).state }
            return state
        }
    }

    /// A place in the tree: a leaf, where it begins in the text, and a line in it.
    ///
    /// It does not keep the leaf: it is valid as long as the tree is held and not changed, and does not prevent changing
    /// the tree in place.
    struct Cursor {
        unowned(unsafe) var leaf: Leaf
        var label: UInt64
        /// The offset at which the leaf begins.
        var byte: Int
        /// The line's number among the lines that begin in the leaf, from 0; -1 for a line that began before it, and where only the leaf
        /// is meant.
        var line = -1
    }

    /// The leaf that holds the byte at `offset`, the last one at the end, found by nothing but widths.
    ///
    /// - Complexity: O(log n), one or two cache lines a level.
    @inline(__always)
    func cursor(atByte offset: Int) -> Cursor {
        withUnsafePointer(to: root) { root in
            var slot = root
            var start = 0
            for _ in 0..<height {
                let branch = slot.pointee.branch
                let child = branch.child(atByte: offset - start)
                start += child.start
                guard let slots = branch.slots.baseAddress else { break }
                slot = UnsafePointer(slots + child.index)
            }
            return Cursor(leaf: slot.pointee.leaf, label: slot.pointee.label, byte: start)
        }
    }

    /// Goes down to the first leaf whose subtree `isWanted` once what comes before is passed; to the last if none is.
    @inline(__always)
    private func descend(_ isWanted: (Passed, UnsafePointer<Slot>, Int) -> Bool) -> Location {
        withUnsafePointer(to: root) { root in
            var passed = Passed(state: initialState)
            var slot = root
            for height in (0..<height).reversed() {
                let slots = slot.pointee.branch.slots
                guard var child = slots.baseAddress.map({ UnsafePointer($0) }) else { break }
                let last = child + (slots.count - 1)
                while child < last, !isWanted(passed, child, height) {
                    passed.pass(child, height: height)
                    child += 1
                }
                slot = child
            }
            return Location(
                leaf: slot.pointee.leaf, label: slot.pointee.label, passed: passed)
        }
    }

    /// The leaf that holds the byte at `offset`; the last one at the end of the document.
    func leaf(atByte offset: Int) -> Location {
        descend { passed, slot, _ in offset < passed.byte + Int(slot.pointee.summary.bytes) }
    }

    /// The leaf in which the line at `index` begins.
    func leaf(ofLine index: Int) -> Location {
        descend { passed, slot, _ in index < passed.line + Int(slot.pointee.summary.lines) }
    }

    /// The leaf that holds the UTF-16 unit at `offset`.
    func leaf(atUTF16 offset: Int) -> Location {
        descend { passed, slot, _ in offset < passed.utf16 + Int(slot.pointee.summary.utf16) }
    }

    /// The leaf that holds the checkbox of that number, counted from 0.
    func leaf(ofCheckbox number: Int) -> Location {
        descend { passed, slot, height in
            number < passed.checkbox + Int(slot.pointee.outcome(from: passed.state, atHeight: height).checkboxes)
        }
    }

    /// The leaf of that label.
    func leaf(labelled label: UInt64) -> Location {
        // A child that is not the last is wanted if the one after it begins beyond the label.
        descend { _, slot, _ in label < (slot + 1).pointee.label }
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
            location = Location(
                leaf: root.leaf, label: root.label, passed: Passed(state: initialState))
        }
        guard let line = location.leaf.ids.place(of: id) else { return nil }
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
    /// Calls `body` with the pieces of text in `range`, in order, as long as `goesOn` is true for the last piece.
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
