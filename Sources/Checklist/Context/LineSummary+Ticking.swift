/// Which of a summary's counts a line is among: it need not count where a fence is open at the start.
struct TickedShare {
    /// Among the checkboxes of a stretch that begins in text.
    var isText: Bool
    /// Among those before the first line at the margin.
    var isBeforeMargin: Bool
    /// Among those behind an exit, a bit for each exit.
    var exits: UInt64 = 0

    /// How many exits there are bits for; nearly all summaries have none.
    static var mostExits: Int { 64 }
}

/// So many more checkboxes of a stretch are ticked, wrapping around, and nothing else is changed.
struct TickedChange {
    var count: UInt32
    /// Where the one that was ticked or cleared counts in the stretch's summary.
    var share: TickedShare
}

extension LineSummary {
    /// Counts a box that was ticked or cleared, in the summary and in the exits that its node keeps.
    mutating func add(_ change: TickedChange, exits: inout [Exit]) {
        if change.share.isText { ticked &+= change.count }
        if change.share.isBeforeMargin, margin == .plain { marginTicked &+= change.count }
        guard change.share.exits != 0 else { return }
        for index in exits.indices where change.share.exits & 1 << UInt64(index) != 0 {
            exits[index].outcome.ticked &+= change.count
        }
    }
}

extension Slot {
    /// Whether the line of that share counts when `state` is open at the start; the node is a leaf at height 0.
    fileprivate func counts(_ share: TickedShare, from state: ContextState, atHeight height: Int) -> Bool {
        if state == .text { return share.isText }
        let exits = exits(atHeight: height)
        if let index = exits.firstIndex(where: { $0.state.kind == state.kind && $0.state.length >= state.length }) {
            return share.exits & 1 << UInt64(index) != 0
        }
        if state == .start { return share.isText }
        return state.isDeepFence && countsBehindMargin(share, atHeight: height)
    }

    /// Whether the line of that share stands, in text, behind the first line at the margin.
    fileprivate func countsBehindMargin(_ share: TickedShare, atHeight height: Int) -> Bool {
        switch summary.margin {
        case .none: return false
        case .plain: return share.isText && !share.isBeforeMargin
        case .exit:
            guard let index = exits(atHeight: height).firstIndex(where: { $0.state.kind == .margin }) else {
                return false
            }
            return share.exits & 1 << UInt64(index) != 0
        }
    }
}

extension Leaf {
    /// Where a checkbox counts in the leaf's summary; nil if that is to be made anew.
    func tickedShare(ofLine line: Int, in summary: LineSummary) -> TickedShare? {
        var marginLine = 0
        while marginLine <= line, !kinds[marginLine].contains(.flush) { marginLine += 1 }
        let isBeforeMargin = marginLine > line
        guard summary.hasDelimiters else { return TickedShare(isText: true, isBeforeMargin: isBeforeMargin) }
        let exits = summary.hasExits ? head.pointee.exits : []
        guard exits.count <= TickedShare.mostExits else { return nil }
        var share = TickedShare(isText: isText(line, after: .text), isBeforeMargin: false)
        share.isBeforeMargin = isBeforeMargin && share.isText
        for (index, exit) in exits.enumerated() {
            let counts =
                exit.state.kind == .margin
                ? !isBeforeMargin && isText(line, after: .text, from: marginLine)
                : isText(line, after: exit.state)
            if counts { share.exits |= 1 << UInt64(index) }
        }
        return share
    }

    /// Whether a line stands in text when `state` is open before the line `start`.
    func isText(_ line: Int, after state: ContextState, from start: Int = 0) -> Bool {
        var state = state
        for passed in start..<line where state != .text || kinds[passed].contains(.delimiter) {
            state = stepping(state, over: passed).state
        }
        return stepping(state, over: line).isText
    }
}

extension Branch {
    /// Where a line counts in the summary of all children; nil if that is to be made anew.
    ///
    /// - Parameter share: Where it counts in the summary of the child at `place`.
    func tickedShare(_ share: TickedShare, ofChildAt place: Int, in summary: LineSummary) -> TickedShare? {
        let slots = slots
        // A line behind the margin in its child is behind it here.
        guard summary.hasDelimiters || share.isBeforeMargin else {
            return TickedShare(isText: true, isBeforeMargin: false)
        }
        let marginChild = (0...place).first { slots[$0].summary.margin != .none }
        guard summary.hasDelimiters else {
            return TickedShare(isText: true, isBeforeMargin: marginChild ?? place == place)
        }
        let exits = summary.hasExits ? head.pointee.exits : []
        guard exits.count <= TickedShare.mostExits else { return nil }
        let below = height - 1
        func counts(from state: ContextState, at start: Int) -> Bool {
            var state = state
            for child in start..<place { state = slots[child].outcome(from: state, atHeight: below).end }
            return slots[place].counts(share, from: state, atHeight: below)
        }
        var result = TickedShare(isText: counts(from: .text, at: 0), isBeforeMargin: false)
        result.isBeforeMargin =
            result.isText && (marginChild == nil || (marginChild == place && share.isBeforeMargin))
        for (index, exit) in exits.enumerated() {
            let isCounted: Bool
            if exit.state.kind != .margin {
                isCounted = counts(from: exit.state, at: 0)
            } else if let marginChild {
                let child = slots[marginChild]
                isCounted =
                    marginChild == place
                    ? child.countsBehindMargin(share, atHeight: below)
                    : child.summary.marginOutcome(child.exits(atHeight: below)).map {
                        counts(from: $0.end, at: marginChild + 1)
                    } ?? false
            } else {
                isCounted = false
            }
            if isCounted { result.exits |= 1 << UInt64(index) }
        }
        return result
    }
}
