extension PageDocument {
    /// Reads a page from HTML.
    ///
    /// Whatever comes in, a page comes out: the HTML is read as browsers read it, and what the page model has no place for is left
    /// out (scripts, styles, frames, forms) or read as the text that it contains. Nothing is fetched and nothing is
    /// run. Bytes that are no UTF-8 become U+FFFD.
    ///
    /// - Complexity: O(*n*).
    public init(html bytes: some Sequence<UInt8>) {
        self.init(html: String(decoding: Array(bytes), as: UTF8.self))
    }

    /// Reads a page from HTML.
    ///
    /// - Complexity: O(*n*).
    public init(html: String) {
        self.init(blocks: HTMLReader.blocks(ofFragment: html, depth: Self.maximumDepth))
    }
}
