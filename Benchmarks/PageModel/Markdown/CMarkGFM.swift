import CCMarkGFM

#if canImport(Glibc)
    import Glibc
#endif

/// cmark-gfm with the extensions of GFM.
enum CMarkGFM {
    private static let extensions = ["table", "strikethrough", "autolink", "tasklist"]

    /// Reads a source up to the tree.
    static func parse(_ bytes: [UInt8]) { withTree(of: bytes) { _ in } }

    /// Reads a source and hands out the tree.
    static func withTree(of bytes: [UInt8], _ body: (OpaquePointer) -> Void) {
        cmark_gfm_core_extensions_ensure_registered()
        guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return }
        for name in extensions { cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name)) }
        bytes.withUnsafeBytes { buffer in
            cmark_parser_feed(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        let document = cmark_parser_finish(parser)
        cmark_parser_free(parser)
        if let document { body(document) }
        cmark_node_free(document)
    }

    /// Writes a tree as Markdown.
    static func writeMarkdown(_ tree: OpaquePointer) { free(cmark_render_commonmark(tree, CMARK_OPT_DEFAULT, 0)) }

    /// Writes a tree as HTML.
    static func writeHTML(_ tree: OpaquePointer) { free(cmark_render_html(tree, CMARK_OPT_DEFAULT, nil)) }
}
