/// What the tree knows of a run of lines without looking at them. Summaries compose: that of two runs follows from theirs.
///
/// What the lines amount to depends on what is open at their start. For each state of text there is an *entry*: the state after
/// the lines, and the checkboxes among them. A verbatim block that is open at the start ends in one of a few ways, each with an
/// entry of its own: its item ends with a line less indented, its quote with a line that is not quoted, HTML with an empty line. What
/// closes fences and comments are *exits*, of which nearly all runs have none; a run of *n* bytes has O(√n) at most, since a further
/// closing fence counts only if it is longer than all before. Exits are kept by the node, so that summaries are plain bytes.
struct LineSummary: Equatable {
    var bytes: UInt32 = 0
    var utf16: UInt32 = 0
    /// Lines that begin in the run.
    var lines: UInt32 = 0
    /// Line endings that are CRLF, and that are a lone CR.
    var crlf: UInt32 = 0
    var cr: UInt32 = 0
    /// Line endings of any kind.
    var endings: UInt32 = 0
    var entries = Entries()
    /// A bit for each entry that the run has; it has those of text in any case.
    var present: UInt16 = 0b1111
    /// Whether the first empty line comes before the first line at the margin, and before the first one before column 4.
    var blankIsBeforeFlush = false
    var blankIsBeforeShallow = false
    /// Whether any line may open or close a verbatim block.
    var hasDelimiters = false
    /// Whether any line depends on more than its bytes where no verbatim block is open.
    var dependsOnText = false
    /// Whether the node keeps exits.
    var hasExits = false

    static let empty = LineSummary()

    /// What lines amount to.
    struct Outcome: Equatable {
        var end: ContextState
        var checkboxes: UInt32 = 0
        var ticked: UInt32 = 0

        /// Adds what follows.
        @inline(__always)
        mutating func append(_ next: Outcome) {
            end = next.end
            checkboxes &+= next.checkboxes
            ticked &+= next.ticked
        }
    }

    /// The end of a verbatim block that is open at the start.
    struct Exit: Equatable {
        /// It ends blocks of this kind that are at most this long.
        var kind: ContextState.Kind
        var length: Int
        /// A bit for each container in which it ends them.
        var reach: UInt8
        var outcome: Outcome
    }

    /// Where the lines are entered.
    enum Entry: Int, CaseIterable {
        /// The four states of text, by their numbers.
        case text, paragraph, list, listParagraph
        /// The first line at the margin, which ends every item above it.
        case flush
        /// The first line before column 4, which ends deep items.
        case shallow
        /// After the first empty line, which ends HTML; the list around it continues in the second.
        case blank, blankInItem
        /// The first line that is not quoted.
        case unquoted

        var bit: UInt16 { 1 << UInt16(rawValue) }
    }

    /// The outcomes of all entries, in a row.
    struct Entries: Equatable {
        private var text = Outcome(end: .text)
        private var paragraph = Outcome(end: .paragraph)
        private var list = Outcome(end: .list)
        private var listParagraph = Outcome(end: .listParagraph)
        private var flush = Outcome(end: .text)
        private var shallow = Outcome(end: .text)
        private var blank = Outcome(end: .text)
        private var blankInItem = Outcome(end: .text)
        private var unquoted = Outcome(end: .text)

        static let count = Entry.allCases.count

        @inline(__always)
        subscript(index: Int) -> Outcome {
            get { withUnsafePointer(to: self) { UnsafeRawPointer($0).assumingMemoryBound(to: Outcome.self)[index] } }
            set {
                withUnsafeMutablePointer(to: &self) {
                    UnsafeMutableRawPointer($0).assumingMemoryBound(to: Outcome.self)[index] = newValue
                }
            }
        }

        @inline(__always)
        subscript(entry: Entry) -> Outcome {
            get { self[entry.rawValue] }
            set { self[entry.rawValue] = newValue }
        }
    }

    /// Checkboxes where the lines begin the document or follow text.
    var checkboxes: UInt32 { entries[.text].checkboxes }
    var ticked: UInt32 { entries[.text].ticked }

    @inline(__always)
    func has(_ entry: Entry) -> Bool { present & entry.bit != 0 }

    mutating func set(_ entry: Entry, _ outcome: Outcome) {
        entries[entry] = outcome
        present |= entry.bit
    }
}

extension LineSummary {
    /// Where the lines are entered when `state` is open at their start.
    enum Way {
        case entry(Int)
        case leaving(Int)
        /// The block stays open through all of them.
        case none
    }

