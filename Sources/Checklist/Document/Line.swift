/// A line of a document: where it is, what it is, and a view of its bytes.
public struct Line: Sendable {
    /// Its stable id.
    public let id: LineID
    /// Its index among the lines, from 0.
    public let index: Int
    /// Where it begins, in bytes.
    public let offset: Int
    /// Where it begins, in UTF-16 code units.
    public let utf16Offset: Int
    /// Its bytes, ending included.
    public let bytes: LineSlice
    /// What the lines around it make of it.
    public let context: LineContext
    /// What it is, its context considered.
    public let form: LineForm
    /// Whether a checkbox stands after no bullet or number.
    public let isBare: Bool
    private let prefixCount: Int
    private let indentCount: Int
    private let contentCount: Int
    private let boxOffset: Int

    init(
        id: LineID, index: Int, offset: Int, utf16Offset: Int, bytes: LineSlice, state: ContextState, isText: Bool
    ) {
        self.id = id
        self.index = index
        self.offset = offset
        self.utf16Offset = utf16Offset
        self.bytes = bytes
        let (prefix, content, form) = bytes.withBytes { bytes in
            let count = bytes.baseAddress.map { contentLength($0, count: bytes.count) } ?? 0
            let content = UnsafeBufferPointer(rebasing: bytes[..<count])
            let prefix = LinePrefix(of: content)
            return (prefix, count, prefix.form(of: content))
        }
        context = isText ? .text : LineContext(state)
        self.form = isText ? form : .plain
        isBare = self.form.isCheckbox && prefix.bulletStart == nil
        prefixCount = prefix.length
        indentCount = prefix.indentLength
        contentCount = content
        boxOffset = prefix.box ?? -1
    }

    /// Indent, bullet or number, box, and the white space after each.
    public var prefix: LineSlice { bytes.slice(0..<prefixCount) }

    /// What stands before the bullet, number or bare box: white space and quote marks.
    public var indent: LineSlice { bytes.slice(0..<indentCount) }

    /// What stands between prefix and ending.
    public var text: LineSlice { bytes.slice(prefixCount..<contentCount) }

    /// Prefix and text.
    public var content: LineSlice { bytes.slice(0..<contentCount) }

    /// The line ending: LF, CRLF, CR, or nothing.
    public var ending: LineSlice { bytes.slice(contentCount..<bytes.count) }

    /// Whether there is nothing but white space.
    public var isBlank: Bool { content.allSatisfy(ASCII.isBlank) }

    /// Whether what it is may depend on what is open before it, verbatim blocks apart.
    var dependsOnContext: Bool {
        content.withBytes { content in
            content.baseAddress.map { LineKind.of($0, count: content.count).dependsOnText } ?? false
        }
    }

    /// Whether it is a ticked checkbox.
    public var isTicked: Bool { form == .checkbox(.ticked) }

    /// The byte between the brackets of a checkbox.
    public var mark: UInt8? { form.isCheckbox ? bytes[boxOffset + 1] : nil }

    /// Where that byte is in the line.
    public var markOffset: Int? { form.isCheckbox ? boxOffset + 1 : nil }
}
