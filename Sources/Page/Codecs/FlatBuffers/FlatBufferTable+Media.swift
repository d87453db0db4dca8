extension FlatBufferTable {
    /// The block that shows something kept elsewhere, of which this table is the member.
    func mediaBlock(_ kind: FlatBufferBlockKind, within budget: NestingBudget) throws(PageCodecError) -> Block {
        switch kind {
        case .image:
            var media = try media(.photo)
            media.link = try string(2).map { Media.Link(url: $0, webpage: mediaID(3)?.id ?? 0) }
            return .media(media)
        case .video:
            var media = try media(.video)
            (media.playsAutomatically, media.loops) = (bool(2), bool(3))
            return .media(media)
        case .audio: return .media(try media(.audio))
        case .cover: return .cover(try required(table(0), 0).block(within: budget.inner(at: offset)))
        case .webEmbed:
            let size = words(2)
            return .embed(
                Embed(
                    url: try string(0), html: try string(1), poster: mediaID(6)?.id, width: size?.0,
                    height: size?.1, isFullWidth: bool(4), allowsScrolling: bool(5), caption: try caption(3)))
        case .postEmbed:
            return .embedPost(
                EmbedPost(
                    url: try requiredString(0), webpage: mediaID(1)?.id ?? 0, authorPhoto: mediaID(2)?.id ?? 0,
                    author: try requiredString(3), seconds: int32(4),
                    blocks: try blocks(5, within: budget.inner(at: offset)), caption: try caption(6)))
        case .collage, .slideshow:
            return .gallery(
                Gallery(
                    arrangement: kind == .collage ? .collage : .slideshow,
                    items: try blocks(0, within: budget.inner(at: offset)), caption: try caption(1)))
        case .map:
            let (width, height) = try required(words(3), 3)
            return .map(
                Map(
                    latitude: double(0), longitude: double(1), zoom: int32(2), width: width, height: height,
                    caption: try caption(4)))
        case .relatedArticles:
            let articles = try tables(1) { (table) throws(PageCodecError) in try table.article() }
            return .relatedArticles(title: try richText(0), try required(articles, 1))
        default: return .unsupported
        }
    }

    private func caption(_ id: Int) throws(PageCodecError) -> Caption {
        let caption = try required(table(id), id)
        return Caption(text: try caption.richText(0), credit: try caption.richText(1))
    }

    private func media(_ kind: Media.Kind) throws(PageCodecError) -> Media {
        Media(kind: kind, id: try required(mediaID(0), 0).id, caption: try caption(1))
    }

    private func article() throws(PageCodecError) -> RelatedArticle {
        let seconds = int32(6)
        return RelatedArticle(
            url: try requiredString(0), webpage: try required(mediaID(1), 1).id, title: try string(2),
            summary: try string(3), photo: mediaID(4)?.id, author: try string(5),
            seconds: seconds == .min ? nil : seconds)
    }
}
