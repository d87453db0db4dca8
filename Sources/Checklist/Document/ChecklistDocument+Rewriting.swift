extension ChecklistDocument {
    /// The edits that give a line another text; none if the line is gone.
    ///
    /// An item that ends with its box or bullet (`- [ ]`) gets a space after it, without which it would be no item with the
    /// text.
    ///
    /// - Complexity: O(log n) and the bytes of the line.
    public func edits(settingText text: some Collection<UInt8>, of id: LineID) -> [LineEdit] {
        guard let line = line(id) else { return [] }
        let edit = LineEdit.text(id, to: Array(text))
        guard line.form != .plain, let last = line.prefix.last, !ASCII.isBlank(last), let first = text.first,
            !ASCII.isBlank(first)
        else { return [edit] }
        return [.prefix(id, to: Array(line.prefix) + [ASCII.space]), edit]
    }

    /// The fewest register edits that turn one content of a line into another: the mark alone where only that differs,
    /// the prefix alone where all that differs is prefix, the text, or all of them.
    ///
    /// A prefix edit holds only what is prefix: letters typed before the text are part of a new text, else two devices
    /// that type them would see them twice. In fences and front matter there is no mark to set: there a box is part of
    /// the prefix.
    static func edits(rewriting line: Line, to new: [UInt8]) -> [LineEdit] {
        let id = line.id
        let old = Array(line.content)
        if old == new { return [] }
        let before = lexed(old)
        let after = lexed(new)
        let oldPrefix = old[..<before.length]
        let oldText = Array(old[before.length...])
        var newPrefix = Array(new[..<after.length])
        let newText = Array(new[after.length...])
        // The mark is set while the old prefix is there, unless its box cannot hold it.
        var (marksFirst, marksLast): ([LineEdit], [LineEdit]) = ([], [])
        var isMarkInPrefix = false
        if line.form.isCheckbox, let oldBox = before.box, let newBox = after.box, newBox + 2 < newPrefix.count {
            let mark = newPrefix[newBox + 1]
            let isFirst = LinePrefix.isMark(mark, custom: before.bulletStart != nil)
            // Where its context may make the new line no checkbox, its mark cannot be set: it comes with the prefix.
            isMarkInPrefix = !isFirst && dependsOnContext(new)
            if !isMarkInPrefix { keepMark(old[oldBox + 1], in: &newPrefix, before: newText) }
            if newPrefix[newBox + 1] != mark {
                (marksFirst, marksLast) = isFirst ? ([.mark(id, to: mark)], []) : ([], [.mark(id, to: mark)])
            }
        }
        let text = LineEdit.text(id, to: newText)
        let texts = newText == oldText ? [] : [text]
        if newPrefix.elementsEqual(oldPrefix) { return marksFirst + marksLast + texts }
        let prefix = LineEdit.prefix(id, to: newPrefix)
        if isMarkInPrefix { return settingMark(with: prefix, text, on: id, oldText: oldText, newText: newText) }
        let prefixes = marksFirst + [prefix] + marksLast
        // Between the two edits the line must not be read otherwise, nor be without content: it might then be given
        // an ending.
        if texts.isEmpty { return prefixes }
        if !newPrefix.isEmpty || !oldText.isEmpty, lexed(newPrefix + oldText).length == newPrefix.count {
            return prefixes + texts
        }
        if !oldPrefix.isEmpty || !newText.isEmpty, lexed(oldPrefix + newText).length == oldPrefix.count {
            return texts + prefixes
        }
        let (blank, letter) = (LineEdit.prefix(id, to: [ASCII.space]), LineEdit.text(id, to: [UInt8(ascii: "x")]))
        if oldText.isEmpty { return marksFirst + [blank, letter, prefix] + marksLast + texts }
        if newText.isEmpty { return marksFirst + [letter, blank, text, prefix] + marksLast }
        return [letter] + prefixes + texts
    }

    /// The edits that set a prefix with its mark: the line is without a box meanwhile, so that it does not keep the mark it has.
    private static func settingMark(
        with prefix: LineEdit, _ text: LineEdit, on id: LineID, oldText: [UInt8], newText: [UInt8]
    ) -> [LineEdit] {
        let blank = LineEdit.prefix(id, to: [ASCII.space])
        guard lexed([ASCII.space] + oldText).length == 1 else {
            return [.text(id, to: [UInt8(ascii: "x")]), blank, prefix, text]
        }
        return [blank, prefix] + (newText == oldText ? [] : [text])
    }

    /// Whether a line of that content may be no item in some context of text.
    private static func dependsOnContext(_ content: [UInt8]) -> Bool {
        content.withUnsafeBufferPointer { content in
            content.baseAddress.map { LineKind.of($0, count: content.count).dependsOnText } ?? false
        }
    }

    /// Writes the mark that a line's box has into the box of a prefix that the line is to get, if it has one that may
    /// hold it.
    static func keepMark(_ mark: UInt8, in prefix: inout [UInt8], before text: [UInt8]) {
        let after = lexed(prefix + text)
        guard let box = after.box, box + 2 < prefix.count,
            LinePrefix.isMark(mark, custom: after.bulletStart != nil)
        else { return }
        prefix[box + 1] = mark
    }

    static func lexed(_ content: some Sequence<UInt8>) -> LinePrefix {
        content.withContiguousStorageIfAvailable { LinePrefix(of: $0) }
            ?? Array(content).withUnsafeBufferPointer { LinePrefix(of: $0) }
    }
}
