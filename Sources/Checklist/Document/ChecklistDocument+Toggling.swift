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
        guard let site = markSite(of: id) else {
            throw StaleLine(line: id, reason: tree.location(of: id) == nil ? .gone : .noCheckbox)
        }
        if case .custom(let mark) = CheckboxState(mark: site.mark) {
            throw StaleLine(line: id, reason: .customState(mark))
        }
        return .mark(id, to: mark(toggling: site, to: ticked) ?? site.mark)
    }

    /// The mark that ticks or clears the checkbox of a site; nil for one in a custom state. It is the present one if
    /// the checkbox is in that state already.
    package func mark(toggling site: MarkSite, to ticked: Bool? = nil) -> UInt8? {
        let isTicked: Bool
        switch CheckboxState(mark: site.mark) {
        case .custom: return nil
        case .ticked: isTicked = true
        case .open: isTicked = false
        }
        let wanted = ticked ?? !isTicked
        if wanted == isTicked { return site.mark }
        let usual = wanted ? UInt8(ascii: "x") : ASCII.space
        return memories.isEmpty ? usual : memories[site.line]?.mark ?? usual
    }

    /// The byte between the brackets of a checkbox; nil if the line is gone or no checkbox.
    ///
    /// - Complexity: O(log n).
    public func mark(of id: LineID) -> UInt8? { markSite(of: id)?.mark }

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
