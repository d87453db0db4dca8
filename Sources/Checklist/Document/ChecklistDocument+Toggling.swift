extension ChecklistDocument {
    /// The edit that ticks or clears a checkbox. Nothing is changed yet.
    ///
    /// Ticking writes `x`, clearing a space, unless the line had another mark before in that state (`X`), which comes
    /// back.
    ///
    /// - Parameter ticked: The state to set; nil for the other one.
    /// - Throws: ``StaleLine`` if the line is gone, is no checkbox, or is in a custom state.
    /// - Complexity: O(log n).
    public func edit(toggling id: LineID, to ticked: Bool? = nil) throws(StaleLine) -> LineEdit {
        guard let box = box(of: id) else {
            throw StaleLine(line: id, reason: tree.location(of: id) == nil ? .gone : .noCheckbox)
        }
        let mark = box.mark
        let state = CheckboxState(mark: mark)
        if case .custom(let mark) = state { throw StaleLine(line: id, reason: .customState(mark)) }
        let isTicked = state == .ticked
        let wanted = ticked ?? !isTicked
        if wanted == isTicked { return .mark(id, to: mark) }
        return .mark(id, to: memories[id]?.mark ?? (wanted ? UInt8(ascii: "x") : ASCII.space))
    }

    /// The byte between the brackets of a checkbox; nil if the line is gone or no checkbox.
    ///
    /// - Complexity: O(log n).
    public func mark(of id: LineID) -> UInt8? { box(of: id)?.mark }

    /// The version in which a checkbox is toggled.
    ///
    /// - Throws: ``StaleLine`` if the line is gone, is no checkbox, or is in a custom state.
    /// - Complexity: O(log n).
    public func toggling(_ id: LineID, by event: EventID) throws(StaleLine) -> ChecklistDocument {
        applying([try edit(toggling: id)], by: event)
    }

    /// The version in which these edits are done.
    ///
    /// - Complexity: O(log n) for each edit, and the bytes they bring.
    public func applying(_ edits: [LineEdit], by event: EventID) -> ChecklistDocument {
        var result = self
        result.apply(edits, by: event)
        return result
    }
}
