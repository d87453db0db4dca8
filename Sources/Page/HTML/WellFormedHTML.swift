/// Makes the tree of HTML whose elements nest as they are written, which is what programs write.
///
/// For such HTML the standard's long algorithm does nothing but put each element into the one that is open. Wherever it would do
/// more (close an element out of turn, move one, repeat a style, read an odd character reference), this gives up, and
/// ``GumboReader`` reads the whole. So both give the same tree, which tests hold.
struct WellFormedHTML: ~Copyable {
    private let source: UnsafeBufferPointer<UInt8>
    private var position = 0
    var tree = HTMLTree()
    private var open: [Open] = []
    /// Whether the body has begun: what stands before it is not part of it.
    private var isInBody = false
    private var isInHead = false
    private var isAfterBody = false
    /// Whether a line feed that comes next means nothing, as right after `<pre>`.
    private var skipsLineFeed = false

    private struct Open {
        var tag: HTMLTag
        var node: Int
        /// Where the element's name stands in the source; empty for one that was not written.
        var name: Range<Int>
    }

    /// The tree of the HTML; nil if its elements do not plainly nest.
    static func tree(of html: UnsafeBufferPointer<UInt8>) -> HTMLTree? {
        var reader = WellFormedHTML(html)
        guard reader.read() else { return nil }
        reader.finish()
        return reader.tree
    }

    private init(_ source: UnsafeBufferPointer<UInt8>) {
        self.source = source
        tree.reserve(for: source.count)
        tree.begin(.body)
    }

    private mutating func finish() {
        for element in open.reversed() { tree.end(element.node) }
        tree.end(0)
    }

    private var top: HTMLTag { open.last?.tag ?? .body }

    private mutating func read() -> Bool {
        while position < source.count {
            let isTag = source[position] == UInt8(ascii: "<") && position + 1 < source.count
            guard isTag, let isRead = readMarkup() else {
                guard readText() else { return false }
                continue
            }
            guard isRead else { return false }
        }
        return !isInHead
    }

