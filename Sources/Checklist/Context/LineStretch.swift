/// A stretch of lines to which others are added: a summary with its exits at hand.
struct LineStretch {
    private(set) var summary: LineSummary
    private(set) var exits: [LineSummary.Exit]

    /// The stretch of that summary.
    init(_ summary: LineSummary, exits: [LineSummary.Exit]) {
        self.summary = summary
        self.exits = exits
    }

    /// Adds the stretch that follows.
    ///
    /// - Complexity: O(exits of both).
    @inline(__always)
    mutating func append(_ next: LineSummary, exits nextExits: @autoclosure () -> [LineSummary.Exit]) {
        let outcome: LineSummary.Outcome
        if summary.end == .text, exits.isEmpty, !next.hasExits {
            outcome = LineSummary.Outcome(end: next.end, checkboxes: next.checkboxes, ticked: next.ticked)
            if summary.margin == .none, next.margin == .plain { setMargin(from: next) }
        } else {
            let nextExits = next.hasExits ? nextExits() : []
            outcome = next.outcome(from: summary.end, nextExits)
            appendExits(of: next, nextExits)
        }
        summary.bytes &+= next.bytes
        summary.utf16 &+= next.utf16
        summary.lines &+= next.lines
        summary.crlf &+= next.crlf
        summary.cr &+= next.cr
        summary.endings &+= next.endings
        summary.hasDelimiters = summary.hasDelimiters || next.hasDelimiters
        summary.checkboxes &+= outcome.checkboxes
        summary.ticked &+= outcome.ticked
        summary.end = outcome.end
        summary.hasExits = !exits.isEmpty
    }

    private mutating func setMargin(from next: LineSummary) {
        summary.margin = .plain
        summary.marginCheckboxes = summary.checkboxes &+ next.marginCheckboxes
        summary.marginTicked = summary.ticked &+ next.marginTicked
    }

    /// Extends the exits by what follows, and adds those of what follows that are none of the former's.
    private mutating func appendExits(of next: LineSummary, _ nextExits: [LineSummary.Exit]) {
        let ownCount = exits.count
        for index in 0..<ownCount {
            let rest = next.outcome(from: exits[index].outcome.end, nextExits)
            exits[index].outcome.end = rest.end
            exits[index].outcome.checkboxes &+= rest.checkboxes
            exits[index].outcome.ticked &+= rest.ticked
        }
        for exit in nextExits {
            let kind = exit.state.kind
            if kind == .margin || kind == .start && summary.lines > 0 { continue }
            if exit.state.isDeepFence, summary.margin != .none { continue }
            var longest = -1
            for index in 0..<ownCount where exits[index].state.kind == kind { longest = exits[index].state.length }
            if exit.state.length > longest { exits.append(exit) }
        }
        guard summary.margin == .none, let outcome = next.marginOutcome(nextExits) else { return }
        if summary.end == .text, next.margin == .plain {
            setMargin(from: next)
        } else {
            summary.margin = .exit
            exits.append(LineSummary.Exit(state: ContextState(.margin), outcome: outcome))
        }
    }
}
