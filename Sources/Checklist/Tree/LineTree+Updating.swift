/// How a change to a leaf shows in the summaries above it.
enum LeafChange {
    /// Not at all.
    case nothing
    /// Its lengths differ by so much, wrapping around.
    case lengths(bytes: UInt32, utf16: UInt32)
    /// Its counts differ by so much, and nothing else does.
    case counts(CountChange)
    /// Anything.
    case any
}

extension LineTree {
    /// Changes the leaf that holds the byte at `offset`, and the summaries above it.
    @inline(__always)
    static func update(
        _ slot: inout Slot, height: Int, atByte offset: Int, _ body: (inout Slot) -> LeafChange
    ) {
        _ = height == 0 ? body(&slot) : updateBelow(&slot, height: height, atByte: offset, body)
    }

    private static func updateBelow(
        _ slot: inout Slot, height: Int, atByte offset: Int, _ body: (inout Slot) -> LeafChange
    ) -> LeafChange {
        let branch = slot.uniqueBranch()
        let slots = branch.slots
        let (index, start) = branch.child(atByte: offset)
        let change =
            height == 1
            ? body(&slots[index]) : updateBelow(&slots[index], height: height - 1, atByte: offset - start, body)
        branch.widths[index] = slots[index].summary.bytes
        switch change {
        case .nothing: return .nothing
        case .lengths(let bytes, let utf16):
            slot.summary.bytes &+= bytes
            slot.summary.utf16 &+= utf16
            return change
        case .counts(let difference):
            if slot.summary.add(difference) { return change }
        case .any: break
        }
        slot.summary = branch.summarize()
        return .any
    }
}
