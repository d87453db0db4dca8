/// The tables of `Page.fbs`.
enum PageTable: Int, CaseIterable {
    case page, richText, block, listItem, caption, cell, row, article, channel
    /// One text, one string, or nothing: the shape of many members of the unions.
    case empty, textOnly, stringOnly
    case textAndString, textsOnly, url, inlineImage
    case itemText, itemBlocks
    case authorDate, list, blockQuote, pullQuote, image, video, audio, cover, webEmbed, postEmbed, gallery
    case channelBanner, table, details, relatedArticles, map
}

extension FlatBufferSchema {
    /// What `Page.fbs` says.
    package static let page = FlatBufferSchema(
        tables: PageTable.allCases.map { table in table.fields }, root: PageTable.page.rawValue)
}

extension FlatBufferSchema.Field {
    fileprivate static func required(_ id: Int, _ kind: FlatBufferSchema.Kind) -> Self {
        Self(id: id, kind: kind, isRequired: true)
    }

    fileprivate static func optional(_ id: Int, _ kind: FlatBufferSchema.Kind) -> Self {
        Self(id: id, kind: kind, isRequired: false)
    }
}

extension FlatBufferSchema.Kind {
    fileprivate static let bool = Self.scalar(1)
    fileprivate static let int32 = Self.scalar(4)
    fileprivate static let double = Self.scalar(8)
    fileprivate static let mediaID = Self.structure(size: 16, alignment: 8)
    fileprivate static let dimensions = Self.structure(size: 8, alignment: 4)
    fileprivate static let richText = Self.table(PageTable.richText.rawValue)
    fileprivate static let caption = Self.table(PageTable.caption.rawValue)
    fileprivate static let blocks = Self.tables(PageTable.block.rawValue)

    fileprivate static func vector(of table: PageTable) -> Self { .tables(table.rawValue) }
    fileprivate static func union(of tables: [PageTable]) -> Self { .union(tables.map(\.rawValue)) }
}

extension PageTable {
    fileprivate var fields: [FlatBufferSchema.Field] {
        switch self {
        case .page: [.required(0, .blocks)]
        case .richText: [.required(1, .union(of: Self.richTextMembers))]
        case .block: [.required(1, .union(of: Self.blockMembers))]
        case .listItem: [.required(1, .union(of: [.itemText, .itemBlocks, .empty]))]
        case .caption: [.required(0, .richText), .required(1, .richText)]
        case .cell:
            [
                .optional(0, .richText), .optional(1, .bool), .optional(2, .int32), .optional(3, .int32),
                .optional(4, .int32), .optional(5, .int32),
            ]
        case .row: [.required(0, .vector(of: .cell))]
        case .article:
            [
                .required(0, .string), .required(1, .mediaID), .optional(2, .string), .optional(3, .string),
                .optional(4, .mediaID), .optional(5, .string), .optional(6, .int32),
            ]
        case .channel, .empty: []
        case .textOnly: [.required(0, .richText)]
        case .stringOnly: [.required(0, .string)]
        case .textAndString: [.required(0, .richText), .required(1, .string)]
        case .textsOnly: [.required(0, .vector(of: .richText))]
        case .url: [.required(0, .richText), .required(1, .string), .optional(2, .mediaID)]
        case .inlineImage: [.required(0, .mediaID), .required(1, .dimensions)]
        case .itemText: [.required(0, .richText), .optional(1, .string), .optional(2, .int32)]
        case .itemBlocks: [.required(0, .blocks), .optional(1, .string), .optional(2, .int32)]
        case .authorDate: [.required(0, .richText), .optional(1, .int32)]
        case .list: [.required(0, .vector(of: .listItem)), .optional(1, .bool)]
        case .blockQuote: [.optional(0, .richText), .required(1, .richText), .optional(2, .blocks)]
        case .pullQuote: [.required(0, .richText), .required(1, .richText)]
        case .table:
            [.required(0, .richText), .required(1, .vector(of: .row)), .optional(2, .bool), .optional(3, .bool)]
        case .details: [.required(0, .richText), .required(1, .blocks), .optional(2, .bool)]
        case .image, .video, .audio, .cover, .webEmbed, .postEmbed, .gallery, .channelBanner, .relatedArticles, .map:
            mediaFields
        }
    }

