import Checklist

extension EditScript {
    /// What is wrong.
    package struct Fault: Error, CustomStringConvertible {
        /// A sentence that says so.
        package let description: String

        init(_ description: String) { self.description = description }
    }

    /// Does what the script says and holds each step against a plain array of bytes; throws what is wrong.
    package func check() throws(Fault) {
        var document = ChecklistDocument(parsing: note, madeBy: EditScript.event(0), shape: shape)
        try require(document.bytes == note, "parsing changes the text")
        try checkSound(document)
        for (number, step) in steps.enumerated() {
            let before = document
            let bytes = document.bytes
            try perform(step, number: number, on: &document)
            try checkSound(document)
            try require(before.bytes == bytes, "step \(number), \(step.action), changes a version that is held")
        }
    }

    private static func event(_ number: Int) -> EventID { EventID(device: DeviceID(7), counter: UInt64(number + 1)) }

    private static let counts: [(name: String, count: @Sendable (ChecklistDocument) -> Int)] = [
        ("lineCount", { $0.lineCount }), ("checkboxCount", { $0.checkboxCount }), ("tickedCount", { $0.tickedCount }),
        ("utf16Count", { $0.utf16Count }),
    ]

    private func require(_ condition: Bool, _ fault: @autoclosure () -> String) throws(Fault) {
        if !condition { throw Fault(fault()) }
    }

    /// The structure holds, and counts and forms are those of the same text parsed anew.
    private func checkSound(_ document: ChecklistDocument) throws(Fault) {
        if let fault = document.checkInvariants().first { throw Fault(fault) }
        let fresh = ChecklistDocument(parsing: document.bytes, madeBy: EditScript.event(0))
        for (name, count) in EditScript.counts {
            let (found, wanted) = (count(document), count(fresh))
            try require(found == wanted, "\(name) is \(found) where the text has \(wanted)")
        }
        try require(fresh.prevailingEnding == document.prevailingEnding, "another ending prevails in the text")
        for (line, wanted) in zip(document.lines, fresh.lines) {
            try require(
                line.form == wanted.form && line.context == wanted.context && line.offset == wanted.offset
                    && line.utf16Offset == wanted.utf16Offset, "line \(line.index) is not what its bytes say")
        }
    }

    private func perform(_ step: Step, number: Int, on document: inout ChecklistDocument) throws(Fault) {
        let event = EditScript.event(4 * number + 1)
        switch step.action {
        case .type: try type(step, event, &document)
        case .save: document = try saved(document)
        case .adopt: try adopt(step, event, &document)
        default:
            guard document.lineCount > 0 else { return }
            let first = step.place % document.lineCount
            let ids = document.lines(in: first..<min(document.lineCount, first + 1 + step.length % 8)).map(\.id)
            try change(ids, step, number, &document)
        }
    }

    private func type(_ step: Step, _ event: EventID, _ document: inout ChecklistDocument) throws(Fault) {
        let start = step.place % (document.utf8Count + 1)
        let range = start..<min(document.utf8Count, start + step.length)
        var wanted = document.bytes
        wanted.replaceSubrange(range, with: step.text)
        let edits = document.edits(replacing: range, with: step.text)
        try checkTakenBack(edits, event, document)
        let planned = document.applying(edits, by: event)
        document.replace(range, with: step.text, by: event)
        try require(document.bytes == wanted, "typing gives another text")
        try require(planned == document, "typing is not what its edits come to")
    }

    private func adopt(_ step: Step, _ event: EventID, _ document: inout ChecklistDocument) throws(Fault) {
        // The text with a stretch taken out, put in elsewhere, and more put in at a third place.
        var wanted = document.bytes
        let start = step.place % (wanted.count + 1)
        let end = min(wanted.count, start + step.length)
        let cut = wanted[start..<end]
        wanted.removeSubrange(start..<end)
        wanted.insert(contentsOf: cut, at: step.place * 7 % (wanted.count + 1))
        wanted.insert(contentsOf: step.text, at: step.place * 13 % (wanted.count + 1))
        let edits = document.edits(adopting: wanted)
        try checkTakenBack(edits, event, document)
        document.apply(edits, by: event)
        try require(document.bytes == wanted, "adopting gives another text")
        try require(document.edits(adopting: wanted).isEmpty, "adopting the same text is an edit")
    }

    private func saved(_ document: ChecklistDocument) throws(Fault) -> ChecklistDocument {
        guard let loaded = document.reloaded(shape: shape) else { throw Fault("what was saved is refused") }
        try require(loaded == document, "what was saved is not what is loaded")
        return loaded
    }

    private func change(
        _ ids: [LineID], _ step: Step, _ number: Int, _ document: inout ChecklistDocument
    ) throws(Fault) {
        let event = EditScript.event(4 * number + 1)
        let edits: [LineEdit]
        switch step.action {
        case .toggle:
            guard let edit = try? document.edit(toggling: ids[0]) else { return }
            edits = [edit]
            try checkToggle(ids[0], number, document)
        case .makeItem, .makePlain:
            edits = document.edits(converting: ids, toChecklist: step.action == .makeItem)
        case .append: edits = (try? document.edits(appending: step.text, toBlockOf: ids[0])) ?? []
        case .delete: edits = [.delete(ids.map { LineRun(first: $0) })]
        case .move:
            edits = [.move(ids[0], after: document.line(at: step.place * 31 % document.lineCount).id)]
        default:
            edits = [.prefix(ids[0], to: step.text), .text(ids[ids.count - 1], to: step.text)]
        }
        try checkTakenBack(edits, event, document)
        document.apply(edits, by: event)
    }

    private func checkToggle(_ id: LineID, _ number: Int, _ document: ChecklistDocument) throws(Fault) {
        guard let once = try? document.toggling(id, by: EditScript.event(4 * number + 2)),
            let twice = try? once.toggling(id, by: EditScript.event(4 * number + 3))
        else { throw Fault("a checkbox cannot be toggled") }
        let differing = zip(document.bytes, once.bytes).count { $0 != $1 }
        try require(differing == 1 && once.utf8Count == document.utf8Count, "a toggle changes \(differing) bytes")
        try require(abs(once.tickedCount - document.tickedCount) == 1, "a toggle ticks nothing")
        try require(twice.bytes == document.bytes, "toggling twice changes the text")
    }

    private func checkTakenBack(_ edits: [LineEdit], _ event: EventID, _ document: ChecklistDocument) throws(Fault) {
        let back = document.inverse(of: edits, by: event)
        let there = document.applying(edits, by: event)
        try require(
            there.applying(back, by: EventID(device: DeviceID(9), counter: 1)) == document,
            "edits are not taken back")
    }
}
