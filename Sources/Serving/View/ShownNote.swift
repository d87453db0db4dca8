import Checklist
import Events
import NoteLedger
import Page

/// A note as pages show it, kept while somebody looks at it so that a change costs what it touches.
struct ShownNote {
    private(set) var note: Note
    /// The note read as Markdown: brought up to date edit by edit.
    private var page: MarkdownPage
    private var definitions: [UInt8]

    init(_ note: Note) {
        self.note = note
        page = (try? MarkdownPage(parsing: note.body)) ?? .empty
        definitions = page.definitionLines
    }

    /// The parts of the page.
    func sections() -> [Section] { cutter.sections() }

    private var cutter: SectionCutter { SectionCutter(document: note.document, definitions: definitions) }

    /// Goes on to a newer state of the note.
    ///
    /// - Returns: What changes on the page; nil if it must be read as a whole, since a link definition changed.
    /// - Complexity: O(n) with a small constant, to find where the states differ, and the cost of reading what differs.
    mutating func advance(to newer: Note) -> Patch? {
        let older = note
        note = newer
        let (old, new) = (older.body, newer.body)
        if old != new {
            let change = Self.difference(old, new)
            do throws(MarkdownError) {
                try page.replace(change.range, with: change.replacement)
            } catch {
                page = .empty
            }
            let lines = page.definitionLines
            defer { definitions = lines }
            if lines != definitions { return nil }
        }
        return patch(from: older.document, definitions)
    }

    /// What leads from an older state of the note to this one.
    func patch(from older: Note) -> Patch {
        patch(from: older.document, definitions)
    }

    private func patch(from old: ChecklistDocument, _ definitions: [UInt8]) -> Patch {
        let new = note.document
        let (oldLines, newLines) = (old.lines(in: 0..<old.lineCount), new.lines(in: 0..<new.lineCount))
        var first = 0
        for (before, after) in zip(oldLines, newLines) {
            guard Self.looksAlike(before, after) else { break }
            first += 1
        }
        if first == old.lineCount, first == new.lineCount { return Patch(after: nil, dropped: [], sections: []) }
        var last = 0
        while first + last < min(old.lineCount, new.lineCount),
            Self.looksAlike(old.line(at: old.lineCount - 1 - last), new.line(at: new.lineCount - 1 - last))
        {
            last += 1
        }
        let before = SectionCutter(document: old, definitions: definitions)
            .sections(in: first..<max(first, old.lineCount - last))
        let after = cutter.sections(in: first..<max(first, new.lineCount - last))
        // Both begin at the same line, since all lines above are alike; both end before lines that are alike.
        var dropped = before.sections
        var shown = after.sections
        while let (left, right) = Self.firsts(dropped, shown), left == right {
            dropped.removeFirst()
            shown.removeFirst()
        }
        let kept = after.sections.count - shown.count
        let anchor = kept > 0 ? after.sections[kept - 1].key : cutter.section(before: after.lines.lowerBound)
        return Patch(after: anchor, dropped: dropped.map(\.key), sections: shown)
    }

    private static func firsts(_ left: [Section], _ right: [Section]) -> (Section, Section)? {
        guard let left = left.first, let right = right.first else { return nil }
        return (left, right)
    }

    private static func looksAlike(_ left: Line, _ right: Line) -> Bool {
        left.id == right.id && left.form == right.form && left.context == right.context && left.bytes == right.bytes
    }

    /// The one stretch in which two texts differ.
    private static func difference(_ old: [UInt8], _ new: [UInt8]) -> (range: Range<Int>, replacement: [UInt8]) {
        let shorter = min(old.count, new.count)
        let start = old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                var index = 0
                while index < shorter, old[index] == new[index] { index += 1 }
                return index
            }
        }
        var tail = 0
        while tail < shorter - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        return (start..<old.count - tail, Array(new[start..<new.count - tail]))
    }
}

extension MarkdownPage {
    /// The page of a note without text.
    fileprivate static var empty: MarkdownPage {
        guard let page = try? MarkdownPage(parsing: []) else { preconditionFailure("an empty note can be read") }
        return page
    }
}

extension SectionCutter {
    /// The section that ends where a line begins; nil at the start of the note.
    func section(before index: Int) -> LineID? {
        guard index > 0 else { return nil }
        var first = index - 1
        guard !document.line(at: first).form.isCheckbox else { return document.line(at: first).id }
        while first > 0, !document.line(at: first - 1).form.isCheckbox { first -= 1 }
        return document.line(at: first).id
    }
}

/// What changes on a page: sections that go, and those that stand in their place.
struct Patch: Hashable, Sendable {
    /// The section after which the change begins; nil at the top of the note.
    var after: LineID?
    /// Sections that are not there any more, or look different now.
    var dropped: [LineID]
    /// The sections that follow `after` now, down to one that stayed.
    var sections: [Section]
}
