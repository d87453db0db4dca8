extension KeyValueDecoder {
    /// A block that shows something kept elsewhere.
    mutating func mediaBlock(
        _ kind: KeyValueBlockKind, of object: Object, within budget: NestingBudget
    ) throws(PageCodecError) -> Block {
        switch kind {
        case .image:
            let url = try string("u", in: object)
            let webpage = try int64("wi.i", in: object)
            return try media(.photo, of: object) { media in
                media.link = url.map { Media.Link(url: $0, webpage: webpage ?? 0) }
            }
        case .video:
            let (plays, loops) = (try flag("ap", in: object), try flag("lo", in: object))
            return try media(.video, of: object) { media in
                (media.playsAutomatically, media.loops) = (plays, loops)
            }
        case .audio: return try media(.audio, of: object) { _ in }
        case .cover:
            let budget = try budget.inner(at: object.offset)
            let block = try self.object("c", in: object) { (decoder, object) throws(PageCodecError) in
                try decoder.block(of: object, within: budget)
            }
            return .cover(try required(block, "c", in: object))
        case .webEmbed: return .embed(try embed(of: object))
        case .postEmbed: return .embedPost(try embedPost(of: object, within: budget))
        case .collage, .slideshow:
            let items = try blocks("b", in: object, within: budget.inner(at: object.offset)) ?? []
            return .gallery(
                Gallery(
                    arrangement: kind == .collage ? .collage : .slideshow, items: items,
                    caption: try caption(of: object)
                ))
        case .map:
            return .map(
                Map(
                    latitude: try double("lat", in: object) ?? 0, longitude: try double("lon", in: object) ?? 0,
                    zoom: try int32("z", in: object) ?? 0, width: try int32("sw", in: object) ?? 0,
                    height: try int32("sh", in: object) ?? 0, caption: try caption(of: object)))
        case .relatedArticles:
            let articles = try objects("a", in: object) { (decoder, object) throws(PageCodecError) in
                try decoder.article(of: object)
            }
            return .relatedArticles(title: try requiredRichText("t", in: object), articles ?? [])
        default: return .unsupported
        }
    }

    /// A caption with credit; in older data a bare text under another key.
    private mutating func caption(of object: Object) throws(PageCodecError) -> Caption {
        if let text = try richText("c", in: object) { return Caption(text: text) }
        let caption = try self.object("mc", in: object) { (decoder, object) throws(PageCodecError) in
            Caption(
                text: try decoder.requiredRichText("t", in: object),
                credit: try decoder.requiredRichText("c", in: object))
        }
        return try required(caption, "mc", in: object)
    }

    private mutating func media(
        _ kind: Media.Kind, of object: Object, adding fields: (inout Media) -> Void
    ) throws(PageCodecError) -> Block {
        var media = Media(kind: kind, id: try int64("i.i", in: object) ?? 0, caption: try caption(of: object))
        fields(&media)
        return .media(media)
    }

    private mutating func embed(of object: Object) throws(PageCodecError) -> Embed {
        var embed = Embed(
            url: try string("u", in: object), html: try string("h", in: object),
            poster: try mediaID(namespaceKey: "ci.n", idKey: "ci.i", in: object)?.id,
            isFullWidth: try flag("st", in: object), allowsScrolling: try flag("as", in: object),
            caption: try caption(of: object))
        if let width = try int32("sw", in: object), let height = try int32("sh", in: object) {
            (embed.width, embed.height) = (width, height)
        }
        return embed
    }

    private mutating func embedPost(
        of object: Object, within budget: NestingBudget
    ) throws(PageCodecError) -> EmbedPost {
        EmbedPost(
            url: try string("u", in: object) ?? "", webpage: try int64("w.i", in: object) ?? 0,
            authorPhoto: try int64("av.i", in: object) ?? 0, author: try string("a", in: object) ?? "",
            seconds: try int32("d", in: object) ?? 0,
            blocks: try blocks("b", in: object, within: budget.inner(at: object.offset)) ?? [],
            caption: try caption(of: object))
    }

    private func article(of object: Object) throws(PageCodecError) -> RelatedArticle {
        RelatedArticle(
            url: try string("u", in: object) ?? "", webpage: try int64("w.i", in: object) ?? 0,
            title: try string("t", in: object), summary: try string("d", in: object),
            photo: try mediaID(namespaceKey: "p.n", idKey: "p.i", in: object)?.id,
            author: try string("a", in: object), seconds: try int32("d", in: object))
    }
}
