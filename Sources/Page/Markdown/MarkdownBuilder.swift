import CMD4C

/// Receives the events of md4c and lays them down as ``MarkdownNode``s.
///
/// It is called several times for each line of a note, so it owns plain memory and touches no reference counts.
struct MarkdownBuilder: ~Copyable {
    /// What md4c reads: definitions that belong to other parts of the note, then the part itself from `origin`.
    let source: UnsafeBufferPointer<UInt8>
    /// The true bytes, of which md4c is shown a repaired copy.
    let truth: UnsafeBufferPointer<UInt8>
    /// From offsets in ``source`` to offsets in ``truth``.
    let map: OffsetMap
    /// Where the part itself begins.
    let origin: Int
    let options: MarkdownOptions
    /// The parts of the note that this reading can end at or be cut at.
    var cutter: MarkdownCutter
    /// Destinations that were shortened for md4c, with their true extent.
    let shortened: [ShortenedDestination]
    /// Whether link reference definitions may stand in the part itself.
    let mayDefine: Bool

    var nodes: GrowingBuffer<MarkdownNode>
    var aside: GrowingBuffer<UInt8>
    var longTexts: [LongText] = []
    /// Long texts by where they stand in the source.
    private var longTextIndex: [Int: UInt32] = [:]

    /// What is open, from the outside in.
    private var open: GrowingBuffer<Open>

    struct Open {
        /// The node, or ``transparent`` if none was made.
        var node: UInt32
        /// The type of a span; ``block`` for a block.
        var span: UInt32 = block

        static let transparent = UInt32.max
        static let block = UInt32.max
    }
    /// How many containers are open that count for the depth.
    private var containerDepth = 0
    /// The item entered last, if md4c saw no box in it and it has no text yet, else -1.
    var unboxedItem = -1
    /// The last node if text can still be added to it, else -1.
    private var lastText = -1
    private var imageDepth = 0
    /// The styles in force: one within itself adds nothing and leaves no node, so spans nest a few deep at most.
    private var openStyles: UInt64 = 0
    private var isVerbatim = false
    private var isWithinCell = false
    /// By how many columns a line of code is indented whose text is still to come.
    var pendingIndent = 0
    /// Whether reading has ended at a stop. md4c does not leave at once at all places.
    private var hasStopped = false

    /// A builder for the source, which must outlive it.
    init(_ source: borrowing PreparedSource, options: MarkdownOptions, cutter: MarkdownCutter) {
        self.source = UnsafeBufferPointer(source.visible)
        truth = UnsafeBufferPointer(source.truth)
        map = source.map
        origin = source.origin
        self.options = options
        self.cutter = cutter
        shortened = source.shortened
        mayDefine = source.mayDefine
        nodes = GrowingBuffer(minimumCapacity: source.count / 16)
        aside = GrowingBuffer(minimumCapacity: 64)
        open = GrowingBuffer(minimumCapacity: 64)
    }

    // MARK: - Blocks

