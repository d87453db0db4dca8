extension ChecklistDocument {
    /// The edits that make lines checklist items, or plain.
    ///
    /// Converting there and back gives the same bytes. A plain line gets `- [ ] ` after its indent, a bulleted one a
    /// box after its bullet; an item loses bullet and box. Lines that are so already, that are gone, that stand in a
    /// fence, HTML or front matter, open or close one, are headings, rules, rows of tables or definitions, are left alone; so are
    /// blank lines among others.
    ///
    /// - Complexity: O(log n) for each line, and its bytes.
    public func edits(converting ids: [LineID], toChecklist: Bool) -> [LineEdit] {
        let lines = ids.compactMap { line($0) }.filter { $0.form.isCheckbox != toChecklist }
        guard toChecklist else { return lines.flatMap { $0.context == .text ? toPlain($0) : [] } }
        let edits = lines.map { (id: $0.id, edits: toItem($0, isAlone: ids.count == 1)) }.filter { !$0.edits.isEmpty }
        let all = edits.flatMap(\.edits)
        guard lines.contains(where: \.dependsOnContext) else { return all }
        // Whether an indented line is an item depends on those above it, which may become items too.
        let there = applying(all, by: EventID(device: DeviceID(0), counter: 1))
        return edits.flatMap { there.line($0.id)?.form.isCheckbox == true ? $0.edits : [] }
    }

    /// The version in which lines are checklist items.
    ///
    /// - Complexity: O(log n) for each line, and its bytes.
    public func convertingToChecklist(_ ids: [LineID], by event: EventID) -> ChecklistDocument {
        applying(edits(converting: ids, toChecklist: true), by: event)
    }

    /// The version in which lines are plain.
    ///
    /// - Complexity: O(log n) for each line, and its bytes.
    public func convertingToPlain(_ ids: [LineID], by event: EventID) -> ChecklistDocument {
        applying(edits(converting: ids, toChecklist: false), by: event)
    }

    private func toItem(_ line: Line, isAlone: Bool) -> [LineEdit] {
        let content = Array(line.content)
        if let remembered = restored(line, content), lex(remembered).box != nil,
            [.text, .code, .paragraph].contains(line.context)
        {
            return rewriting(line, to: remembered)
        }
        guard line.context == .text, isAlone || !line.isBlank, !isStructure(line, content) else { return [] }
        let before = lex(content)
        let box = Array((before.bulletStart == nil ? "- [ ] " : "[ ] ").utf8)
        var item = content
        if before.bulletStart != nil {
            let isTight = before.length == before.bulletEnd
            item.insert(contentsOf: isTight ? [ASCII.space] + box : box, at: before.length)
        } else {
            item.insert(contentsOf: box, at: before.length)
        }
        guard lex(item).box != nil else { return [] }
        return rewriting(line, to: item)
    }

    private func toPlain(_ line: Line) -> [LineEdit] {
        let content = Array(line.content)
        if let remembered = restored(line, content), lex(remembered).box == nil {
            return keepingText(line, to: remembered)
        }
        let before = lex(content)
        let text = content[before.length...]
        var plain = Array(content[..<before.indentLength]) + text
        if plain.allSatisfy(ASCII.isBlank) {
            // A blank line does not end the block of the item before it, as this one does.
            let state = stateBefore(line)
            if !state.isText, state.container != .page { return [] }
            if plain.isEmpty, needsContent(line) { plain = [ASCII.space] }
        }
        if lex(plain).box == nil, !opensOrCloses(plain), !isDivider(plain) { return keepingText(line, to: plain) }
        // What follows the box would be read as a box, a fence or a divider by itself.
        return keepingText(line, to: Array(content[..<before.indentLength]) + [ASCII.backslash] + text)
    }

    /// Whether a line's ending alone would be no line: there is no ending, or it would be read with a CR before it.
    private func needsContent(_ line: Line) -> Bool {
        line.ending.isEmpty
            || line.ending.first == ASCII.lineFeed && line.offset > 0
                && byte(at: line.offset - 1) == ASCII.carriageReturn
    }

    private func stateBefore(_ line: Line) -> ContextState {
        tree.location(of: line.id).map { $0.location.state(beforeLine: $0.line) } ?? .text
    }

    /// The content that the line had in its other form, if that is remembered.
    private func restored(_ line: Line, _ content: [UInt8]) -> [UInt8]? {
        guard let beginning = memories[line.id]?.beginning, beginning.dropCount <= content.count else { return nil }
        return beginning.bytes + content[beginning.dropCount...]
    }

    private func lex(_ content: [UInt8]) -> LinePrefix { content.withUnsafeBufferPointer { LinePrefix(of: $0) } }

    private func opensOrCloses(_ content: [UInt8]) -> Bool {
        content.withUnsafeBufferPointer { LineDelimiter(of: $0)?.opensOrCloses ?? false }
    }

    private func isDivider(_ content: [UInt8]) -> Bool {
        content.withUnsafeBufferPointer(LinePrefix.isThematicBreak)
    }

    private func rewriting(_ line: Line, to content: [UInt8]) -> [LineEdit] {
        ChecklistDocument.edits(rewriting: line, to: content)
    }

    /// The edits that give a line another beginning, before the text it has.
    ///
    /// Where that text is then read otherwise, a backslash before it is part of it or a bullet in it is not, the last
    /// two say how. They change nothing, so that the line's memory of the box stays; but when another device converts
    /// the line as well, no second backslash is added, and the bullet is not taken for the first one.
    private func keepingText(_ line: Line, to content: [UInt8]) -> [LineEdit] {
        let beginning = content.dropLast(line.text.count)
        let after = lex(content)
        guard content.count >= line.text.count, content[beginning.endIndex...].elementsEqual(line.text),
            after.length != beginning.count
        else { return rewriting(line, to: content) }
        return [
            .prefix(line.id, to: Array(beginning)), .prefix(line.id, to: Array(content[..<after.length])),
            .text(line.id, to: Array(content[after.length...])),
        ]
    }
}
