import CommandLineKit
import Events
import NoteLedger

/// Which of the events that are told are listed, and what of each is printed besides its line.
struct EventDetails {
    /// Only those whose words hold this text, case aside.
    var words: String?
    /// Only those that added or removed this text.
    var text: String?
    /// Whether the lines before and after are printed.
    var showsPatch = false
    /// Whether it is said how many lines there were of each sort.
    var showsCounts = false
    /// How each is printed, instead of as a line of the list.
    var template: EventTemplate?

    func admits(_ account: EventAccount) -> Bool {
        if let words {
            let context = account.entry.event.context
            let said = [
                account.phrase(tellingPresent: false), account.title, context.reason ?? "", context.author ?? "",
            ]
            guard said.contains(where: { $0.lowercased().contains(words.lowercased()) }) else { return false }
        }
        if let text { return account.changesCount(of: text) }
        return true
    }

    func print(_ account: EventAccount, to output: Output) throws {
        if showsCounts { try output.line(output.styled("    \(account.counts)", .faint)) }
        if showsPatch { try account.printPatch(to: output) }
    }
}

extension EventAccount {
    /// The lines that a note begins with, which are not listed as changes; none for any other event.
    private var firstLines: [String] {
        guard case .created(_, let body, _) = entry.event.change, !body.isEmpty else { return [] }
        var lines = String(decoding: body, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Whether a text stands more often in the note after the event than before it, or less often.
    func changesCount(of text: String) -> Bool {
        if firstLines.contains(where: { $0.contains(text) }) { return true }
        var difference = 0
        for line in lines {
            difference += (line.after?.content).map { $0.count(of: text) } ?? 0
            difference -= (line.before?.content).map { $0.count(of: text) } ?? 0
        }
        return difference != 0
    }

    /// `2 lines added, 1 removed, 3 changed`.
    var counts: String {
        let added = lines.count { $0.before == nil && $0.after != nil } + firstLines.count
        let removed = lines.count { $0.after == nil && $0.before != nil }
        let changed = lines.count { $0.before != nil && $0.after != nil && $0.hasEffect }
        return "\(added.counted("line")) added, \(removed) removed, \(changed) changed"
    }

    /// Prints the lines as they were and as they became.
    func printPatch(to output: Output) throws {
        for line in firstLines { try output.line(output.styled("    + \(line.forTerminal)", .added)) }
        for line in lines {
            if let before = line.before, line.hasEffect {
                let text = String(decoding: before.content, as: UTF8.self).forTerminal
                try output.line(output.styled("    - \(text)", .removed))
            }
            if let after = line.after {
                let text = String(decoding: after.content, as: UTF8.self).forTerminal
                try output.line(
                    line.hasEffect
                        ? output.styled("    + \(text)", .added) : output.styled("    > \(text)", .warning))
            }
        }
        for attribute in attributes { try output.line("    \(attribute.sentence.forTerminal)") }
    }
}

extension [UInt8] {
    /// How often a text stands in the bytes, without overlapping.
    fileprivate func count(of text: String) -> Int {
        guard !text.isEmpty else { return 0 }
        return String(decoding: self, as: UTF8.self).ranges(of: text).count
    }
}
