/// What stands below a picture or the like.
public struct Caption: Hashable, Sendable {
    /// What is to be seen.
    public var text: RichText
    /// Who made it.
    public var credit: RichText

    /// A caption.
    public init(text: RichText = .empty, credit: RichText = .empty) {
        self.text = text
        self.credit = credit
    }
}

/// A picture, video, sound or file by reference.
public struct Media: Hashable, Sendable {
    /// What is referred to.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// A picture.
        case photo
        /// A video.
        case video
        /// A sound.
        case audio
        /// Any other file.
        case document
    }

    /// What is referred to.
    public var kind: Kind
    /// The reference.
    public var id: Int64
    /// What stands below.
    public var caption: Caption
    /// Whether it is hidden until asked for (photo and video).
    public var isSpoiler: Bool
    /// Whether it starts by itself (video).
    public var playsAutomatically: Bool
    /// Whether it starts over at its end (video).
    public var loops: Bool
    /// Where a touch leads to (photo).
    public var link: Link?

    /// Where a touch on a picture leads to.
    public struct Link: Hashable, Sendable {
        /// The address.
        public var url: String
        /// The page under it, as its carrier numbers it.
        public var webpage: Int64

        /// A link.
        public init(url: String, webpage: Int64 = 0) {
            self.url = url
            self.webpage = webpage
        }
    }

    /// A reference of the given kind.
    public init(
        kind: Kind, id: Int64, caption: Caption = Caption(), isSpoiler: Bool = false, playsAutomatically: Bool = false,
        loops: Bool = false, link: Link? = nil
    ) {
        self.kind = kind
        self.id = id
        self.caption = caption
        self.isSpoiler = isSpoiler
        self.playsAutomatically = playsAutomatically
        self.loops = loops
        self.link = link
    }
}

/// Several blocks of pictures together.
public struct Gallery: Hashable, Sendable {
    /// How they are arranged.
    public enum Arrangement: Hashable, Sendable, CaseIterable {
        /// All at once.
        case collage
        /// One after the other.
        case slideshow
    }

    /// How they are arranged.
    public var arrangement: Arrangement
    /// The pictures.
    public var items: [Block]
    /// What stands below all of them.
    public var caption: Caption

    /// A gallery of the given pictures.
    public init(arrangement: Arrangement, items: [Block], caption: Caption = Caption()) {
        self.arrangement = arrangement
        self.items = items
        self.caption = caption
    }
}

/// A map around a point.
public struct Map: Hashable, Sendable {
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// What the carrier asks for when the map is fetched.
    public var accessHash: Int64
    /// Metres that the point may be off, if known.
    public var accuracyRadius: Int32?
    /// How close.
    public var zoom: Int32
    /// Width in points.
    public var width: Int32
    /// Height in points.
    public var height: Int32
    /// What stands below.
    public var caption: Caption

    /// A map around a point.
    public init(
        latitude: Double, longitude: Double, accessHash: Int64 = 0, accuracyRadius: Int32? = nil, zoom: Int32,
        width: Int32, height: Int32, caption: Caption = Caption()
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.accessHash = accessHash
        self.accuracyRadius = accuracyRadius
        self.zoom = zoom
        self.width = width
        self.height = height
        self.caption = caption
    }
}
