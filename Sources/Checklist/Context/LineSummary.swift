/// What the tree knows of a stretch of lines without looking at them. Summaries compose: that of two stretches follows
/// from theirs.
///
/// The counts of checkboxes hold for a stretch that begins in ordinary text. What they are when a fence or front matter
/// is open at its start follows from its *exits*: the places where such a state ends, each with what comes after.
/// A stretch of n bytes has at most O(√n) exits, since a further one counts only if its fence is longer than all before;
/// nearly all have none. They are kept by the node, so that summaries are plain bytes and copying them is cheap.
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
    /// Whether the node keeps exits.
    var hasExits = false

    static let empty = LineSummary()

    /// Where a deep fence ends because a line begins at the margin.
    enum Margin: UInt8 {
        /// No line begins at the margin.
        case none
        /// Behind the exit all is as if the stretch had begun in text; only what stands before it is not counted.
        case plain
        /// The exit is among the exits.
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
    func outcome(from state: ContextState, _ exits: @autoclosure () -> [Exit]) -> Outcome {
        if state == .text { return Outcome(end: end, checkboxes: checkboxes, ticked: ticked) }
        return exitOutcome(from: state, hasExits ? exits() : [])
    }

    @inline(never)
    private func exitOutcome(from state: ContextState, _ exits: [Exit]) -> Outcome {
        // Exits of one kind stand in the order of their lines, which is that of their lengths.
        if let exit = exits.first(where: { $0.state.kind == state.kind && $0.state.length >= state.length }) {
            return exit.outcome
        }
        if state == .start { return Outcome(end: end, checkboxes: checkboxes, ticked: ticked) }
        return state.isDeepFence ? marginOutcome(exits) ?? Outcome(end: state) : Outcome(end: state)
    }

    /// What comes behind the first line at the margin, nil if there is none.
    func marginOutcome(_ exits: [Exit]) -> Outcome? {
        switch margin {
        case .none: nil
        case .plain:
            Outcome(end: end, checkboxes: checkboxes &- marginCheckboxes, ticked: ticked &- marginTicked)
        case .exit: exits.first { $0.state.kind == .margin }?.outcome
        }
    }
}

extension LineSummary {
    /// How the counts differ from those of another summary, wrapping around; nil if more than counts does, or checkboxes
    /// do and none of what stands at the margin stands before them.
    private func counts(less other: LineSummary) -> LineSummary? {
        guard end == other.end, margin == other.margin, marginCheckboxes == other.marginCheckboxes,
            marginTicked == other.marginTicked, hasDelimiters == other.hasDelimiters
        else { return nil }
        var difference = LineSummary()
        difference.bytes = bytes &- other.bytes
        difference.utf16 = utf16 &- other.utf16
        difference.lines = lines &- other.lines
        difference.crlf = crlf &- other.crlf
        difference.cr = cr &- other.cr
        difference.endings = endings &- other.endings
        difference.checkboxes = checkboxes &- other.checkboxes
        difference.ticked = ticked &- other.ticked
        let hasSameBoxes = difference.checkboxes == 0 && difference.ticked == 0
        return hasSameBoxes || margin != .none ? difference : nil
    }

    /// How a leaf's summary and exits differ from what they were.
    func change(from old: LineSummary, exits: [Exit], from oldExits: [Exit]) -> LeafChange {
        guard exits == oldExits, let difference = counts(less: old) else { return .any }
        return .counts(difference)
    }

    /// Adds what counts differ by.
    mutating func addCounts(_ difference: LineSummary) {
        bytes &+= difference.bytes
        utf16 &+= difference.utf16
        lines &+= difference.lines
        crlf &+= difference.crlf
        cr &+= difference.cr
        endings &+= difference.endings
        checkboxes &+= difference.checkboxes
        ticked &+= difference.ticked
    }
}