    mutating func enterBlock(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
        guard !hasStopped else { return MarkdownParser.stopCode }
        lastText = -1
        switch type {
        case MD_BLOCK_DOC: return 0
        case MD_BLOCK_QUOTE: enterContainer(MarkdownNode(kind: .quote))
        case MD_BLOCK_UL: enterContainer(MarkdownNode(kind: .bulletList))
        case MD_BLOCK_OL:
            let list = detail!.assumingMemoryBound(to: MD_BLOCK_OL_DETAIL.self).pointee
            enterContainer(MarkdownNode(kind: .orderedList, start: list.start))
        case MD_BLOCK_LI: enterItem(detail!.assumingMemoryBound(to: MD_BLOCK_LI_DETAIL.self).pointee)
        case MD_BLOCK_HR: enter(MarkdownNode(kind: .divider))
        case MD_BLOCK_H:
            let level = detail!.assumingMemoryBound(to: MD_BLOCK_H_DETAIL.self).pointee.level
            enter(MarkdownNode(kind: .heading, detail: UInt16(level)))
        case MD_BLOCK_CODE: return enterCode(detail!.assumingMemoryBound(to: MD_BLOCK_CODE_DETAIL.self).pointee)
        case MD_BLOCK_HTML:
            isVerbatim = true
            enter(MarkdownNode(kind: .html))
        case MD_BLOCK_P: enter(MarkdownNode(kind: .paragraph))
        case MD_BLOCK_TABLE: enter(MarkdownNode(kind: .table))
        case MD_BLOCK_TR: enter(MarkdownNode(kind: .row))
        case MD_BLOCK_TH, MD_BLOCK_TD:
            isWithinCell = true
            let align = detail!.assumingMemoryBound(to: MD_BLOCK_TD_DETAIL.self).pointee.align
            var cell = MarkdownNode(kind: .cell, detail: UInt16(align.rawValue))
            if type == MD_BLOCK_TH { cell.flags.insert(.isHeader) }
            enter(cell)
        default: break  // Head and body of a table are told apart by their cells.
        }
        return 0
    }

    mutating func leaveBlock(_ type: MD_BLOCKTYPE) -> Int32 {
        guard !hasStopped else { return MarkdownParser.stopCode }
        lastText = -1
        switch type {
        case MD_BLOCK_DOC, MD_BLOCK_THEAD, MD_BLOCK_TBODY: return 0
        case MD_BLOCK_QUOTE, MD_BLOCK_UL, MD_BLOCK_OL:
            containerDepth -= 1
            leave()
        case MD_BLOCK_P:
            let paragraph = leave()
            if options.readsBareTasks, paragraph != Open.transparent { makeBareTasks(from: Int(paragraph)) }
        case MD_BLOCK_TH, MD_BLOCK_TD:
            isWithinCell = false
            leave()
        case MD_BLOCK_HTML, MD_BLOCK_CODE:
            flushIndent()
            isVerbatim = false
            leave()
        default: leave()
        }
        return 0
    }

    /// Containers past the greatest depth leave no node: what they hold joins the deepest one that fits.
    private mutating func enterContainer(_ node: MarkdownNode) {
        containerDepth += 1
        if containerDepth > PageDocument.maximumDepth {
            open.append(Open(node: Open.transparent))
            nodes.append(MarkdownNode(kind: .boundary, end: UInt32(nodes.count + 1)))
        } else {
            enter(node)
        }
    }

    private mutating func enterItem(_ item: MD_BLOCK_LI_DETAIL) {
        if containerDepth > PageDocument.maximumDepth {
            open.append(Open(node: Open.transparent))
            nodes.append(MarkdownNode(kind: .boundary, end: UInt32(nodes.count + 1)))
            return
        }
        var node = MarkdownNode(kind: .item)
        if item.is_task != 0 {
            node.flags.insert(.isTask)
            if item.task_mark != CChar(UInt8(ascii: " ")) { node.flags.insert(.isChecked) }
            node.start = UInt32(map.trueOffset(of: Int(item.task_mark_offset)) - origin)
        }
        if open.count == 1 {
            cutter.noteItem(node: nodes.count, aside: aside.count, isFirst: nodes.count - 1 == Int(open[0].node))
        }
        if item.is_task == 0 { unboxedItem = nodes.count }
        open.append(Open(node: UInt32(nodes.count)))
        nodes.append(node)
    }

    private mutating func enterCode(_ code: MD_BLOCK_CODE_DETAIL) -> Int32 {
        isVerbatim = true
        let index = nodes.count
        enter(MarkdownNode(kind: .code, flags: .isAside, start: UInt32(aside.count)))
        guard code.fence_char != 0 else { return 0 }
        appendAttribute(code.lang)
        nodes[index].length = UInt32(aside.count) - nodes[index].start
        guard cutter.isWaiting, code.info.size > 0, let info = offset(of: code.info.text),
            cutter.confirmFence(at: info, in: truth)
        else { return 0 }
        closeAll()
        return MarkdownParser.stopCode
    }

