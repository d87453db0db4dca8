extension KeyValueEncoder {
    /// The entries of a block that shows something kept elsewhere.
    mutating func encodeMediaFields(of block: Block) throws(PageCodecError) {
        switch block {
        case .media(let media): try encodeFields(of: media)
        case .cover(let inner):
            encode(kind: .cover)
            try encode(object: inner, of: .block, forKey: "c") { (encoder, inner) throws(PageCodecError) in
                try encoder.encodeFields(of: inner)
            }
        case .embed(let embed): try encodeFields(of: embed)
        case .embedPost(let post): try encodeFields(of: post)
        case .gallery(let gallery):
            encode(kind: gallery.arrangement == .collage ? .collage : .slideshow)
            try encode(gallery.items, forKey: "b")
            try encode(gallery.caption)
        case .map(let map):
            encode(kind: .map)
            encode(map.latitude, forKey: "lat")
            encode(map.longitude, forKey: "lon")
            encode(map.zoom, forKey: "z")
            encode(map.width, forKey: "sw")
            encode(map.height, forKey: "sh")
            try encode(map.caption)
        case .relatedArticles(let title, let articles):
            try encode(kind: .relatedArticles, title)
            try encode(objects: articles, of: .relatedArticle, forKey: "a") {
                (encoder, article) throws(PageCodecError) in
                try encoder.encodeFields(of: article)
            }
        default: encode(kind: .unsupported)
        }
    }

    private mutating func encode(_ caption: Caption) throws(PageCodecError) {
        try encode(object: caption, of: .caption, forKey: "mc") { (encoder, caption) throws(PageCodecError) in
            try encoder.encode(caption.text, forKey: "t")
            try encoder.encode(caption.credit, forKey: "c")
        }
    }

    private mutating func encodeFields(of media: Media) throws(PageCodecError) {
        switch media.kind {
        case .photo: encode(kind: .image)
        case .video: encode(kind: .video)
        case .audio: encode(kind: .audio)
        case .document: return try encodeFields(of: Block.media(media).nearestCommonKind)
        }
        encode(MediaID(id: media.id), namespaceKey: "i.n", idKey: "i.i")
        try encode(media.caption)
        if media.kind == .photo {
            try encode(media.link?.url, forKey: "u")
            encode(media.link.flatMap { MediaID(carrierID: $0.webpage) }, namespaceKey: "wi.n", idKey: "wi.i")
        }
        if media.kind == .video {
            encode(flag: media.playsAutomatically, forKey: "ap")
            encode(flag: media.loops, forKey: "lo")
        }
    }

    private mutating func encodeFields(of embed: Embed) throws(PageCodecError) {
        encode(kind: .webEmbed)
        encode(embed.poster.map { MediaID(id: $0) }, namespaceKey: "ci.n", idKey: "ci.i")
        try encode(embed.url, forKey: "u")
        try encode(embed.html, forKey: "h")
        if let width = embed.width, let height = embed.height {
            encode(width, forKey: "sw")
            encode(height, forKey: "sh")
        } else {
            encodeNil(forKey: "sw")
            encodeNil(forKey: "sh")
        }
        try encode(embed.caption)
        encode(flag: embed.isFullWidth, forKey: "st")
        encode(flag: embed.allowsScrolling, forKey: "as")
    }

    private mutating func encodeFields(of post: EmbedPost) throws(PageCodecError) {
        encode(kind: .postEmbed)
        encode(MediaID(carrierID: post.authorPhoto), namespaceKey: "av.n", idKey: "av.i")
        try encode(post.url, forKey: "u")
        encode(MediaID(carrierID: post.webpage), namespaceKey: "w.n", idKey: "w.i")
        try encode(post.author, forKey: "a")
        encode(post.seconds, forKey: "d")
        try encode(post.blocks, forKey: "b")
        try encode(post.caption)
    }

    private mutating func encodeFields(of article: RelatedArticle) throws(PageCodecError) {
        try encode(article.url, forKey: "u")
        encode(MediaID(id: article.webpage), namespaceKey: "w.n", idKey: "w.i")
        try encode(article.title, forKey: "t")
        encode(article.photo.map { MediaID(id: $0) }, namespaceKey: "p.n", idKey: "p.i")
        try encode(article.author, forKey: "a")
        // Summary and date share a key, and a Nil in front would hide the other one from readers.
        if let summary = article.summary { try encode(summary, forKey: "d") }
        if let seconds = article.seconds { encode(seconds, forKey: "d") }
    }

    /// A text, or Nil.
    private mutating func encode(_ text: String?, forKey key: StaticString) throws(PageCodecError) {
        if let text { try encode(text, forKey: key) } else { encodeNil(forKey: key) }
    }
}

extension MediaID {
    /// The reference behind a number that is 0 where there is none.
    init?(carrierID: Int64) {
        guard carrierID != 0 else { return nil }
        self.init(id: carrierID)
    }
}
