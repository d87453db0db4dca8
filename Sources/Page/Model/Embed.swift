/// Foreign content in a frame.
public struct Embed: Hashable, Sendable {
    /// Where it comes from.
    public var url: String?
    /// The content itself.
    public var html: String?
    /// The picture shown before it is loaded.
    public var poster: Int64?
    /// Width in points, if given.
    public var width: Int32?
    /// Height in points, if given.
    public var height: Int32?
    /// Whether it takes all of the width.
    public var isFullWidth: Bool
    /// Whether it may scroll.
    public var allowsScrolling: Bool
    /// What stands below.
    public var caption: Caption

    /// A frame.
    public init(
        url: String? = nil, html: String? = nil, poster: Int64? = nil, width: Int32? = nil, height: Int32? = nil,
        isFullWidth: Bool = false, allowsScrolling: Bool = false, caption: Caption = Caption()
    ) {
        self.url = url
        self.html = html
        self.poster = poster
        self.width = width
        self.height = height
        self.isFullWidth = isFullWidth
        self.allowsScrolling = allowsScrolling
        self.caption = caption
    }
}

/// A post from elsewhere.
public struct EmbedPost: Hashable, Sendable {
    /// Where it comes from.
    public var url: String
    /// The page under the address, as its carrier numbers it.
    public var webpage: Int64
    /// The picture of the author.
    public var authorPhoto: Int64
    /// Who wrote it.
    public var author: String
    /// When, in seconds since 1970.
    public var seconds: Int32
    /// What it says.
    public var blocks: [Block]
    /// What stands below.
    public var caption: Caption

    /// A post.
    public init(
        url: String, webpage: Int64 = 0, authorPhoto: Int64 = 0, author: String, seconds: Int32 = 0, blocks: [Block],
        caption: Caption = Caption()
    ) {
        self.url = url
        self.webpage = webpage
        self.authorPhoto = authorPhoto
        self.author = author
        self.seconds = seconds
        self.blocks = blocks
        self.caption = caption
    }
}

/// A link to another page.
public struct RelatedArticle: Hashable, Sendable {
    /// The address.
    public var url: String
    /// The page under it, as its carrier numbers it.
    public var webpage: Int64
    /// Its title.
    public var title: String?
    /// What it is about.
    public var summary: String?
    /// A picture for it.
    public var photo: Int64?
    /// Who wrote it.
    public var author: String?
    /// When, in seconds since 1970.
    public var seconds: Int32?

    /// A link to another page.
    public init(
        url: String, webpage: Int64 = 0, title: String? = nil, summary: String? = nil, photo: Int64? = nil,
        author: String? = nil, seconds: Int32? = nil
    ) {
        self.url = url
        self.webpage = webpage
        self.title = title
        self.summary = summary
        self.photo = photo
        self.author = author
        self.seconds = seconds
    }
}
