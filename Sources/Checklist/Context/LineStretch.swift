/// A run of lines to which others are added: a summary with its exits at hand.
struct LineStretch {
    private(set) var summary: LineSummary
    private(set) var exits: [LineSummary.Exit]

    /// The run of that summary.
    init(_ summary: LineSummary, exits: [LineSummary.Exit]) {
        self.summary = summary
        self.exits = exits
    }

    /// Adds the run that follows.
    ///
    /// - Complexity: O(exits of both).
    @inline(__always)
    mutating func append(_ next: LineSummary, exits nextExits: @autoclosure () -> [LineSummary.Exit]) {
        let nextExits = next.hasExits ? nextExits() : []
        if !exits.isEmpty || !nextExits.isEmpty { appendExits(of: next, nextExits) }
        appendEntries(of: next, nextExits)
        summary.bytes &+= next.bytes
        summary.utf16 &+= next.utf16
        summary.lines &+= next.lines
        summary.crlf &+= next.crlf
        summary.cr &+= next.cr
        summary.endings &+= next.endings
        summary.hasDelimiters = summary.hasDelimiters || next.hasDelimiters
        summary.dependsOnText = summary.dependsOnText || next.dependsOnText
        summary.hasExits = !exits.isEmpty
    }

    private mutating func appendEntries(of next: LineSummary, _ nextExits: [LineSummary.Exit]) {
        typealias Entry = LineSummary.Entry
        if !summary.has(.blank) {
            summary.blankIsBeforeFlush = !summary.has(.flush) && next.blankIsBeforeFlush
            summary.blankIsBeforeShallow = !summary.has(.shallow) && next.blankIsBeforeShallow
        }
        for index in 0..<LineSummary.Entries.count {
            let bit = UInt16(1) << UInt16(index)
            if summary.present & bit != 0 {
                let end = summary.entries[index].end
                summary.entries[index].append(next.outcome(from: end, nextExits))
            } else if next.present & bit != 0 {
                summary.entries[index] = next.entries[index]
            }
        }
        summary.present |= next.present
    }

    /// Extends the exits by what follows, and adds those of what follows that can be reached.
    private mutating func appendExits(of next: LineSummary, _ nextExits: [LineSummary.Exit]) {
        for index in exits.indices {
            exits[index].outcome.append(next.outcome(from: exits[index].outcome.end, nextExits))
        }
        for exit in nextExits where exit.kind != .start || summary.lines == 0 { add(exit) }
    }

    /// Adds an exit of the lines that follow, for the containers in which nothing before it ends the same blocks.
    private mutating func add(_ exit: LineSummary.Exit) {
        var exit = exit
        exit.reach &= summary.reachOfFollowing
        for before in exits where before.kind == exit.kind && before.length >= exit.length {
            exit.reach &= ~before.reach
        }
        if exit.reach != 0 { exits.append(exit) }
    }
}

extension LineSummary {
    /// A bit for each container that a block can still be in after the lines, with only its exits to end it.
    var reachOfFollowing: UInt8 {
        typealias Container = ContextState.Container
        var reach: UInt8 = 1 << Container.page.rawValue
        if !has(.flush) { reach |= 1 << Container.item.rawValue }
        if !has(.shallow) { reach |= 1 << Container.deepItem.rawValue }
        if !has(.unquoted) { reach |= 1 << Container.quote.rawValue }
        return reach
    }
}
