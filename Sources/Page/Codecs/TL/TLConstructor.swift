/// The number in front of a boxed TL value that says what follows: the CRC-32 of its definition.
///
/// Those of layer 229 that a page can hold, and of older layers those that were replaced.
package enum TLConstructor: UInt32, CaseIterable, Sendable {
    case vector = 0x1cb5_c415

    // RichText
    case textEmpty = 0xdc3d_824f
    case textPlain = 0x7446_94e0
    case textBold = 0x6724_abc4
    case textItalic = 0xd912_a59c
    case textUnderline = 0xc126_22c4
    case textStrike = 0x9bf8_bb95
    case textFixed = 0x6c3f_19b9
    case textUrl = 0x3c28_84c1
    case textEmail = 0xde5a_0dd6
    case textConcat = 0x7e62_60d7
    case textSubscript = 0xed6a_8504
    case textSuperscript = 0xc7fb_5e01
    case textMarked = 0x034b_8621
    case textPhone = 0x1ccb_966a
    case textImage = 0x081c_cf4f
    case textAnchor = 0x3555_3762
    case textMath = 0x9d2e_ac97
    case textCustomEmoji = 0xa261_56c0
    case textSpoiler = 0x4c2a_5d62
    case textMention = 0xcd24_cf44
    case textHashtag = 0x5195_24ea
    case textBotCommand = 0x02ff_29d3
    case textCashtag = 0x7b9e_1801
    case textAutoUrl = 0xac6a_83aa
    case textAutoEmail = 0xc556_a45d
    case textAutoPhone = 0x24c2_6789
    case textBankCard = 0xb956_812d
    case textMentionName = 0x01a9_fbfc
    case textDate = 0xa5b4_5e2b
    case textDiff = 0x9686_cb50
    case textButton = 0xafc7_9cd6

    // PageBlock
    case pageBlockUnsupported = 0x1356_7e8a
    case pageBlockTitle = 0x70ab_c3fd
    case pageBlockSubtitle = 0x8ffa_9a1f
    case pageBlockAuthorDate = 0xbaaf_e5e0
    case pageBlockHeader = 0xbfd0_64ec
    case pageBlockSubheader = 0xf12b_b6e1
    case pageBlockHeading1 = 0xbaff_072f
    case pageBlockHeading2 = 0x096b_2aec
    case pageBlockHeading3 = 0x67e7_31ad
    case pageBlockHeading4 = 0xb532_772b
    case pageBlockHeading5 = 0xdbbe_6c6a
    case pageBlockHeading6 = 0x682a_41a9
    case pageBlockParagraph = 0x467a_0766
    case pageBlockPreformatted = 0xc070_d93e
    case pageBlockFooter = 0x4887_0999
    case pageBlockDivider = 0xdb20_b188
    case pageBlockAnchor = 0xce0d_37b0
    case pageBlockList = 0xe4e8_8011
    case pageBlockOrderedList = 0x1fd6_f6c1
    case pageBlockBlockquote = 0x66d1_670b
    case pageBlockBlockquoteBlocks = 0x0e6e_47c4
    case pageBlockPullquote = 0x4f44_56d3
    case pageBlockPhoto = 0x1759_c560
    case pageBlockVideo = 0x7c8f_e7b6
    case pageBlockAudio = 0x8043_61ea
    case pageBlockDocument = 0x38fa_3ba3
    case pageBlockCover = 0x39f2_3300
    case pageBlockEmbed = 0xa871_8dc5
    case pageBlockEmbedPost = 0xf259_a80b
    case pageBlockCollage = 0x65a0_fa4d
    case pageBlockSlideshow = 0x031f_9590
    case pageBlockChannel = 0xef17_51b5
    case pageBlockKicker = 0x1e14_8390
    case pageBlockTable = 0xbf4d_ea82
    case pageBlockDetails = 0x7676_8bed
    case pageBlockRelatedArticles = 0x1611_5a96
    case pageBlockMap = 0xa44f_3ef6
    case pageBlockMath = 0x5908_0c20
    case pageBlockThinking = 0x3c29_a3e2
    case pageBlockButtonRow = 0x6d64_0318

    // What they hold
    case pageListItemText = 0x2f58_683c
    case pageListItemBlocks = 0x63ca_67aa
    case pageListOrderedItemText = 0x1503_1189
    case pageListOrderedItemBlocks = 0x8ff2_d5f0
    case pageTableRow = 0xe0c0_c5e5
    case pageTableCell = 0x3456_6b6a
    case pageCaption = 0x6f74_7657
    case pageRelatedArticle = 0xb390_dc08
    case pageButton = 0x692a_5488
    case geoPoint = 0xb2a2_f663
    case geoPointEmpty = 0x1117_dd5f
    case page = 0x9865_7f0d

    // What a button does
    case richButtonStyle = 0x03c6_10bd
    case inlineButtonTypeBuy = 0x48ba_d7a5
    case inlineButtonTypeCallback = 0x2955_bc38
    case inlineButtonTypeCopy = 0xb41d_3272
    case inlineButtonTypeDisabled = 0xa438_619d
    case inlineButtonTypeGame = 0x5cd3_709d
    case inlineButtonTypeSwitchInline = 0x9377_3ff5
    case inlineButtonTypeUrl = 0xeca4_f8d4
    case inlineButtonTypeUrlAuth = 0xbfd0_2da2
    case inlineButtonTypeUserProfile = 0x3fa3_3fcf
    case inlineButtonTypeWebView = 0x3bca_b5b4

    // Older layers: items before checkboxes, then ordered ones with flags but a number always
    case pageListItemTextPlain = 0xb92f_b6cd
    case pageListItemBlocksPlain = 0x25e0_73fc
    case pageListOrderedItemTextPlain = 0x5e06_8047
    case pageListOrderedItemBlocksPlain = 0x98dd_8936
    case pageListOrderedItemTextNumbered = 0xcd3e_a036
    case pageListOrderedItemBlocksNumbered = 0x4229_31d4
    case pageBlockOrderedListPlain = 0x9a8a_e1e1
    case pageBlockBlockquotePlain = 0x263d_7c26
}
