/// Pages in key-value object coding.
///
/// A page is an object whose entry `b` is the object array of its blocks. Reading also accepts such an object under
/// the key `_`, as the format's root objects stand.
package enum KeyValuePageCodec {
    package static func encode(_ page: PageDocument) throws(PageCodecError) -> [UInt8] {
        var encoder = KeyValueEncoder()
        try encoder.encode(page.blocks, forKey: "b")
        return encoder.bytes
    }

    package static func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(PageCodecError) -> PageDocument {
        var decoder = KeyValueDecoder(bytes)
        return try decoder.withRoot { (decoder, root) throws(PageCodecError) in
            if let page = try decoder.object("_", in: root, by: page) { return page }
            return try page(from: &decoder, root)
        }
    }

    private static func page(
        from decoder: inout KeyValueDecoder, _ object: KeyValueDecoder.Object
    ) throws(PageCodecError) -> PageDocument {
        guard let blocks = try decoder.blocks("b", in: object, within: NestingBudget()) else {
            throw PageCodecError(.missing, at: object.offset, "a page without the blocks under the key b")
        }
        return PageDocument(blocks: blocks)
    }
}

extension KeyValueTypeHash {
    package static let richText = KeyValueTypeHash("RichText")
    package static let block = KeyValueTypeHash("InstantPageBlock")
    package static let listItem = KeyValueTypeHash("InstantPageListItem")
    package static let caption = KeyValueTypeHash("InstantPageCaption")
    package static let tableRow = KeyValueTypeHash("InstantPageTableRow")
    package static let tableCell = KeyValueTypeHash("InstantPageTableCell")
    package static let relatedArticle = KeyValueTypeHash("InstantPageRelatedArticle")
}

/// The value under the key `r` of a rich text.
enum KeyValueRichTextKind: Int32 {
    case empty = 0
    case plain = 1
    case bold = 2
    case italic = 3
    case underline = 4
    case strikethrough = 5
    case fixed = 6
    case url = 7
    case email = 8
    case concat = 9
    case `subscript` = 10
    case superscript = 11
    case marked = 12
    case phone = 13
    case image = 14
    case anchor = 15
}

/// The value under the key `r` of a block.
enum KeyValueBlockKind: Int32 {
    case unsupported = 0
    case title = 1
    case subtitle = 2
    case authorDate = 3
    case header = 4
    case subheader = 5
    case paragraph = 6
    case preformatted = 7
    case footer = 8
    case divider = 9
    case anchor = 10
    case list = 11
    case blockQuote = 12
    case pullQuote = 13
    case image = 14
    case video = 15
    case cover = 16
    case webEmbed = 17
    case postEmbed = 18
    case collage = 19
    case slideshow = 20
    case channelBanner = 21
    case audio = 22
    case kicker = 23
    case table = 24
    case details = 25
    case relatedArticles = 26
    case map = 27
}

/// The value under the key `r` of a list item.
enum KeyValueListItemKind: Int32 {
    case unknown = 0
    case text = 1
    case blocks = 2
}
