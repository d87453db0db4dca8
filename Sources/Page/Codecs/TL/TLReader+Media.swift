extension TLReader {
    /// A block that shows something kept elsewhere, behind its constructor.
    mutating func mediaBlock(
        _ constructor: TLConstructor, at start: Int, within budget: NestingBudget
    ) throws(PageCodecError) -> Block {
        switch constructor {
        case .pageBlockPhoto: return .media(try photo())
        case .pageBlockVideo:
            let flags = try flags()
            return .media(
                Media(
                    kind: .video, id: try int64(), caption: try caption(), isSpoiler: flags[2],
                    playsAutomatically: flags[0], loops: flags[1]))
        case .pageBlockAudio: return .media(Media(kind: .audio, id: try int64(), caption: try caption()))
        case .pageBlockDocument: return .media(Media(kind: .document, id: try int64(), caption: try caption()))
        case .pageBlockCover: return .cover(try block(within: budget.inner(at: start)))
        case .pageBlockEmbed: return .embed(try embed())
        case .pageBlockEmbedPost:
            return .embedPost(
                EmbedPost(
                    url: try string(), webpage: try int64(), authorPhoto: try int64(), author: try string(),
                    seconds: try int32(), blocks: try blocks(within: budget.inner(at: start)),
                    caption: try caption()))
        case .pageBlockCollage, .pageBlockSlideshow:
            return .gallery(
                Gallery(
                    arrangement: constructor == .pageBlockCollage ? .collage : .slideshow,
                    items: try blocks(within: budget.inner(at: start)), caption: try caption()))
        case .pageBlockMap: return .map(try map())
        case .pageBlockRelatedArticles:
            return .relatedArticles(
                title: try richText(),
                try vector { (reader) throws(PageCodecError) in try reader.article() })
        default: throw PageCodecError(.malformed, at: start, "\(constructor) where a block is due")
        }
    }

    private mutating func caption() throws(PageCodecError) -> Caption {
        try expect(.pageCaption)
        return Caption(text: try richText(), credit: try richText())
    }

    private mutating func photo() throws(PageCodecError) -> Media {
        let flags = try flags()
        var media = Media(kind: .photo, id: try int64(), caption: try caption(), isSpoiler: flags[1])
        if flags[0] { media.link = Media.Link(url: try string(), webpage: try int64()) }
        return media
    }

    private mutating func embed() throws(PageCodecError) -> Embed {
        let flags = try flags()
        return Embed(
            url: flags[1] ? try string() : nil, html: flags[2] ? try string() : nil,
            poster: flags[4] ? try int64() : nil, width: flags[5] ? try int32() : nil,
            height: flags[5] ? try int32() : nil, isFullWidth: flags[0], allowsScrolling: flags[3],
            caption: try caption())
    }

    private mutating func map() throws(PageCodecError) -> Map {
        var map = Map(latitude: 0, longitude: 0, zoom: 0, width: 0, height: 0)
        switch try constructor() {
        case .geoPointEmpty: break
        case .geoPoint:
            let flags = try flags()
            (map.longitude, map.latitude) = (try double(), try double())
            map.accessHash = try int64()
            if flags[0] { map.accuracyRadius = try int32() }
        case let other: throw misplaced(other, "a point is due")
        }
        (map.zoom, map.width, map.height) = (try int32(), try int32(), try int32())
        map.caption = try caption()
        return map
    }

    private mutating func article() throws(PageCodecError) -> RelatedArticle {
        try expect(.pageRelatedArticle)
        let flags = try flags()
        return RelatedArticle(
            url: try string(), webpage: try int64(), title: flags[0] ? try string() : nil,
            summary: flags[1] ? try string() : nil, photo: flags[2] ? try int64() : nil,
            author: flags[3] ? try string() : nil, seconds: flags[4] ? try int32() : nil)
    }
}