    private var mediaFields: [FlatBufferSchema.Field] {
        switch self {
        case .image:
            [.required(0, .mediaID), .required(1, .caption), .optional(2, .string), .optional(3, .mediaID)]
        case .video: [.required(0, .mediaID), .required(1, .caption), .optional(2, .bool), .optional(3, .bool)]
        case .audio: [.required(0, .mediaID), .required(1, .caption)]
        case .cover: [.required(0, .table(Self.block.rawValue))]
        case .webEmbed:
            [
                .optional(0, .string), .optional(1, .string), .optional(2, .dimensions), .required(3, .caption),
                .optional(4, .bool), .optional(5, .bool), .optional(6, .mediaID),
            ]
        case .postEmbed:
            [
                .required(0, .string), .optional(1, .mediaID), .optional(2, .mediaID), .required(3, .string),
                .optional(4, .int32), .required(5, .blocks), .required(6, .caption),
            ]
        case .gallery: [.required(0, .blocks), .required(1, .caption)]
        case .channelBanner: [.optional(0, .table(Self.channel.rawValue))]
        case .relatedArticles: [.required(0, .richText), .required(1, .vector(of: .article))]
        case .map:
            [
                .optional(0, .double), .optional(1, .double), .optional(2, .int32), .required(3, .dimensions),
                .required(4, .caption),
            ]
        default: []
        }
    }

    /// The tables of a union's members in the order in which the schema numbers them.
    private static let richTextMembers = FlatBufferRichTextKind.allCases.map { (kind) -> PageTable in
        switch kind {
        case .empty: .empty
        case .plain: .stringOnly
        case .bold, .italic, .underline, .strikethrough, .fixed, .subscript, .superscript, .marked: .textOnly
        case .url: .url
        case .email, .phone, .anchor: .textAndString
        case .concat: .textsOnly
        case .image: .inlineImage
        }
    }

    private static let blockMembers = FlatBufferBlockKind.allCases.map { (kind) -> PageTable in
        switch kind {
        case .unsupported, .divider: .empty
        case .title, .subtitle, .header, .subheader, .paragraph, .preformatted, .footer, .kicker: .textOnly
        case .authorDate: .authorDate
        case .anchor: .stringOnly
        case .list: .list
        case .blockQuote: .blockQuote
        case .pullQuote: .pullQuote
        case .image: .image
        case .video: .video
        case .audio: .audio
        case .cover: .cover
        case .webEmbed: .webEmbed
        case .postEmbed: .postEmbed
        case .collage, .slideshow: .gallery
        case .channelBanner: .channelBanner
        case .table: .table
        case .details: .details
        case .relatedArticles: .relatedArticles
        case .map: .map
        }
    }
}

/// The members of the union `RichText_Value`.
enum FlatBufferRichTextKind: UInt8, CaseIterable {
    case empty = 1
    case plain, bold, italic, underline, strikethrough, fixed, url, email, concat, `subscript`, superscript, marked
    case phone, image, anchor
}

/// The members of the union `InstantPageBlock_Value`.
enum FlatBufferBlockKind: UInt8, CaseIterable {
    case unsupported = 1
    case title, subtitle, authorDate, header, subheader, paragraph, preformatted, footer, divider, anchor, list
    case blockQuote, pullQuote, image, video, audio, cover, webEmbed, postEmbed, collage, slideshow, channelBanner
    case kicker, table, details, relatedArticles, map
}

/// The members of the union `InstantPageListItem_Value`.
enum FlatBufferListItemKind: UInt8, CaseIterable {
    case text = 1
    case blocks, unknown
}
