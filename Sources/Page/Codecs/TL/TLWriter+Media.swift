extension TLWriter {
    /// A block that shows something kept elsewhere.
    mutating func write(mediaBlock block: Block) throws(PageCodecError) {
        switch block {
        case .media(let media): try write(media)
        case .cover(let inner):
            write(.pageBlockCover)
            try write(inner)
        case .embed(let embed): try write(embed)
        case .embedPost(let post): try write(post)
        case .gallery(let gallery):
            write(gallery.arrangement == .collage ? .pageBlockCollage : .pageBlockSlideshow)
            try write(gallery.items)
            try write(gallery.caption)
        case .map(let map): try write(map)
        case .relatedArticles(let title, let articles):
            write(.pageBlockRelatedArticles)
            try write(title)
            try write(articles) { (writer, article) throws(PageCodecError) in try writer.write(article) }
        default: write(.pageBlockUnsupported)
        }
    }

    private mutating func write(_ caption: Caption) throws(PageCodecError) {
        write(.pageCaption)
        try write(caption.text)
        try write(caption.credit)
    }

    private mutating func write(_ media: Media) throws(PageCodecError) {
        switch media.kind {
        case .photo:
            write(.pageBlockPhoto)
            write([.bit(0, media.link != nil), .bit(1, media.isSpoiler)] as TLFlags)
        case .video:
            write(.pageBlockVideo)
            write([.bit(0, media.playsAutomatically), .bit(1, media.loops), .bit(2, media.isSpoiler)] as TLFlags)
        case .audio: write(.pageBlockAudio)
        case .document: write(.pageBlockDocument)
        }
        write(media.id)
        try write(media.caption)
        if media.kind == .photo, let link = media.link {
            try write(link.url)
            write(link.webpage)
        }
    }

    private mutating func write(_ embed: Embed) throws(PageCodecError) {
        write(.pageBlockEmbed)
        let isSized = embed.width != nil && embed.height != nil
        write(
            [
                .bit(0, embed.isFullWidth), .bit(1, embed.url != nil), .bit(2, embed.html != nil),
                .bit(3, embed.allowsScrolling), .bit(4, embed.poster != nil), .bit(5, isSized),
            ] as TLFlags)
        if let url = embed.url { try write(url) }
        if let html = embed.html { try write(html) }
        if let poster = embed.poster { write(poster) }
        if let width = embed.width, let height = embed.height {
            write(width)
            write(height)
        }
        try write(embed.caption)
    }

    private mutating func write(_ post: EmbedPost) throws(PageCodecError) {
        write(.pageBlockEmbedPost)
        try write(post.url)
        write(post.webpage)
        write(post.authorPhoto)
        try write(post.author)
        write(post.seconds)
        try write(post.blocks)
        try write(post.caption)
    }

    private mutating func write(_ map: Map) throws(PageCodecError) {
        write(.pageBlockMap)
        write(.geoPoint)
        write(TLFlags.bit(0, map.accuracyRadius != nil))
        write(map.longitude)
        write(map.latitude)
        write(map.accessHash)
        if let radius = map.accuracyRadius { write(radius) }
        write(map.zoom)
        write(map.width)
        write(map.height)
        try write(map.caption)
    }

    private mutating func write(_ article: RelatedArticle) throws(PageCodecError) {
        write(.pageRelatedArticle)
        write(
            [
                .bit(0, article.title != nil), .bit(1, article.summary != nil), .bit(2, article.photo != nil),
                .bit(3, article.author != nil), .bit(4, article.seconds != nil),
            ] as TLFlags)
        try write(article.url)
        write(article.webpage)
        if let title = article.title { try write(title) }
        if let summary = article.summary { try write(summary) }
        if let photo = article.photo { write(photo) }
        if let author = article.author { try write(author) }
        if let seconds = article.seconds { write(seconds) }
    }
}