    /// Reads what begins with `<`. Says whether it could; nil if that is but a character.
    private mutating func readMarkup() -> Bool? {
        switch source[position + 1] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return readStartTag()
        case UInt8(ascii: "/"): return readEndTag()
        case UInt8(ascii: "!"): return skipDeclaration()
        case UInt8(ascii: "?"): return skip(past: ">", from: position + 2)
        default: return nil
        }
    }

    // MARK: - Comments

    private mutating func skip(past end: Unicode.Scalar, from start: Int) -> Bool {
        skipsLineFeed = false
        guard let found = source.find(UInt8(ascii: end), in: start..<source.count) else { return false }
        position = found + 1
        return true
    }

    private mutating func skipDeclaration() -> Bool {
        let start = position + 2
        guard start + 1 < source.count, source[start] == UInt8(ascii: "-"), source[start + 1] == UInt8(ascii: "-")
        else {
            // A document type counts only at the beginning.
            if start < source.count, source[start] | 0x20 == UInt8(ascii: "d"), position > 0 { return false }
            return skip(past: ">", from: start)
        }
        skipsLineFeed = false
        var end = start + 2
        guard end < source.count, source[end] != UInt8(ascii: ">"), source[end] != UInt8(ascii: "-") else {
            return false
        }
        while let found = source.find(UInt8(ascii: ">"), in: end..<source.count) {
            end = found + 1
            if source[found - 1] == UInt8(ascii: "-"), source[found - 2] == UInt8(ascii: "-") {
                position = end
                return true
            }
            if source[found - 1] == UInt8(ascii: "!") { return false }
        }
        return false
    }

    // MARK: - Text

    private mutating func readText() -> Bool {
        // A `<` that begins nothing is text.
        let first = source[position] == UInt8(ascii: "<") ? position + 1 : position
        let end = source.find(UInt8(ascii: "<"), in: first..<source.count) ?? source.count
        var start = position
        position = end
        if !isInBody || isAfterBody || top.isTableContext {
            let isBlank = source[start..<end].allSatisfy(HTMLCharacters.isWhiteSpace)
            if isBlank {
                // White space in a table stays where it is; that before the body is dropped.
                if isInBody { tree.addText(UnsafeBufferPointer(rebasing: source[start..<end])) }
                return true
            }
            guard !isInHead, !isAfterBody, !isInBody else { return false }
            while HTMLCharacters.isWhiteSpace(source[start]) { start += 1 }
            // White space before the body may also be written as a reference.
            guard source[start] != UInt8(ascii: "&") else { return false }
            isInBody = true
        }
        if skipsLineFeed, source[start] != UInt8(ascii: "&") {
            if source[start] == 10 { start += 1 }
            skipsLineFeed = false
        }
        let isRead = addText(start..<end)
        skipsLineFeed = false
        return isRead
    }

    /// Adds text with its references resolved; false for what gumbo replaces or what has rules of its own.
    private mutating func addText(_ range: Range<Int>) -> Bool {
        var runStart = range.lowerBound
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = source[index]
            if byte == UInt8(ascii: "&") {
                tree.addText(UnsafeBufferPointer(rebasing: source[runStart..<index]))
                guard let end = addReference(at: index, until: range.upperBound) else { return false }
                runStart = index
                if end > index { runStart = end }
                index = max(end, index + 1)
                continue
            }
            guard HTMLCharacters.isAccepted(at: index, in: source) else { return false }
            index += 1
        }
        tree.addText(UnsafeBufferPointer(rebasing: source[runStart..<range.upperBound]))
        return true
    }

    /// Adds what the reference at `start` stands for and returns the place after it; returns `start` where the ampersand stands for
    /// itself; nil for a reference that has rules of its own.
    private mutating func addReference(at start: Int, until limit: Int) -> Int? {
        guard start + 1 < limit,
            HTMLCharacters.isAlphanumeric(source[start + 1]) || source[start + 1] == UInt8(ascii: "#")
        else {
            return start
        }
        var end = start + 2
        while end < limit, end - start < 40, HTMLCharacters.isAlphanumeric(source[end]) { end += 1 }
        guard end < limit, source[end] == UInt8(ascii: ";"),
            let decoded = HTMLCharacters.decode(source, start..<(end + 1))
        else {
            return nil
        }
        if !(skipsLineFeed && decoded == [10]) { decoded.withUnsafeBufferPointer { tree.addText($0) } }
        skipsLineFeed = false
        return end + 1
    }

    // MARK: - Start tags

    private mutating func readStartTag() -> Bool {
        let name = nameRange(from: position + 1)
        let tag = HTMLTag.names.value(of: UnsafeBufferPointer(rebasing: source[name])) ?? .other
        if tag == .other, HTMLTag.hasOwnRules(UnsafeBufferPointer(rebasing: source[name])) { return false }
        guard !isAfterBody else { return false }
        skipsLineFeed = false
        switch tag {
        case .html, .head, .body: return readFrame(tag, name)
        case .meta, .link, .base:
            guard !top.isTableContext else { return false }
            return skipAttributes(from: name.upperBound)
        case .style:
            guard !top.isTableContext else { return false }
            return skipAttributes(from: name.upperBound) && skipRawText("</style")
        case .title where !isInBody:
            return skipAttributes(from: name.upperBound) && skipRawText("</title")
        case .applet, .frameset, .iframe, .math, .noscript, .object, .script, .select, .svg, .template, .textarea,
            .title,
            .form:
            return false
        default: break
        }
        if isInHead { return false }
        isInBody = true
        guard makePlace(for: tag) else { return false }
        let node = tree.begin(tag)
        guard readAttributes(from: name.upperBound) else { return false }
        guard !tag.isVoid else {
            tree.end(node)
            return true
        }
        guard open.count < HTMLSieve.maximumDepth - 2 else { return false }
        open.append(Open(tag: tag, node: node, name: name))
        skipsLineFeed = tag == .pre
        return true
    }

    private func nameRange(from start: Int) -> Range<Int> {
        var end = start
        while end < source.count, !HTMLCharacters.isWhiteSpace(source[end]), source[end] != UInt8(ascii: ">"),
            source[end] != UInt8(ascii: "/")
        { end += 1 }
        return start..<end
    }

    /// Reads the tags that frame a document, where they are in order.
    private mutating func readFrame(_ tag: HTMLTag, _ name: Range<Int>) -> Bool {
        guard !isInBody else { return false }
        switch tag {
        case .head:
            guard !isInHead else { return false }
            isInHead = true
            return skipAttributes(from: name.upperBound)
        case .body:
            guard !isInHead else { return false }
            isInBody = true
            return readAttributes(from: name.upperBound)
        default: return !isInHead && skipAttributes(from: name.upperBound)
        }
    }

    private mutating func skipRawText(_ end: StaticString) -> Bool {
        while let found = source.find(UInt8(ascii: "<"), in: position..<source.count) {
            position = found + 1
            let isEnd = end.withUTF8Buffer { end in
                found + end.count < source.count
                    && zip(source[found...], end).allSatisfy { $0 | 0x20 == $1 | 0x20 }
            }
            if isEnd {
                position = found + end.utf8CodeUnitCount
                guard source[position] == UInt8(ascii: ">") else { return false }
                position += 1
                return true
            }
        }
        return false
    }

    // MARK: - Attributes

    private mutating func skipAttributes(from start: Int) -> Bool { eachAttribute(from: start) { _, _, _ in true } }

    private mutating func readAttributes(from start: Int) -> Bool {
        eachAttribute(from: start) { reader, name, value in
            let name = UnsafeBufferPointer(rebasing: reader.source[name])
            guard let attribute = HTMLAttribute.names.value(of: name) else { return true }
            let raw = UnsafeBufferPointer(rebasing: reader.source[value])
            guard value.allSatisfy({ HTMLCharacters.isAccepted(at: $0, in: reader.source) }) else { return false }
            guard raw.contains(UInt8(ascii: "&")) else {
                reader.tree.addAttribute(attribute, raw)
                return true
            }
            guard let decoded = HTMLCharacters.decodeValue(raw) else { return false }
            decoded.withUnsafeBufferPointer { reader.tree.addAttribute(attribute, $0) }
            return true
        }
    }

    /// Goes through the attributes of a tag, past its `>`; false for a tag that has no end or is written oddly.
    private mutating func eachAttribute(
        from start: Int, _ body: (inout WellFormedHTML, Range<Int>, Range<Int>) -> Bool
    ) -> Bool {
        position = start
        while position < source.count {
            let byte = source[position]
            if HTMLCharacters.isWhiteSpace(byte) || byte == UInt8(ascii: "/") {
                position += 1
                continue
            }
            if byte == UInt8(ascii: ">") {
                position += 1
                return true
            }
            let name = attributeName()
            guard !name.isEmpty, let value = attributeValue(), body(&self, name, value) else { return false }
        }
        return false
    }

    private mutating func attributeName() -> Range<Int> {
        let start = position
        while position < source.count {
            switch source[position] {
            case 9, 10, 12, 32, UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "="): return start..<position
            case 33..<127 where !"\"'<".utf8.contains(source[position]): position += 1
            default: return start..<start
            }
        }
        return start..<start
    }

    /// The value after a name, without its quotes; empty if there is none.
    private mutating func attributeValue() -> Range<Int>? {
        var next = position
        while next < source.count, HTMLCharacters.isWhiteSpace(source[next]) { next += 1 }
        guard next < source.count else { return nil }
        guard source[next] == UInt8(ascii: "=") else { return position..<position }
        next += 1
        while next < source.count, HTMLCharacters.isWhiteSpace(source[next]) { next += 1 }
        guard next < source.count else { return nil }
        let quote = source[next]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            guard let end = source.find(quote, in: (next + 1)..<source.count) else { return nil }
            position = end + 1
            // What follows a value must be apart from it.
            guard position < source.count,
                HTMLCharacters.isWhiteSpace(source[position]) || "/>".utf8.contains(source[position])
            else { return nil }
            return (next + 1)..<end
        }
        let start = next
        while next < source.count, !HTMLCharacters.isWhiteSpace(source[next]), source[next] != UInt8(ascii: ">") {
            guard !"\"'<=`".utf8.contains(source[next]) else { return nil }
            next += 1
        }
        guard next < source.count, next > start else { return nil }
        position = next
        return start..<next
    }

    // MARK: - Nesting

    /// Closes what the standard closes by itself before an element of this kind; false if that is more than the innermost.
    private mutating func makePlace(for tag: HTMLTag) -> Bool {
        if top.isTableContext || tag.isTablePart { return makePlaceInTable(for: tag) }
        switch tag {
        case .a: return !open.contains { $0.tag == .a }
        case .li, .dd, .dt: return makePlace(forItem: tag) && closeParagraph()
        case .h1, .h2, .h3, .h4, .h5, .h6: return closeParagraph() && top.headingLevel == nil
        case .address, .article, .aside, .blockquote, .center, .details, .dir, .div, .dl, .fieldset,
            .figcaption,
            .figure, .footer, .header, .hgroup, .hr, .main, .menu, .nav, .ol, .p, .pre, .section, .summary, .table, .ul:
            return closeParagraph()
        // Readers differ in whether it closes a paragraph.
        case .dialog: return !hasParagraphInScope
        default: return true
        }
    }

    /// Closes an open paragraph if it is the innermost element; false if it is another one.
    private mutating func closeParagraph() -> Bool {
        if top == .p {
            close()
            return !hasParagraphInScope
        }
        return !hasParagraphInScope
    }

    private var hasParagraphInScope: Bool {
        for element in open.reversed() {
            switch element.tag {
            case .p: return true
            case .table, .td, .th, .caption: return false
            default: continue
            }
        }
        return false
    }

    private mutating func makePlace(forItem tag: HTMLTag) -> Bool {
        for (depth, element) in open.reversed().enumerated() {
            let isSame = tag == .li ? element.tag == .li : element.tag == .dd || element.tag == .dt
            if isSame {
                if depth == 0 { close() }
                return depth == 0
            }
            if element.tag.isSpecial, element.tag != .address, element.tag != .div, element.tag != .p {
                return true
            }
        }
        return true
    }

    private mutating func makePlaceInTable(for tag: HTMLTag) -> Bool {
        switch tag {
        case .caption, .colgroup: return top == .table
        case .col: return top == .colgroup
        case .tbody, .thead, .tfoot:
            closeCell()
            if top == .tr { close() }
            if top.isTableSection { close() }
            return top == .table
        case .tr:
            closeCell()
            if top == .tr { close() }
            if top == .table { openImplied(.tbody) }
            return top.isTableSection
        case .td, .th:
            closeCell()
            return top == .tr
        default: return false
        }
    }

    private mutating func closeCell() { if top == .td || top == .th { close() } }

    private mutating func openImplied(_ tag: HTMLTag) {
        open.append(Open(tag: tag, node: tree.begin(tag), name: 0..<0))
    }

    private mutating func close() { if let element = open.popLast() { tree.end(element.node) } }

    // MARK: - End tags

    private mutating func readEndTag() -> Bool {
        skipsLineFeed = false
        let name = nameRange(from: position + 2)
        guard let first = source[name].first, first | 0x20 >= 97, first | 0x20 <= 122 else { return false }
        let tag = HTMLTag.names.value(of: UnsafeBufferPointer(rebasing: source[name])) ?? .other
        guard skipAttributes(from: name.upperBound) else { return false }
        if isInHead {
            isInHead = false
            return tag == .head
        }
        guard isInBody else { return false }
        if tag == .body || tag == .html {
            guard open.isEmpty, tag == .body || isAfterBody else { return false }
            isAfterBody = true
            return true
        }
        guard !isAfterBody else { return false }
        if tag == .table || tag.isTableSection {
            closeCell()
            if top == .tr { close() }
            if tag == .table, top.isTableSection { close() }
        } else if tag == .tr {
            closeCell()
        } else if tag.isSpecial {
            while top != tag, top == .li || top == .dd || top == .dt || top == .p { close() }
        }
        guard top == tag, let element = open.last, isSameName(element.name, name) || tag != .other else { return false }
        close()
        return true
    }

    private func isSameName(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
        first.count == second.count && zip(source[first], source[second]).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
}
