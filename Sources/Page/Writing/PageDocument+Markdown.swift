extension PageDocument {
    /// The page as Markdown that reads back as the same page.
    ///
    /// For every page that reading Markdown can give, `MarkdownPage(parsing: page.markdown).document == page`, but for numbers of a list
    /// that do not run on: those are counted from the first. Blocks that Markdown has no notation for, such as tables with wide cells,
    /// are written as HTML that reads back too. Characters are escaped only where they would mean something else.
    ///
    /// How delimiters, tags and bare addresses act on each other has more turns than rules can foresee, so each text in which something
    /// could be mistaken is read again, and written more strictly if it reads as something else.
    ///
    /// - Complexity: O(*n* · *d*) for a page nested *d* deep.
    public var markdown: String { String(decoding: frontMatterLines, as: UTF8.self) + markdownOfBlocks }

    /// As ``markdown``, with the front matter byte for byte even where it is no UTF-8.
    public var markdownBytes: [UInt8] { frontMatterLines + Array(markdownOfBlocks.utf8) }

    private var frontMatterLines: [UInt8] {
        guard let last = frontMatter.last, last != 10, last != 13 else { return frontMatter }
        return blocks.isEmpty ? frontMatter : frontMatter + [10]
    }

    private var markdownOfBlocks: String {
        var text = MarkdownWriter.write(blocks)
        // A rule on the first line must not be taken for the beginning of front matter.
        guard frontMatter.isEmpty, text.utf8.starts(with: "---\n".utf8) else { return text }
        let hasFrontMatter = text.withUTF8 { FrontMatter.length(of: $0) > 0 }
        return hasFrontMatter ? "***" + text.dropFirst(3) : text
    }
}
