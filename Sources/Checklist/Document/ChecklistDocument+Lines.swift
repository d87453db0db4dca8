extension ChecklistDocument {
    /// The line at an index.
    ///
    /// - Precondition: The index is in `0..<lineCount`.
    /// - Complexity: O(log n).
    public func line(at index: Int) -> Line {
        precondition(index >= 0 && index < lineCount)
        let location = tree.leaf(ofLine: index)
        return line(index - location.line, in: location)
    }

    /// The line of that id, nil if there is none.
    ///
    /// - Complexity: O(log n).
    public func line(_ id: LineID) -> Line? {
        tree.location(of: id).map { line($0.line, in: $0.location) }
    }

    /// The index of the line of that id, nil if there is none.
    ///
    /// - Complexity: O(log n).
    public func index(of id: LineID) -> Int? {
        tree.location(of: id).map { $0.location.line + $0.line }
    }

    /// The line that holds the byte at an offset; at the end of the text, the last line.
    ///
    /// - Precondition: The offset is in `0...utf8Count`, and the document not empty.
    /// - Complexity: O(log n).
    public func line(atUTF8Offset offset: Int) -> Line {
        precondition(offset >= 0 && offset <= utf8Count && !isEmpty)
        let location = tree.leaf(atByte: offset)
        let found = location.leaf.line(at: offset - location.byte)
        return found < 0 ? line(at: location.line - 1) : line(found, in: location)
    }

    /// The line that holds the UTF-16 code unit at an offset; at the end of the text, the last line.
    ///
    /// - Precondition: The offset is in `0...utf16Count`, and the document not empty.
    /// - Complexity: O(log n).
    public func line(atUTF16Offset offset: Int) -> Line { line(atUTF8Offset: utf8Offset(ofUTF16Offset: offset)) }

    /// The byte at which the character of a UTF-16 code unit begins.
    ///
    /// - Precondition: The offset is in `0...utf16Count`.
    /// - Complexity: O(log n).
    public func utf8Offset(ofUTF16Offset offset: Int) -> Int {
        precondition(offset >= 0 && offset <= utf16Count)
        let location = tree.leaf(atUTF16: offset)
        return location.byte + utf16Walk(location.leaf.bytes, limit: offset - location.utf16).bytes
    }

    /// How many UTF-16 code units stand before the byte at an offset.
    ///
    /// - Precondition: The offset is in `0...utf8Count`.
    /// - Complexity: O(log n).
    public func utf16Offset(ofUTF8Offset offset: Int) -> Int {
        precondition(offset >= 0 && offset <= utf8Count)
        let location = tree.leaf(atByte: offset)
        let before = UnsafeBufferPointer(rebasing: location.leaf.bytes[..<(offset - location.byte)])
        return location.utf16 + utf16Length(of: before)
    }

    /// The checkbox of that number, counted from 0 through the document; nil if there are not so many.
    ///
    /// - Complexity: O(log n).
    public func line(forCheckbox number: Int) -> Line? {
        guard number >= 0, number < checkboxCount else { return nil }
        let location = tree.leaf(ofCheckbox: number)
        var state = location.state
        var left = number - location.checkbox
        for line in 0..<location.leaf.lineCount {
            let step = location.leaf.stepping(state, over: line)
            if step.isText, location.leaf.kinds[line].contains(.box) {
                if left == 0 { return self.line(line, in: location) }
                left -= 1
            }
            state = step.state
        }
        return nil
    }

    /// All lines in order.
    public var lines: Lines { Lines(of: self, in: 0..<lineCount) }

    /// The lines of those indices.
    ///
    /// - Precondition: The range lies in `0..<lineCount`.
    public func lines(in range: Range<Int>) -> Lines {
        precondition(range.lowerBound >= 0 && range.upperBound <= lineCount)
        return Lines(of: self, in: range)
    }

    /// The line at a place of a leaf.
    func line(_ line: Int, in location: LineTree.Location) -> Line {
        makeLine(line, in: location, state: location.state(beforeLine: line), utf16Offset: nil)
    }

    fileprivate func makeLine(
        _ line: Int, in location: LineTree.Location, state: ContextState, utf16Offset: Int?
    ) -> Line {
        let leaf = location.leaf
        let range = leaf.range(ofLine: line)
        let offset = location.byte + range.lowerBound
        let bytes: LineSlice
        if range.upperBound == leaf.byteCount, leaf.isUnended, location.byte + leaf.byteCount < utf8Count {
            bytes = giantLine(from: offset)
        } else {
            bytes = LineSlice(owner: leaf, base: leaf.text + range.lowerBound, count: range.count)
        }
        let before = UnsafeBufferPointer(rebasing: leaf.bytes[..<range.lowerBound])
        return Line(
            id: leaf.ids[line], index: location.line + line, offset: offset,
            utf16Offset: utf16Offset ?? location.utf16 + utf16Length(of: before), bytes: bytes, state: state,
            isText: leaf.stepping(state, over: line).isText)
    }

    /// The bytes of a line that lies in several leaves.
    private func giantLine(from offset: Int) -> LineSlice {
        var bytes: [UInt8] = []
        tree.forEachPiece(in: offset..<utf8Count, while: { !$0.contains(where: ASCII.isLineBreak) }) { piece in
            var end = piece.firstIndex(where: ASCII.isLineBreak).map { $0 + 1 } ?? piece.count
            if end < piece.count, piece[end - 1] == ASCII.carriageReturn, piece[end] == ASCII.lineFeed { end += 1 }
            bytes.append(contentsOf: piece[..<end])
        }
        return LineSlice(bytes)
    }

    /// Lines in order.
    public struct Lines: Sequence, IteratorProtocol, @unchecked Sendable {
        private let document: ChecklistDocument
        private var index: Int
        private let end: Int
        private var location: LineTree.Location
        private var state = ContextState.text
        private var line = 0
        private var utf16 = 0

        init(of document: ChecklistDocument, in range: Range<Int>) {
            self.document = document
            index = range.lowerBound
            end = range.upperBound
            location = document.tree.leaf(ofLine: range.lowerBound)
            line = range.lowerBound - location.line
            guard !range.isEmpty else { return }
            state = location.state(beforeLine: line)
            utf16 = document.utf16Offset(ofUTF8Offset: location.byte + location.leaf.range(ofLine: line).lowerBound)
        }

        /// How many lines are left, exactly.
        public var underestimatedCount: Int { end - index }

        /// The next line, nil after the last.
        ///
        /// - Complexity: O(its bytes), amortised.
        public mutating func next() -> Line? {
            guard index < end else { return nil }
            while line >= location.leaf.lineCount {
                location = document.tree.leaf(ofLine: index)
                line = index - location.line
                state = location.state
            }
            let result = document.makeLine(line, in: location, state: state, utf16Offset: utf16)
            utf16 += result.bytes.withBytes(utf16Length)
            state = location.leaf.stepping(state, over: line).state
            line += 1
            index += 1
            return result
        }
    }
}
