/// What the tree knows of a stretch of lines without looking at them. Summaries compose: that of two stretches follows
/// from theirs.
///
/// The counts of checkboxes hold for a stretch that begins in ordinary text. What they are when a fence or front matter
/// is open at its start follows from its *exits*: the places where such a state ends, each with what comes after.
/// A stretch of n bytes has at most O(√n) exits, since a further one counts only if its fence is longer than all before;
/// nearly all have none.
struct LineSummary: Equatable {
    var bytes: UInt32 = 0
    var utf16: UInt32 = 0
    /// Lines that begin in the stretch.
    var lines: UInt32 = 0
    /// Line endings that are CRLF, and that are a lone CR.
    var crlf: UInt32 = 0
    var cr: UInt32 = 0
    /// Line endings of any kind.
    var endings: UInt32 = 0
    var checkboxes: UInt32 = 0
    var ticked: UInt32 = 0
    /// The state behind the stretch.
    var end = ContextState.text
    /// Checkboxes, and ticked ones, before the first line at the margin: what a deep fence would swallow.
    var marginCheckboxes: UInt32 = 0
    var marginTicked: UInt32 = 0
    var margin = Margin.none
    /// Whether any line may open or close a fence or front matter.
    var hasDelimiters = false
    var exits: [Exit] = []

    static let empty = LineSummary()

    /// Where a deep fence ends because a line begins at the margin.
    enum Margin: UInt8 {
        /// No line begins at the margin.
        case none
        /// Behind the exit all is as if the stretch had begun in text; only what stands before it is not counted.
        case plain
        /// The exit is among `exits`.
        case exit
    }

    /// What comes behind an exit.
    struct Outcome: Equatable {
        var end: ContextState
        var checkboxes: UInt32 = 0
        var ticked: UInt32 = 0
    }

    /// An end of an open state.
    struct Exit: Equatable {
        /// The state it ends: one of this kind, and at most this length.
        var state: ContextState
        var outcome: Outcome
    }
}

extension LineSummary {
    /// What the stretch is when `state` is open at its start.
    @inline(__always)
    func outcome(from state: ContextState) -> Outcome {
        if state == .text { return Outcome(end: end, checkboxes: checkboxes, ticked: ticked) }
        return exitOutcome(from: state)
    }

    @inline(never)
    private func exitOutcome(from state: ContextState) -> Outcome {
        // Exits of one kind stand in the order of their lines, which is that of their lengths.
        if let exit = exits.first(where: { $0.state.kind == state.kind && $0.state.length >= state.length }) {
            return exit.outcome
        }
        if state == .start { return outcome(from: .text) }
        return state.isDeepFence ? marginOutcome ?? Outcome(end: state) : Outcome(end: state)
    }

    private var marginOutcome: Outcome? {
        switch margin {
        case .none: nil
        case .plain:
            Outcome(end: end, checkboxes: checkboxes &- marginCheckboxes, ticked: ticked &- marginTicked)
        case .exit: exits.first { $0.state.kind == .margin }?.outcome
        }
    }

    /// Adds the stretch that follows.
    ///
    /// - Complexity: O(exits of both).
    @inline(__always)
    mutating func append(_ next: borrowing LineSummary) {
        let outcome = next.outcome(from: end)
        if exits.isEmpty, next.exits.isEmpty, end == .text {
            if margin == .none, next.margin == .plain { setMargin(from: next) }
        } else {
            appendExits(of: next)
        }
        bytes &+= next.bytes
        utf16 &+= next.utf16
        lines &+= next.lines
        crlf &+= next.crlf
        cr &+= next.cr
        endings &+= next.endings
        hasDelimiters = hasDelimiters || next.hasDelimiters
        checkboxes &+= outcome.checkboxes
        ticked &+= outcome.ticked
        end = outcome.end
    }

    private mutating func setMargin(from next: borrowing LineSummary) {
        margin = .plain
        marginCheckboxes = checkboxes &+ next.marginCheckboxes
        marginTicked = ticked &+ next.marginTicked
    }

    /// Extends the exits by what follows, and adds those of what follows that are none of the former's.
    private mutating func appendExits(of next: borrowing LineSummary) {
        let ownCount = exits.count
        for index in 0..<ownCount {
            let rest = next.outcome(from: exits[index].outcome.end)
            exits[index].outcome.end = rest.end
            exits[index].outcome.checkboxes &+= rest.checkboxes
            exits[index].outcome.ticked &+= rest.ticked
        }
        for exit in next.exits {
            let kind = exit.state.kind
            if kind == .margin || kind == .start && lines > 0 { continue }
            if exit.state.isDeepFence, margin != .none { continue }
            var longest = -1
            for index in 0..<ownCount where exits[index].state.kind == kind { longest = exits[index].state.length }
            if exit.state.length > longest { exits.append(exit) }
        }
        guard margin == .none, let outcome = next.marginOutcome else { return }
        if end == .text, next.margin == .plain {
            setMargin(from: next)
        } else {
            margin = .exit
            exits.append(Exit(state: ContextState(.margin), outcome: outcome))
        }
    }
}
