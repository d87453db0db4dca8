extension MarkdownBuilder {
    /// Turns the lines of a paragraph that begin with a box into items with checkboxes. A line without a box goes on with the
    /// item above it; such lines before the first box stay a paragraph.
    mutating func makeBareTasks(from paragraph: Int) {
        guard canHoldBareTasks else { return }
        let lines = splitLines(of: paragraph)
        guard let first = lines.firstIndex(where: { box(at: $0) != nil }) else { return }
        let old = Array(nodes.values[paragraph...])
        nodes.removeLast(nodes.count - paragraph)
        if first > 0 {
            appendGroup(
                MarkdownNode(kind: .paragraph), children: (paragraph + 1)..<lines[first - 1].upperBound, old, paragraph)
        }
        let list = nodes.count
        nodes.append(MarkdownNode(kind: .bulletList))
        var line = first
        while line < lines.count {
            var next = line + 1
            while next < lines.count, box(at: lines[next], in: old, from: paragraph) == nil { next += 1 }
            appendItem(lines[line].lowerBound..<lines[next - 1].upperBound, old, paragraph)
            line = next
        }
        nodes[list].end = UInt32(nodes.count)
    }

    /// The children of the paragraph, line by line, without the breaks between.
    private func splitLines(of paragraph: Int) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = paragraph + 1
        var index = start
        while index < nodes.count {
            let kind = nodes[index].kind
            let next = Int(nodes[index].end)
            if kind == .softBreak || kind == .hardBreak {
                lines.append(start..<index)
                start = next
            }
            index = next
        }
        lines.append(start..<nodes.count)
        return lines
    }

    private func box(at line: Range<Int>) -> MarkdownNode? {
        line.isEmpty ? nil : box(nodes[line.lowerBound])
    }

    private func box(at line: Range<Int>, in old: [MarkdownNode], from base: Int) -> MarkdownNode? {
        line.isEmpty ? nil : box(old[line.lowerBound - base])
    }

    /// The item that a text begins, with the length of box and white space in `detail`.
    private func box(_ text: MarkdownNode) -> MarkdownNode? {
        guard text.kind == .text, !text.flags.contains(.isAside), text.length >= 3 else { return nil }
        let start = Int(text.start) + origin
        let bytes = truth[start..<(start + Int(text.length))]
        guard bytes[start] == UInt8(ascii: "["), bytes[start + 2] == UInt8(ascii: "]") else { return nil }
        guard bytes.count == 3 || HazardScanner.isBlank(bytes[start + 3]) else { return nil }
        var item = MarkdownNode(kind: .item, flags: .isTask, start: text.start + 1)
        switch bytes[start + 1] {
        case UInt8(ascii: " "): break
        case UInt8(ascii: "x"), UInt8(ascii: "X"): item.flags.insert(.isChecked)
        default: return nil
        }
        item.detail = UInt16(clamping: 3 + bytes.dropFirst(3).prefix(while: HazardScanner.isBlank).count)
        return item
    }

    private mutating func appendItem(_ children: Range<Int>, _ old: [MarkdownNode], _ base: Int) {
        var text = old[children.lowerBound - base]
        guard var item = box(text) else { return }
        let skipped = UInt32(item.detail)
        item.detail = 0
        let index = nodes.count
        nodes.append(item)
        text.start += skipped
        text.length -= skipped
        if text.length > 0 {
            text.end = UInt32(nodes.count + 1)
            nodes.append(text)
        }
        appendShifted((children.lowerBound + 1)..<children.upperBound, old, base)
        nodes[index].end = UInt32(nodes.count)
    }

    private mutating func appendGroup(
        _ node: MarkdownNode, children: Range<Int>, _ old: [MarkdownNode], _ base: Int
    ) {
        let index = nodes.count
        nodes.append(node)
        appendShifted(children, old, base)
        nodes[index].end = UInt32(nodes.count)
    }

    private mutating func appendShifted(_ children: Range<Int>, _ old: [MarkdownNode], _ base: Int) {
        let shift = nodes.count - children.lowerBound
        for child in children {
            var node = old[child - base]
            node.end = UInt32(Int(node.end) + shift)
            nodes.append(node)
        }
    }
}