    /// The way in which the state goes through the lines.
    @inline(__always)
    func way(from state: ContextState, _ exits: @autoclosure () -> [Exit]) -> Way {
        if state.isText { return .entry(Int(state.rawValue)) }
        return verbatimWay(from: state, hasExits ? exits() : [])
    }

    @inline(never)
    private func verbatimWay(from state: ContextState, _ exits: [Exit]) -> Way {
        let container = state.container
        let bit = UInt8(1) << container.rawValue
        let exit = exits.firstIndex { $0.kind == state.kind && $0.length >= state.length && $0.reach & bit != 0 }
        if let exit { return .leaving(exit) }
        if state == .start { return .entry(Entry.text.rawValue) }
        let isHTML = state.kind == .html
        switch container {
        case .page: return way(isHTML ? .blank : nil)
        case .item: return way(isHTML && has(.blank) && (blankIsBeforeFlush || !has(.flush)) ? .blankInItem : .flush)
        case .deepItem:
            return way(isHTML && has(.blank) && (blankIsBeforeShallow || !has(.shallow)) ? .blankInItem : .shallow)
        case .quote: return way(.unquoted)
        }
    }

    private func way(_ entry: Entry?) -> Way {
        guard let entry, has(entry) else { return .none }
        return .entry(entry.rawValue)
    }

    /// What the lines amount to when `state` is open at their start.
    @inline(__always)
    func outcome(from state: ContextState, _ exits: @autoclosure () -> [Exit]) -> Outcome {
        if state.isText { return entries[Int(state.rawValue)] }
        let exits = hasExits ? exits() : []
        switch verbatimWay(from: state, exits) {
        case .entry(let index): return entries[index]
        case .leaving(let index): return exits[index].outcome
        case .none: return Outcome(end: state)
        }
    }
}

extension LineSummary {
    /// How the counts differ from those of another summary, wrapping around; nil if more than counts differs, or checkboxes
    /// do, and not all entries by as many.
    private func counts(less other: LineSummary) -> CountChange? {
        guard present == other.present, hasDelimiters == other.hasDelimiters, dependsOnText == other.dependsOnText,
            blankIsBeforeFlush == other.blankIsBeforeFlush, blankIsBeforeShallow == other.blankIsBeforeShallow
        else { return nil }
        let checkboxes = checkboxes &- other.checkboxes
        let ticked = ticked &- other.ticked
        for index in 0..<Entries.count where present & 1 << UInt16(index) != 0 {
            let new = entries[index]
            let old = other.entries[index]
            guard new.end == old.end, new.checkboxes &- old.checkboxes == checkboxes, new.ticked &- old.ticked == ticked
            else { return nil }
        }
        return CountChange(
            bytes: bytes &- other.bytes, utf16: utf16 &- other.utf16, lines: lines &- other.lines,
            crlf: crlf &- other.crlf, cr: cr &- other.cr, endings: endings &- other.endings, checkboxes: checkboxes,
            ticked: ticked, isEverywhere: has(.flush) && has(.shallow) && has(.unquoted))
    }

    /// How a leaf's summary and exits differ from what they were.
    func change(from old: LineSummary, exits: [Exit], from oldExits: [Exit]) -> LeafChange {
        guard exits == oldExits, let difference = counts(less: old) else { return .any }
        return .counts(difference)
    }

    /// Adds what counts differ by; false if it takes more than that.
    mutating func add(_ change: CountChange) -> Bool {
        if change.checkboxes != 0 || change.ticked != 0 {
            guard change.isEverywhere, !hasExits, !has(.blank) else { return false }
            for index in 0..<Entries.count where present & 1 << UInt16(index) != 0 {
                entries[index].checkboxes &+= change.checkboxes
                entries[index].ticked &+= change.ticked
            }
        }
        bytes &+= change.bytes
        utf16 &+= change.utf16
        lines &+= change.lines
        crlf &+= change.crlf
        cr &+= change.cr
        endings &+= change.endings
        return true
    }
}

/// Differences of counts, wrapping around.
struct CountChange {
    var bytes: UInt32
    var utf16: UInt32
    var lines: UInt32
    var crlf: UInt32
    var cr: UInt32
    var endings: UInt32
    var checkboxes: UInt32
    var ticked: UInt32
    /// Whether all entries but the empty line count the checkboxes, and so do those of whatever holds the lines.
    var isEverywhere: Bool
}