    private mutating func enter(_ node: MarkdownNode) {
        if open.count == 0 { cutter.noteBlock(node: nodes.count, aside: aside.count, isCode: node.kind == .code) }
        open.append(Open(node: UInt32(nodes.count)))
        nodes.append(node)
    }

    /// Ends the innermost block, and what spans md4c has left open in it.
    @discardableResult
    private mutating func leave() -> UInt32 {
        var innermost = close()
        while innermost.span != Open.block, open.count > 0 { innermost = close() }
        return innermost.node
    }

    private mutating func close() -> Open {
        let innermost = open[open.count - 1]
        open.removeLast()
        if innermost.span == MD_SPAN_IMG.rawValue { imageDepth -= 1 }
        if innermost.node != Open.transparent {
            let node = Int(innermost.node)
            nodes[node].end = UInt32(nodes.count)
            openStyles &= ~(1 << UInt64(nodes[node].kind.rawValue))
        }
        return innermost
    }

    // MARK: - Spans

    mutating func enterSpan(_ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
        guard !hasStopped else { return MarkdownParser.stopCode }
        lastText = -1
        var node: MarkdownNode?
        switch type {
        case MD_SPAN_EM: node = style(.emphasis)
        case MD_SPAN_STRONG: node = style(.strong)
        case MD_SPAN_DEL: node = style(.strikethrough)
        case MD_SPAN_CODE: node = style(.codeSpan)
        case MD_SPAN_A:
            // The text of an image is plain.
            if imageDepth == 0 {
                node = link(.link, detail!.assumingMemoryBound(to: MD_SPAN_A_DETAIL.self).pointee.href)
            }
        case MD_SPAN_IMG:
            if imageDepth == 0 {
                node = link(.image, detail!.assumingMemoryBound(to: MD_SPAN_IMG_DETAIL.self).pointee.src)
            }
            imageDepth += 1
        default: break
        }
        open.append(Open(node: node == nil ? Open.transparent : UInt32(nodes.count), span: type.rawValue))
        if let node { nodes.append(node) }
        return 0
    }

    /// Ends the innermost span of the type and all within it; passes over an end without a beginning. md4c 0.4.8 sends such where a
    /// mark of emphasis stands within a bare address.
    mutating func leaveSpan(_ type: MD_SPANTYPE) -> Int32 {
        guard !hasStopped else { return MarkdownParser.stopCode }
        lastText = -1
        guard let position = innermostSpan(type) else { return 0 }
        while open.count > position { _ = close() }
        return 0
    }

    /// Where in ``open`` the innermost span of the type is; nil if there is none in the block.
    private func innermostSpan(_ type: MD_SPANTYPE) -> Int? {
        let entries = open.values
        var position = entries.count
        while position > 0 {
            position -= 1
            if entries[position].span == type.rawValue { return position }
            if entries[position].span == Open.block { return nil }
        }
        return nil
    }

    private mutating func style(_ kind: MarkdownNode.Kind) -> MarkdownNode? {
        let style = UInt64(1) << UInt64(kind.rawValue)
        guard imageDepth == 0, openStyles & style == 0 else { return nil }
        openStyles |= style
        return MarkdownNode(kind: kind)
    }

    private mutating func link(_ kind: MarkdownNode.Kind, _ address: MD_ATTRIBUTE) -> MarkdownNode {
        if let long = longText(of: address) { return MarkdownNode(kind: kind, flags: .isLong, start: long) }
        let start = aside.count
        appendAttribute(address)
        return MarkdownNode(kind: kind, flags: .isAside, start: UInt32(start), length: UInt32(aside.count - start))
    }

    // MARK: - Text

