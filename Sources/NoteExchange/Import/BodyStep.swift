internal import Checklist
internal import Merging

/// One event's worth of changes to a source's body: edits against the body before.
struct BodyStep {
    var edits: [LineEdit]
    /// Whether the step identifies lines that were added in the ledger with lines of the source. It then has to be
    /// stamped later than everything that was done to these lines.
    var sharesLines = false

    /// The steps from one body of the source to the next.
    ///
    /// Lines that were added in the ledger too, at the same place, become the same lines, so that merging counts them
    /// once. They are the second step; the other changes come first and keep the time at which the source made them.
    ///
    /// - Parameters:
    ///   - base: the source's body at the last import.
    ///   - body: its body now.
    ///   - here: the ledger's body now.
    /// - Complexity: That of a line diff; O(n log n) for the lines of both where the source added lines.
    static func steps(
        from base: ChecklistDocument, to body: [UInt8], besides here: ChecklistDocument
    ) -> [BodyStep] {
        let edits = base.edits(adopting: body)
        let source = base.applying(edits, by: .comparison)
        let shared = edits.insertLines ? source.additions(sharedWith: here, since: base) : [:]
        guard !shared.isEmpty else { return edits.isEmpty ? [] : [BodyStep(edits: edits)] }

        let changes = edits.filter { if case .insert = $0 { false } else { true } }
        var additions: [LineEdit] = []
        var last: LineID?
        for line in source.lines {
            if let twin = shared[line.id] {
                additions.append(.restore(twin, after: last, bytes: Array(line.bytes)))
                last = twin
            } else if base.index(of: line.id) != nil {
                last = line.id
            }
        }
        let almost = base.applying(changes + additions, by: .comparison)
        additions += almost.edits(adopting: body)
        let addition = BodyStep(edits: additions, sharesLines: true)
        return changes.isEmpty ? [addition] : [BodyStep(edits: changes), addition]
    }
}
