import CMD4C

/// Runs md4c over a source.
enum MarkdownParser {
    /// GitHub Flavored Markdown, as md4c's `MD_DIALECT_GITHUB` has it.
    private static let dialect = UInt32(
        MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_PERMISSIVEEMAILAUTOLINKS | MD_FLAG_PERMISSIVEWWWAUTOLINKS
            | MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS)

    /// What a callback returns so that reading ends. Only negative numbers make md4c leave at once.
    static let stopCode: Int32 = -2

    /// Has the builder lay down what md4c makes of its source.
    static func run(_ builder: inout MarkdownBuilder) throws(MarkdownError) {
        var parser = MD_PARSER()
        parser.flags = dialect
        parser.enter_block = { type, detail, data in
            data.unsafelyUnwrapped.markdownBuilder.pointee.enterBlock(type, detail)
        }
        parser.leave_block = { type, _, data in data.unsafelyUnwrapped.markdownBuilder.pointee.leaveBlock(type) }
        parser.enter_span = { type, detail, data in
            data.unsafelyUnwrapped.markdownBuilder.pointee.enterSpan(type, detail)
        }
        parser.leave_span = { type, _, data in data.unsafelyUnwrapped.markdownBuilder.pointee.leaveSpan(type) }
        parser.text = { type, text, size, data in
            data.unsafelyUnwrapped.markdownBuilder.pointee.text(type, text, size)
        }
        let source = builder.source
        guard let base = source.baseAddress else { return }
        let text = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
        let code = withUnsafeMutablePointer(to: &builder) { md_parse(text, UInt32(source.count), &parser, $0) }
        guard code == 0 || code == stopCode else { throw .outOfMemory }
    }
}

extension UnsafeMutableRawPointer {
    fileprivate var markdownBuilder: UnsafeMutablePointer<MarkdownBuilder> {
        @inline(__always) get { assumingMemoryBound(to: MarkdownBuilder.self) }
    }
}