    mutating func text(_ type: MD_TEXTTYPE, _ characters: UnsafePointer<CChar>?, _ size: UInt32) -> Int32 {
        guard !hasStopped else { return MarkdownParser.stopCode }
        switch type {
        case MD_TEXT_SOFTBR: appendLeaf(.softBreak)
        case MD_TEXT_BR: appendLeaf(.hardBreak)
        case MD_TEXT_NULLCHAR:
            appendAside([0xEF, 0xBF, 0xBD])
        case MD_TEXT_ENTITY:
            let reference = UnsafeBufferPointer(start: characters, count: Int(size))
            let decoded = reference.withMemoryRebound(to: UInt8.self) { EntityDecoder.decode($0) }
            if let decoded { appendAside(decoded) } else { return appendSource(.text, characters, size) }
        case MD_TEXT_CODE where isWithinCell: return appendCode(characters, size)
        case MD_TEXT_HTML where !isVerbatim: return appendSource(.tag, characters, size)
        default: return appendSource(.text, characters, size)
        }
        return 0
    }

    @inline(__always)
    mutating func appendSource(
        _ kind: MarkdownNode.Kind, _ characters: UnsafePointer<CChar>?, _ shownSize: UInt32
    ) -> Int32 {
        guard shownSize > 0, let characters else { return 0 }
        guard let position = offset(of: characters) else {
            if kind == .text { appendConstant(UnsafeBufferPointer(start: characters, count: Int(shownSize))) }
            return 0
        }
        if cutter.isWaiting, cutter.confirm(at: position, in: truth) {
            closeAll()
            return MarkdownParser.stopCode
        }
        // Bytes that only md4c was shown have no width.
        let trueSize = map.isIdentity ? shownSize : UInt32(trueEnd(of: characters, shownSize) - position)
        if unboxedItem >= 0 {
            let boxLength = kind == .text ? takeMissedBox(at: position, length: Int(trueSize)) : 0
            unboxedItem = -1
            if boxLength > 0 { return appendSource(kind, characters + boxLength, shownSize - UInt32(boxLength)) }
        }
        guard trueSize > 0 || pendingIndent > 0 else { return 0 }
        let indented = pendingIndent > 0 ? takeIndent(before: position) : position
        let size = trueSize + UInt32(position - indented)
        let start = UInt32(indented - origin)
        if lastText >= 0, kind == .text, nodes[lastText].start + nodes[lastText].length == start {
            nodes[lastText].length += size
            return 0
        }
        if kind == .tag, nodes.count > 0, continuesTag(at: position) {
            nodes[nodes.count - 1].length = start + size - nodes[nodes.count - 1].start
            return 0
        }
        lastText = kind == .text ? nodes.count : -1
        nodes.append(MarkdownNode(kind: kind, end: UInt32(nodes.count + 1), start: start, length: size))
        return 0
    }

    /// Whether what stands at `position` is a further line of the tag before it.
    private func continuesTag(at position: Int) -> Bool {
        let last = nodes[nodes.count - 1]
        guard last.kind == .tag else { return false }
        guard truth[position] == UInt8(ascii: "<") else { return true }
        let start = Int(last.start) + origin
        return !InlineTag.isComplete(truth[start..<(start + Int(last.length))])
    }

    /// Characters that stand for others in the source: line ends and the indentation of code.
    private mutating func appendConstant(_ characters: UnsafeBufferPointer<CChar>) {
        if isVerbatim, characters.allSatisfy({ $0 == 32 }) {
            pendingIndent += characters.count
            return
        }
        flushIndent()
        if lastText >= 0, characters.count == 1, characters[0] == 10 {
            let next = Int(nodes[lastText].start + nodes[lastText].length) + origin
            if next < truth.count, truth[next] == 10 {
                nodes[lastText].length += 1
                return
            }
        }
        characters.withMemoryRebound(to: UInt8.self) { appendAside($0) }
    }

