/// Makes trees of HTML.
package enum HTMLParser {
    /// The tree of any HTML, as browsers read it.
    static func tree(of html: String) -> HTMLTree {
        var html = html
        if html.utf8.contains(UInt8(ascii: "\r")) {
            html = html.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")
                .split(separator: "\r", omittingEmptySubsequences: false).joined(separator: "\n")
        }
        let plain = html.withUTF8 { WellFormedHTML.tree(of: $0) }
        return plain ?? GumboReader.tree(of: HTMLSieve.sift(html))
    }

    /// Whether both ways to read HTML give the same tree; nil if its elements do not plainly nest, so that only one can. For tests.
    package static func readersAgree(on html: String) -> Bool? {
        var html = html
        guard let plain = html.withUTF8({ WellFormedHTML.tree(of: $0) }) else { return nil }
        return plain == GumboReader.tree(of: Array(html.utf8))
    }
}
