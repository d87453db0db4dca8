/// A chat, as the banner of a channel shows it. Its schema is a large one of its own, of which a page needs but the name;
/// yet to find out where the chat ends, all of it has to be gone through.
struct TLChat {
    /// What the chat is called; nil if it is gone.
    var title: String?
    /// The public name under which it can be reached.
    var username: String?
    fileprivate var flags: [TLFlags] = []
    fileprivate var depth = 0

    /// The banner as text, which leads to the chat where that has an address.
    var richText: RichText {
        let name = RichText.plain(title ?? "")
        return username.map { .url(name, url: "https://t.me/\($0)", webpage: nil) } ?? name
    }
}

/// A part of a chat.
private indirect enum TLChatField: Sendable {
    case flags, int, long, bytes, object, objects, ints
    case title, username
    /// There only if the bit of the flags is set; the word is 0 or 1.
    case when(Int, UInt32, TLChatField)

    /// The parts of each constructor that can stand in a chat of layer 229.
    static let schema: [UInt32: [TLChatField]] = [
        // chatEmpty, chat, chatForbidden
        0x2956_2865: [.long],
        0x41cb_f256: [
            .flags, .long, .title, .object, .int, .int, .int, .when(0, 6, .object), .when(0, 14, .object),
            .when(0, 18, .object),
        ],
        0x6592_a1a7: [.long, .title],
        // channel, channelForbidden
        0xd49f_34c6: [
            .flags, .flags, .long, .when(0, 13, .long), .title, .when(0, 6, .username), .object, .int,
            .when(0, 9, .objects), .when(0, 14, .object), .when(0, 15, .object), .when(0, 18, .object),
            .when(0, 17, .int), .when(1, 0, .objects), .when(1, 4, .object), .when(1, 7, .object),
            .when(1, 8, .object), .when(1, 9, .object), .when(1, 10, .int), .when(1, 11, .int), .when(1, 13, .long),
            .when(1, 14, .long), .when(1, 18, .long), .when(1, 20, .long),
        ],
        0x17d4_93d5: [.flags, .long, .long, .title, .when(0, 16, .int)],
        // community, communityForbidden
        0x65ef_e954: [
            .flags, .flags, .long, .when(0, 13, .long), .title, .object, .int, .when(0, 14, .object),
            .when(0, 18, .object),
        ],
        0xfd3c_dab8: [.flags, .long, .when(0, 13, .long), .title],
        // chatPhotoEmpty, chatPhoto
        0x37c1_011c: [],
        0x1c6e_1c11: [.flags, .long, .when(0, 1, .bytes), .int],
        // chatAdminRights, chatBannedRights, username, restrictionReason
        0x5fb2_24d5: [.flags],
        0x9f12_0418: [.flags, .int],
        0xb407_3647: [.flags, .bytes],
        0xd072_acb4: [.bytes, .bytes, .bytes],
        // peerColor, peerColorCollectible
        0xb54b_5acf: [.flags, .when(0, 0, .int), .when(0, 1, .long)],
        0xb9c0_639a: [.flags, .long, .long, .long, .int, .ints, .when(0, 0, .int), .when(0, 1, .ints)],
        // emojiStatusEmpty, emojiStatus, emojiStatusCollectible, recentStory
        0x2de1_1aae: [],
        0xe7ff_068a: [.flags, .long, .when(0, 0, .int)],
        0x7184_603b: [
            .flags, .long, .long, .bytes, .bytes, .long, .int, .int, .int, .int, .when(0, 0, .int),
        ],
        0x711d_692d: [.flags, .when(0, 1, .int)],
        // inputChannelEmpty, inputChannel
        0xee8c_1e86: [],
        0xf35a_ec28: [.long, .long],
    ]
}

extension TLReader {
    /// A boxed chat.
    mutating func chat() throws(PageCodecError) -> TLChat {
        var chat = TLChat()
        try readChatObject(into: &chat)
        return chat
    }

    private mutating func readChatObject(into chat: inout TLChat) throws(PageCodecError) {
        let start = position
        let id = UInt32(bitPattern: try int32())
        guard let fields = TLChatField.schema[id], chat.depth < 4 else {
            let digits = String(id, radix: 16)
            throw PageCodecError(.unknownConstructor, at: start, "\(digits), which is no part of a chat")
        }
        // What is nested has flags of its own.
        let outer = chat.flags
        chat.flags = []
        chat.depth += 1
        for field in fields { try read(field, into: &chat) }
        chat.depth -= 1
        chat.flags = outer
    }

    private mutating func read(_ field: TLChatField, into chat: inout TLChat) throws(PageCodecError) {
        switch field {
        case .flags: chat.flags.append(try flags())
        case .int: _ = try int32()
        case .long: _ = try int64()
        case .bytes: try skipBytes()
        case .title: chat.title = try string()
        case .username: chat.username = try string()
        case .object: try readChatObject(into: &chat)
        case .objects:
            var inner = chat
            _ = try vector { (reader) throws(PageCodecError) in try reader.readChatObject(into: &inner) }
        case .ints: _ = try vector { (reader) throws(PageCodecError) in try reader.int32() }
        case .when(let word, let bit, let field): if chat.flags[word][bit] { try read(field, into: &chat) }
        }
    }
}
