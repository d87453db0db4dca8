import CCMarkGFM

/// cmark-gfm with the extensions of GFM, up to its tree.
enum CMarkGFM {
    private static let extensions = ["table", "strikethrough", "autolink", "tasklist"]

    static func parse(_ bytes: [UInt8]) {
        cmark_gfm_core_extensions_ensure_registered()
        guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return }
        for name in extensions { cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name)) }
        bytes.withUnsafeBytes { buffer in
            cmark_parser_feed(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        let document = cmark_parser_finish(parser)
        cmark_parser_free(parser)
        cmark_node_free(document)
    }
}
