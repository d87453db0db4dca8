/// How many containers may still open within each other while a page is decoded.
///
/// Blocks and rich texts count apart, as ``PageDocument/maximumDepth`` has it.
package struct NestingBudget {
    private var left = PageDocument.maximumDepth

    package init() {}

    /// The budget within one more container.
    package func inner(at offset: Int) throws(PageCodecError) -> NestingBudget {
        guard left > 0 else {
            throw PageCodecError(.tooDeep, at: offset, "nesting deeper than \(PageDocument.maximumDepth)")
        }
        var budget = self
        budget.left -= 1
        return budget
    }
}
