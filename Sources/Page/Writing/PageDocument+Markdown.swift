extension PageDocument {
    /// The page as Markdown that reads back as the same page.
    ///
    /// For every page that reading Markdown can give, `MarkdownPage(parsing: page.markdown).document == page`. Blocks that Markdown has no
    /// notation for, such as details and tables with wide cells, are written as HTML that reads back too.
    /// Characters are escaped only where they would mean something else.
    ///
    /// - Complexity: O(*n* · *d*) for a page nested *d* deep.
    public var markdown: String {
        // How delimiters, tags and bare addresses act on each other has more turns than rules can foresee, in md4c as elsewhere. So what is
        // written is read again.
        let terse = MarkdownWriter.write(blocks, checksTexts: false)
        let isSame = (try? MarkdownPage(parsing: terse).document) == self
        return isSame ? terse : MarkdownWriter.write(blocks, checksTexts: true)
    }
}
