extension TLReader {
    /// A boxed rich text.
    package mutating func richText(
        within budget: NestingBudget = NestingBudget()
    ) throws(PageCodecError) -> RichText {
        let start = position
        let constructor = try constructor()
        switch constructor {
        case .textEmpty: return .empty
        case .textPlain: return .plain(try string())
        case .textMath: return .math(try string())
        case .textImage: return .image(MediaID(id: try int64()), width: try int32(), height: try int32())
        case .textCustomEmoji: return .customEmoji(try int64(), alternative: try string())
        default: break
        }
        // All others hold texts.
        let budget = try budget.inner(at: start)
        switch constructor {
        case .textBold: return .bold(try richText(within: budget))
        case .textItalic: return .italic(try richText(within: budget))
        case .textUnderline: return .underline(try richText(within: budget))
        case .textStrike: return .strikethrough(try richText(within: budget))
        case .textFixed: return .fixed(try richText(within: budget))
        case .textSubscript: return .subscript(try richText(within: budget))
        case .textSuperscript: return .superscript(try richText(within: budget))
        case .textMarked: return .marked(try richText(within: budget))
        case .textSpoiler: return .spoiler(try richText(within: budget))
        case .textUrl:
            return .url(
                try richText(within: budget), url: try string(), webpage: MediaID(carrierID: try int64()))
        case .textEmail: return .email(try richText(within: budget), email: try string())
        case .textPhone: return .phone(try richText(within: budget), phone: try string())
        case .textAnchor: return .anchor(try richText(within: budget), name: try string())
        case .textConcat:
            return .concat(try vector { (reader) throws(PageCodecError) in try reader.richText(within: budget) })
        case .textMention: return .entity(.mention, try richText(within: budget))
        case .textHashtag: return .entity(.hashtag, try richText(within: budget))
        case .textCashtag: return .entity(.cashtag, try richText(within: budget))
        case .textBotCommand: return .entity(.botCommand, try richText(within: budget))
        case .textAutoUrl: return .entity(.url, try richText(within: budget))
        case .textAutoEmail: return .entity(.email, try richText(within: budget))
        case .textAutoPhone: return .entity(.phone, try richText(within: budget))
        case .textBankCard: return .entity(.bankCard, try richText(within: budget))
        case .textMentionName:
            let inner = try richText(within: budget)
            return .entity(.user(try int64()), inner)
        case .textDate:
            let style = RichText.DateStyle(rawValue: UInt8(truncatingIfNeeded: try flags().rawValue))
            return .date(try richText(within: budget), seconds: try int32(), style: style.intersection(.all))
        case .textDiff: return .diff(try richText(within: budget), old: try richText(within: budget))
        case .textButton: return try button(within: budget)
        default:
            throw PageCodecError(.malformed, at: start, "\(constructor) where a rich text is due")
        }
    }

    /// What a button says, behind its constructor: the model has no buttons, but one that opens an address is a link.
    private mutating func button(within budget: NestingBudget) throws(PageCodecError) -> RichText {
        let flags = try flags()
        let text = try richText(within: budget)
        let address = try buttonAddress()
        if flags[0] {
            try expect(.richButtonStyle)
            _ = try self.flags()
        }
        return address.map { .url(text, url: $0, webpage: nil) } ?? text
    }

    /// A button of a row.
    package mutating func rowButton(within budget: NestingBudget) throws(PageCodecError) -> RichText {
        try expect(.pageButton)
        return try button(within: budget)
    }

    /// Steps over what a button does; the address if it opens one.
    private mutating func buttonAddress() throws(PageCodecError) -> String? {
        let constructor = try constructor()
        switch constructor {
        case .inlineButtonTypeBuy, .inlineButtonTypeDisabled, .inlineButtonTypeGame: break
        case .inlineButtonTypeUrl, .inlineButtonTypeWebView: return try string()
        case .inlineButtonTypeUrlAuth:
            if try flags()[0] { _ = try string() }
            let address = try string()
            _ = try int32()
            return address
        case .inlineButtonTypeCopy: _ = try string()
        case .inlineButtonTypeUserProfile: _ = try int64()
        case .inlineButtonTypeCallback:
            _ = try flags()
            try skipBytes()
        case .inlineButtonTypeSwitchInline:
            let flags = try flags()
            _ = try string()
            // The kinds of peer are constructors without fields.
            if flags[1] { _ = try vector { (reader) throws(PageCodecError) in try reader.int32() } }
        default: throw misplaced(constructor, "what a button does is due")
        }
        return nil
    }
}
