import Checklist
import Events

/// A step of a source's body, as edits against the one before.
struct BodyStep {
    var edits: [LineEdit]
    /// Whether it takes lines made here for the source's own: then it is later than all that was done to them.
    var sharesLines = false

    /// The steps from one body of the source to the next.
    ///
    /// Lines that were added here too, at the same place, are taken for the same lines, so that merging counts them once.
    /// They come last: what else changed keeps the time at which the source changed it.
    ///
    /// - Complexity: That of a line diff; O(n log n) for the lines of both where the source added some.
    static func steps(
        from base: ChecklistDocument, to body: [UInt8], besides here: ChecklistDocument
    ) -> [BodyStep] {
        let edits = base.edits(adopting: body)
        let source = base.applying(edits, by: .ofNothing)
        let shared = edits.makeLines ? source.additions(sharedWith: here, since: base) : [:]
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
        let almost = base.applying(changes + additions, by: .ofNothing)
        additions += almost.edits(adopting: body)
        let addition = BodyStep(edits: additions, sharesLines: true)
        return changes.isEmpty ? [addition] : [BodyStep(edits: changes), addition]
    }
}