    mutating func appendAside(_ bytes: some Collection<UInt8>) {
        lastText = -1
        let start = UInt32(aside.count)
        for byte in bytes { aside.append(byte) }
        nodes.append(
            MarkdownNode(
                kind: .text, flags: .isAside, end: UInt32(nodes.count + 1), start: start, length: UInt32(bytes.count)))
    }

    private mutating func appendLeaf(_ kind: MarkdownNode.Kind) {
        lastText = -1
        nodes.append(MarkdownNode(kind: kind, end: UInt32(nodes.count + 1)))
    }

    // MARK: - Bytes

    /// Where in the true bytes the characters stand; nil if they stand elsewhere.
    @inline(__always)
    private func offset(of characters: UnsafePointer<CChar>?) -> Int? {
        guard let characters else { return nil }
        let offset = Int(bitPattern: characters) &- Int(bitPattern: source.baseAddress)
        return offset >= origin && offset < source.count ? map.trueOffset(of: offset) : nil
    }

    private func trueEnd(of characters: UnsafePointer<CChar>, _ size: UInt32) -> Int {
        map.trueOffset(of: Int(bitPattern: characters) &- Int(bitPattern: source.baseAddress) + Int(size))
    }

    private mutating func appendAttribute(_ attribute: MD_ATTRIBUTE) {
        guard attribute.size > 0, let text = attribute.text else { return }
        text.withMemoryRebound(to: UInt8.self, capacity: Int(attribute.size)) { bytes in
            var piece = 0
            while attribute.substr_offsets[piece] < attribute.size {
                let start = Int(attribute.substr_offsets[piece])
                let length = Int(attribute.substr_offsets[piece + 1]) - start
                switch attribute.substr_types[piece] {
                case MD_TEXT_NULLCHAR: for byte in "\u{FFFD}".utf8 { aside.append(byte) }
                case MD_TEXT_ENTITY:
                    let reference = UnsafeBufferPointer(start: bytes + start, count: length)
                    if let decoded = EntityDecoder.decode(reference) {
                        for byte in decoded { aside.append(byte) }
                    } else {
                        aside.append(contentsOf: reference)
                    }
                default:
                    let position = bytes - (source.baseAddress ?? bytes) + start
                    if position >= 0, position < source.count {
                        let first = map.trueOffset(of: position)
                        let end = map.trueOffset(of: position + length)
                        aside.append((truth.baseAddress ?? bytes) + first, count: end - first)
                    } else {
                        aside.append(bytes + start, count: length)
                    }
                }
                piece += 1
            }
        }
    }

    /// The index of the long text that the attribute stands for; nil if it is short enough to be copied.
    private mutating func longText(of attribute: MD_ATTRIBUTE) -> UInt32? {
        guard let text = attribute.text, !shortened.isEmpty || attribute.size > ShortenedDestination.threshold else {
            return nil
        }
        let position = Int(bitPattern: text) &- Int(bitPattern: source.baseAddress)
        guard position >= 0, position < source.count else { return nil }
        if let known = longTextIndex[position] { return known }
        let string: String
        if let long = ShortenedDestination.find(position, in: shortened) {
            string = long.text
        } else if attribute.size > ShortenedDestination.threshold {
            string = String(
                decoding: UnsafeBufferPointer(
                    rebasing: truth[map.trueOffset(of: position)..<map.trueOffset(of: position + Int(attribute.size))]),
                as: UTF8.self)
        } else {
            return nil
        }
        let index = UInt32(longTexts.count)
        longTexts.append(LongText(string.replacingNull))
        longTextIndex[position] = index
        return index
    }

    /// Whether the paragraph that has just ended stands on the page or in a quotation, not within an item.
    var canHoldBareTasks: Bool {
        guard open.count > 0 else { return true }
        let parent = open[open.count - 1].node
        return parent != Open.transparent && nodes[Int(parent)].kind == .quote
    }

    /// Ends all nodes that are still open, as reading stops here.
    private mutating func closeAll() {
        hasStopped = true
        while open.count > 0 { _ = close() }
    }
}
