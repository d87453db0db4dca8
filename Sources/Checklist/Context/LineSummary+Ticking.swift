/// Among which counts of a summary a line is, a bit for each: first for the entries, then for the exits.
struct TickedShare {
    private(set) var bits: UInt64 = 0

    /// How many exits there are bits for; nearly all summaries have none.
    static let mostExits = 64 - LineSummary.Entries.count

    mutating func insert(entry: Int) { bits |= 1 << UInt64(entry) }
    mutating func insert(exit: Int) { bits |= 1 << UInt64(LineSummary.Entries.count + exit) }

    @inline(__always)
    func contains(entry: Int) -> Bool { bits & 1 << UInt64(entry) != 0 }
    @inline(__always)
    func contains(exit: Int) -> Bool { bits & 1 << UInt64(LineSummary.Entries.count + exit) != 0 }

    func contains(_ way: LineSummary.Way) -> Bool {
        switch way {
        case .entry(let index): contains(entry: index)
        case .leaving(let index): contains(exit: index)
        case .none: false
        }
    }
}

/// So many more checkboxes are ticked, wrapping around, and nothing else is changed.
struct TickedChange {
    var count: UInt32
    /// Where the one that was ticked or cleared counts in the summary.
    var share: TickedShare
}

extension LineSummary {
    /// Counts a box that was ticked or cleared, in the summary and in the exits that its node keeps.
    mutating func add(_ change: TickedChange, exits: inout [Exit]) {
        for index in 0..<Entries.count where change.share.contains(entry: index) {
            entries[index].ticked &+= change.count
        }
        guard hasExits else { return }
        for index in exits.indices where change.share.contains(exit: index) {
            exits[index].outcome.ticked &+= change.count
        }
    }
}

extension Leaf {
    /// Where a checkbox counts in the leaf's summary; nil if that must be recomputed.
    func tickedShare(ofLine line: Int, in summary: LineSummary) -> TickedShare? {
        guard !summary.hasExits else { return nil }
        guard !summary.hasDelimiters, !summary.dependsOnText else { return walkedShare(ofLine: line, in: summary) }
        // The line is a box wherever the lines are entered, if it is not before the entry.
        var share = TickedShare()
        for index in 0..<4 { share.insert(entry: index) }
        if summary.has(.unquoted) { share.insert(entry: LineSummary.Entry.unquoted.rawValue) }
        var isAfterFlush = false
        var isAfterShallow = false
        for before in 0...line {
            if kinds[before].contains(.flush) { isAfterFlush = true }
            if kinds[before].isShallow { isAfterShallow = true }
            if isAfterFlush { break }
        }
        if isAfterFlush { share.insert(entry: LineSummary.Entry.flush.rawValue) }
        if isAfterShallow { share.insert(entry: LineSummary.Entry.shallow.rawValue) }
        if (0..<line).contains(where: { kinds[$0].contains(.blank) }) {
            share.insert(entry: LineSummary.Entry.blank.rawValue)
            share.insert(entry: LineSummary.Entry.blankInItem.rawValue)
        }
        return share
    }

    /// Where a checkbox counts in a leaf in which lines depend on what is open before them.
    private func walkedShare(ofLine line: Int, in summary: LineSummary) -> TickedShare {
        var share = TickedShare()
        func enter(_ entry: LineSummary.Entry, _ state: ContextState, at start: Int) {
            guard summary.has(entry), start <= line else { return }
            if isText(line, after: state, from: start) { share.insert(entry: entry.rawValue) }
        }
        func first(_ isWanted: (LineKind) -> Bool) -> Int {
            (0...line).first { isWanted(kinds[$0]) } ?? lineCount
        }
        enter(.text, .text, at: 0)
        enter(.paragraph, .paragraph, at: 0)
        enter(.list, .list, at: 0)
        enter(.listParagraph, .listParagraph, at: 0)
        enter(.flush, .list, at: first { $0.contains(.flush) })
        enter(.shallow, .list, at: first(\.isShallow))
        let blank = first { $0.contains(.blank) }
        enter(.blank, .text, at: blank + 1)
        enter(.blankInItem, .list, at: blank + 1)
        let unquoted = (0...line).first { !(delimiter(ofLine: $0)?.isQuoted ?? false) }
        enter(.unquoted, .text, at: unquoted ?? lineCount)
        return share
    }

    /// Whether a line is what its bytes say when `state` is open before the line at `start`.
    func isText(_ line: Int, after state: ContextState, from start: Int = 0) -> Bool {
        var state = state
        for passed in start..<line { state = stepping(state, over: passed).state }
        return stepping(state, over: line).isText
    }
}

extension Branch {
    /// Where a line counts in the summary of all children; nil if that must be recomputed.
    ///
    /// - Parameter share: Where it counts in the summary of the child at `place`.
    func tickedShare(_ share: TickedShare, ofChildAt place: Int, in summary: LineSummary) -> TickedShare? {
        let slots = slots
        let exits = summary.hasExits ? head.pointee.exits : []
        guard exits.count <= TickedShare.mostExits else { return nil }
        let below = height - 1
        func counts(from state: ContextState, at start: Int) -> Bool {
            var state = state
            for child in start..<place { state = slots[child].outcome(from: state, atHeight: below).end }
            return share.contains(slots[place].summary.way(from: state, slots[place].exits(atHeight: below)))
        }
        var result = TickedShare()
        for index in 0..<4 where counts(from: ContextState(text: index), at: 0) { result.insert(entry: index) }
        for index in 4..<LineSummary.Entries.count {
            let bit = UInt16(1) << UInt16(index)
            guard let first = (0...place).first(where: { slots[$0].summary.present & bit != 0 }) else { continue }
            let isCounted =
                first == place
                ? share.contains(entry: index) : counts(from: slots[first].summary.entries[index].end, at: first + 1)
            if isCounted { result.insert(entry: index) }
        }
        for (index, exit) in exits.enumerated() {
            let container = ContextState.Container(rawValue: UInt8(exit.reach.trailingZeroBitCount)) ?? .page
            let state = ContextState(exit.kind, in: container, length: exit.length)
            if counts(from: state, at: 0) { result.insert(exit: index) }
        }
        return result
    }
}
