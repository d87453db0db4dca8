extension TLWriter {
    package mutating func write(_ text: RichText) throws(PageCodecError) {
        switch text {
        case .empty: write(.textEmpty)
        case .plain(let characters):
            write(.textPlain)
            try write(characters)
        case .bold(let inner): try write(.textBold, around: inner)
        case .italic(let inner): try write(.textItalic, around: inner)
        case .underline(let inner): try write(.textUnderline, around: inner)
        case .strikethrough(let inner): try write(.textStrike, around: inner)
        case .fixed(let inner): try write(.textFixed, around: inner)
        case .subscript(let inner): try write(.textSubscript, around: inner)
        case .superscript(let inner): try write(.textSuperscript, around: inner)
        case .marked(let inner): try write(.textMarked, around: inner)
        case .spoiler(let inner): try write(.textSpoiler, around: inner)
        case .url(let inner, let url, let webpage):
            try write(.textUrl, around: inner)
            try write(url)
            write(webpage?.id ?? 0)
        case .email(let inner, let email):
            try write(.textEmail, around: inner)
            try write(email)
        case .phone(let inner, let phone):
            try write(.textPhone, around: inner)
            try write(phone)
        case .anchor(let inner, let name):
            try write(.textAnchor, around: inner)
            try write(name)
        case .image(let id, let width, let height):
            write(.textImage)
            write(id.id)
            write(width)
            write(height)
        case .picture: try write(text.nearestCommonKind)
        case .concat(let texts):
            write(.textConcat)
            try write(texts) { (writer, text) throws(PageCodecError) in try writer.write(text) }
        case .math(let source):
            write(.textMath)
            try write(source)
        case .customEmoji(let document, let alternative):
            write(.textCustomEmoji)
            write(document)
            try write(alternative)
        case .entity(let entity, let inner): try write(entity, around: inner)
        case .date(let inner, let seconds, let style):
            write(.textDate)
            write(TLFlags(rawValue: UInt32(style.intersection(.all).rawValue)))
            try write(inner)
            write(seconds)
        case .diff(let inner, let old):
            try write(.textDiff, around: inner)
            try write(old)
        }
    }

    private mutating func write(_ constructor: TLConstructor, around inner: RichText) throws(PageCodecError) {
        write(constructor)
        try write(inner)
    }

    private mutating func write(_ entity: RichText.Entity, around inner: RichText) throws(PageCodecError) {
        switch entity {
        case .mention: try write(.textMention, around: inner)
        case .hashtag: try write(.textHashtag, around: inner)
        case .cashtag: try write(.textCashtag, around: inner)
        case .botCommand: try write(.textBotCommand, around: inner)
        case .url: try write(.textAutoUrl, around: inner)
        case .email: try write(.textAutoEmail, around: inner)
        case .phone: try write(.textAutoPhone, around: inner)
        case .bankCard: try write(.textBankCard, around: inner)
        case .user(let id):
            try write(.textMentionName, around: inner)
            write(id)
        }
    }
}
