/// How a change to a leaf shows in the summaries above it.
enum LeafChange {
    /// Not at all.
    case nothing
    /// Its lengths differ by so much, wrapping around.
    case lengths(bytes: UInt32, utf16: UInt32)
    /// Its counts differ by so much, wrapping around, and nothing else; its checkboxes do so only if a line at the margin
    /// stands before them.
    case counts(LineSummary)
    /// One of its checkboxes was ticked or cleared.
    case ticked(Ticked)
    /// Anything.
    case any
}

/// Which leaf is meant.
enum LeafTarget {
    /// The one that holds the byte at an offset.
    case byte(Int)
    /// The one of that label.
    case labelled(UInt64)
}

extension LineTree {
    /// Changes a leaf, and the summaries above it.
    @inline(__always)
    static func update(
        _ slot: inout Slot, height: Int, at target: LeafTarget, _ body: (inout Slot) -> LeafChange
    ) {
        _ = height == 0 ? body(&slot) : updateBelow(&slot, height: height, at: target, body)
    }

    private static func updateBelow(
        _ slot: inout Slot, height: Int, at target: LeafTarget, _ body: (inout Slot) -> LeafChange
    ) -> LeafChange {
        let branch = slot.uniqueBranch()
        let slots = branch.slots
        let (index, rest) = branch.child(at: target)
        let change =
            height == 1 ? body(&slots[index]) : updateBelow(&slots[index], height: height - 1, at: rest, body)
        branch.widths[index] = slots[index].summary.bytes
        switch change {
        case .nothing: return .nothing
        case .lengths(let bytes, let utf16):
            slot.summary.bytes &+= bytes
            slot.summary.utf16 &+= utf16
            return change
        case .counts(let difference):
            let isSimple = difference.checkboxes == 0 && difference.ticked == 0 || !slot.summary.hasDelimiters
            guard isSimple else { break }
            slot.summary.addCounts(difference)
            return change
        case .ticked(var ticked):
            guard let share = branch.tickedShare(ticked.share, ofChildAt: index, in: slot.summary) else { break }
            ticked.share = share
            slot.summary.add(ticked, exits: &branch.head.pointee.exits)
            return .ticked(ticked)
        case .any: break
        }
        slot.summary = branch.summarize()
        return .any
    }
}

extension Branch {
    /// The child that holds the leaf meant, and what is meant in it.
    @inline(__always)
    fileprivate func child(at target: LeafTarget) -> (index: Int, rest: LeafTarget) {
        switch target {
        case .labelled(let label): return (slots.index(ofLabel: label), target)
        case .byte(let offset):
            let (index, start) = child(atByte: offset)
            return (index, .byte(offset - start))
        }
    }
}
