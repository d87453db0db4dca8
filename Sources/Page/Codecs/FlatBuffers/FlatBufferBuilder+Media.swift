extension FlatBufferBuilder {
    /// A block that shows something kept elsewhere.
    mutating func mediaBlock(_ block: Block, linkedFrom place: Place) {
        switch block {
        case .media(let media): self.media(media, linkedFrom: place)
        case .cover(let inner):
            let member = union(.cover, linkedFrom: place)
            setReference(0)
            let table = table(linkedFrom: member)
            self.block(inner, linkedFrom: table[0])
        case .embed(let embed): self.embed(embed, linkedFrom: place)
        case .embedPost(let post): embedPost(post, linkedFrom: place)
        case .gallery(let gallery):
            let member = union(gallery.arrangement == .collage ? .collage : .slideshow, linkedFrom: place)
            setReference(0)
            setReference(1)
            let table = table(linkedFrom: member)
            blocks(gallery.items, linkedFrom: table[0])
            caption(gallery.caption, linkedFrom: table[1])
        case .map(let map): self.map(map, linkedFrom: place)
        case .relatedArticles(let title, let articles):
            let member = union(.relatedArticles, linkedFrom: place)
            setReference(0)
            setReference(1)
            let table = table(linkedFrom: member)
            richText(title, linkedFrom: table[0])
            vector(of: articles, linkedFrom: table[1]) { builder, article, place in
                builder.article(article, linkedFrom: place)
            }
        default: self.block(.unsupported, linkedFrom: place)
        }
    }

    private mutating func caption(_ caption: Caption, linkedFrom place: Place) {
        setReference(0)
        setReference(1)
        let table = table(linkedFrom: place)
        richText(caption.text, linkedFrom: table[0])
        richText(caption.credit, linkedFrom: table[1])
    }

    private mutating func media(_ media: Media, linkedFrom place: Place) {
        let kind: FlatBufferBlockKind
        switch media.kind {
        case .photo: kind = .image
        case .video: kind = .video
        case .audio: kind = .audio
        case .document: return block(Block.media(media).nearestCommonKind, linkedFrom: place)
        }
        let member = union(kind, linkedFrom: place)
        let link = media.kind == .photo ? media.link : nil
        set(0, MediaID(id: media.id))
        setReference(1)
        setReference(2, to: link?.url)
        set(3, link.flatMap { MediaID(carrierID: $0.webpage) })
        if media.kind == .video {
            set(2, media.playsAutomatically)
            set(3, media.loops)
        }
        let table = table(linkedFrom: member)
        caption(media.caption, linkedFrom: table[1])
        string(link?.url, linkedFrom: table, 2)
    }

    private mutating func embed(_ embed: Embed, linkedFrom place: Place) {
        let member = union(.webEmbed, linkedFrom: place)
        setReference(0, to: embed.url)
        setReference(1, to: embed.html)
        if let width = embed.width, let height = embed.height { set(2, width, height) }
        setReference(3)
        set(4, embed.isFullWidth)
        set(5, embed.allowsScrolling)
        set(6, embed.poster.map { MediaID(id: $0) })
        let table = table(linkedFrom: member)
        string(embed.url, linkedFrom: table, 0)
        string(embed.html, linkedFrom: table, 1)
        caption(embed.caption, linkedFrom: table[3])
    }

    private mutating func embedPost(_ post: EmbedPost, linkedFrom place: Place) {
        let member = union(.postEmbed, linkedFrom: place)
        setReference(0)
        set(1, MediaID(carrierID: post.webpage))
        set(2, MediaID(carrierID: post.authorPhoto))
        setReference(3)
        set(4, post.seconds)
        setReference(5)
        setReference(6)
        let table = table(linkedFrom: member)
        string(post.url, linkedFrom: table[0])
        string(post.author, linkedFrom: table[3])
        blocks(post.blocks, linkedFrom: table[5])
        caption(post.caption, linkedFrom: table[6])
    }

    private mutating func map(_ map: Map, linkedFrom place: Place) {
        let member = union(.map, linkedFrom: place)
        set(0, map.latitude)
        set(1, map.longitude)
        set(2, map.zoom)
        set(3, map.width, map.height)
        setReference(4)
        let table = table(linkedFrom: member)
        caption(map.caption, linkedFrom: table[4])
    }

    private mutating func article(_ article: RelatedArticle, linkedFrom place: Place) {
        setReference(0)
        set(1, MediaID(id: article.webpage))
        setReference(2, to: article.title)
        setReference(3, to: article.summary)
        set(4, article.photo.map { MediaID(id: $0) })
        setReference(5, to: article.author)
        set(6, article.seconds ?? .min)
        let table = table(linkedFrom: place)
        string(article.url, linkedFrom: table[0])
        string(article.title, linkedFrom: table, 2)
        string(article.summary, linkedFrom: table, 3)
        string(article.author, linkedFrom: table, 5)
    }
}
