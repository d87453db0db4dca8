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
    public var markdown: String { MarkdownWriter.write(blocks) }
}
