extension ChecklistDocument {
    /// The edits that add an item at the end of a block of checkboxes, taking indent, bullet and form from the block's
    /// last item; a number counts on. With no block at all it is a new `- [ ] ` item at the end of the note.
    ///
    /// - Parameters:
    ///   - text: What the item says; line breaks in it become spaces.
    ///   - id: A line of the block; nil, or a line that is in no block, means the last block of the note.
    /// - Throws: ``StaleLine`` if `id` is given and gone.
    /// - Complexity: O(log n) and the lines of the block after `id`.
    public func edits(appending text: some Collection<UInt8>, toBlockOf id: LineID?) throws(StaleLine) -> [LineEdit] {
        var text = Array(text)
        for index in text.indices where ASCII.isLineBreak(text[index]) { text[index] = ASCII.space }
        var last: Line?
        if let id {
            guard let line = line(id) else { throw StaleLine(line: id, reason: .gone) }
            if line.form.isCheckbox { last = lastItem(ofBlockAt: line) }
        }
        if last == nil, checkboxCount > 0 { last = line(forCheckbox: checkboxCount - 1) }
        guard let last else { return [appendAtEnd(text)] }
        let next = last.index + 1 < lineCount ? line(at: last.index + 1) : nil
        let ending = last.ending.isEmpty ? prevailingEnding : Array(last.ending)
        return [.insert(after: last.id, before: next?.id, bytes: itemPrefix(after: last) + text + ending)]
    }

    /// The version to which an item is added.
    ///
    /// - Throws: ``StaleLine`` if `id` is given and gone.
    /// - Complexity: O(log n) and the lines of the block after `id`.
    public func appending(
        _ text: some Collection<UInt8>, toBlockOf id: LineID?, by event: EventID
    ) throws(StaleLine) -> ChecklistDocument { applying(try edits(appending: text, toBlockOf: id), by: event) }

    private func appendAtEnd(_ text: [UInt8]) -> LineEdit {
        let last = isEmpty ? nil : line(at: lineCount - 1)
        return .insert(after: last?.id, before: nil, bytes: Array("- [ ] ".utf8) + text + prevailingEnding)
    }

    private func lastItem(ofBlockAt line: Line) -> Line {
        var last = line
        for next in lines(in: (line.index + 1)..<lineCount) {
            guard next.form.isCheckbox else { break }
            last = next
        }
        return last
    }

    /// The prefix of an item after `line`: its own, open, and numbered on, without the mark that only begins a file.
    private func itemPrefix(after line: Line) -> [UInt8] {
        let prefix = markedPrefix(after: line)
        return prefix.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(prefix.dropFirst(3)) : prefix
    }

    private func markedPrefix(after line: Line) -> [UInt8] {
        var prefix = Array(line.prefix)
        let lexed = line.content.withBytes { LinePrefix(of: $0) }
        guard let box = lexed.box else { return prefix }
        prefix[box + 1] = ASCII.space
        if prefix.last == ASCII.closeBracket { prefix.append(ASCII.space) }
        // An empty item's surplus space is not style.
        if line.text.isEmpty { prefix.removeSubrange((box + 4)...) }
        if let start = lexed.bulletStart, lexed.bulletEnd - start > 1 {
            let digits = start..<(lexed.bulletEnd - 1)
            if let number = Int(String(decoding: prefix[digits], as: UTF8.self)), number < 999_999_999 {
                var next = Array(String(number + 1).utf8)
                while next.count < digits.count, prefix[start] == 0x30 { next.insert(0x30, at: 0) }
                prefix.replaceSubrange(digits, with: next)
            }
        }
        return prefix
    }
}
