internal import Checklist
internal import Events

extension ActionPlanner {
    /// Plans to set a mark: as a toggle where it ticks or clears, else as an edit.
    func plan(marking line: LineID, _ mark: UInt8, in document: ChecklistDocument) -> Plan {
        guard let now = document.line(line)?.mark else { return .stale }
        if now == mark { return .unchanged }
        if case .custom = CheckboxState(mark: mark) { return .record(.edited([.mark(line, to: mark)]), lineCount: 1) }
        return .record(.toggled(line, to: CheckboxState(mark: mark) == .ticked, mark: mark), lineCount: 1)
    }

    /// Plans to move lines to the end, under a heading: one event, the heading included.
    func plan(archiving lines: [LineID], under heading: [UInt8], in document: ChecklistDocument) -> Plan {
        let present = lines.filter { document.index(of: $0) != nil }
        guard present.count == lines.count, !lines.isEmpty else { return .stale }
        var edits: [LineEdit] = []
        var last = document.isEmpty ? nil : document.line(at: document.lineCount - 1).id
        if !document.lines.contains(where: { $0.content.elementsEqual(heading) }) {
            let isBlank = document.isEmpty || document.line(at: document.lineCount - 1).isBlank
            let ending = Array(document.line(at: 0).ending)
            let lineEnd = ending.isEmpty ? [UInt8(ascii: "\n")] : ending
            edits.append(
                .insert(after: last, before: nil, bytes: (isBlank ? [] : lineEnd) + heading + lineEnd))
            last = LineID(event: session.nextID, index: isBlank ? 0 : 1)
        }
        for line in present where line != last {
            edits.append(.move(line, after: last))
            last = line
        }
        return .record(.edited(edits), lineCount: present.count)
    }
}
