/// A piece of a page that stands on its own line.
///
/// Values from this library's parsers and decoders nest at most ``PageDocument/maximumDepth`` deep.
public indirect enum Block: Hashable, Sendable {
    /// Something this version does not know.
    case unsupported
    /// The title of the page.
    case title(RichText)
    /// What stands below the title.
    case subtitle(RichText)
    /// Who wrote it and when, in seconds since 1970 (0: not known).
    case authorDate(author: RichText, seconds: Int32)
    /// A heading of a page that knows two sizes: the greater one.
    case header(RichText)
    /// A heading of a page that knows two sizes: the smaller one.
    case subheader(RichText)
    /// A heading of level 1 to 6.
    case heading(RichText, level: Int)
    /// Running text.
    case paragraph(RichText)
    /// Text kept as it is, such as code; `language` is empty if not known.
    case preformatted(RichText, language: String)
    /// The end of the page.
    case footer(RichText)
    /// A line across the page.
    case divider
    /// A place that links can point to.
    case anchor(String)
    /// A list, ordered or not; its items can have checkboxes.
    case list(ItemList)
    /// A quotation.
    case blockQuote(Quote)
    /// A quotation set apart for effect.
    case pullQuote(RichText, caption: RichText)
    /// A few words above the title.
    case kicker(RichText)
    /// What a model thought before it answered.
    case thinking(RichText)
    /// A formula in TeX notation.
    case math(String)
    /// A table.
    case table(Table)
    /// Blocks that can be folded away under a title.
    case details(Details)
    /// A picture, video, sound or file.
    case media(Media)
    /// The block shown on top of the page.
    case cover(Block)
    /// Foreign content.
    case embed(Embed)
    /// A post from elsewhere.
    case embedPost(EmbedPost)
    /// Several pictures together.
    case gallery(Gallery)
    /// A map.
    case map(Map)
    /// Links to other pages.
    case relatedArticles(title: RichText, [RelatedArticle])
}
