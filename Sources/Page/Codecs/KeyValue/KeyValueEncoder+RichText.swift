extension KeyValueEncoder {
    package mutating func encode(_ text: RichText, forKey key: StaticString) throws(PageCodecError) {
        try encode(object: text, of: .richText, forKey: key) { (encoder, text) throws(PageCodecError) in
            try encoder.encodeFields(of: text)
        }
    }

    /// The entries of a rich text.
    package mutating func encodeFields(of text: RichText) throws(PageCodecError) {
        switch text {
        case .empty: encode(textKind: .empty)
        case .plain(let characters):
            encode(textKind: .plain)
            try encode(characters, forKey: "s")
        case .bold(let inner): try encode(textKind: .bold, around: inner)
        case .italic(let inner): try encode(textKind: .italic, around: inner)
        case .underline(let inner): try encode(textKind: .underline, around: inner)
        case .strikethrough(let inner): try encode(textKind: .strikethrough, around: inner)
        case .fixed(let inner): try encode(textKind: .fixed, around: inner)
        case .subscript(let inner): try encode(textKind: .subscript, around: inner)
        case .superscript(let inner): try encode(textKind: .superscript, around: inner)
        case .marked(let inner): try encode(textKind: .marked, around: inner)
        case .url(let inner, let url, let webpage):
            try encode(textKind: .url, around: inner)
            try encode(url, forKey: "u")
            encode(webpage, namespaceKey: "w.n", idKey: "w.i")
        case .email(let inner, let email):
            try encode(textKind: .email, around: inner)
            try encode(email, forKey: "e")
        case .phone(let inner, let phone):
            try encode(textKind: .phone, around: inner)
            try encode(phone, forKey: "p")
        case .anchor(let inner, let name):
            try encode(textKind: .anchor, around: inner)
            try encode(name, forKey: "n")
        case .image(let id, let width, let height):
            encode(textKind: .image)
            encode(id, namespaceKey: "i.n", idKey: "i.i")
            encode(width, forKey: "sw")
            encode(height, forKey: "sh")
        case .concat(let texts):
            encode(textKind: .concat)
            try encode(objects: texts, of: .richText, forKey: "a") { (encoder, text) throws(PageCodecError) in
                try encoder.encodeFields(of: text)
            }
        case .picture, .spoiler, .math, .customEmoji, .entity, .date, .diff:
            try encodeFields(of: text.nearestCommonKind)
        }
    }

    private mutating func encode(textKind kind: KeyValueRichTextKind) { encode(kind.rawValue, forKey: "r") }

    private mutating func encode(textKind kind: KeyValueRichTextKind, around inner: RichText) throws(PageCodecError) {
        encode(textKind: kind)
        try encode(inner, forKey: "t")
    }

    /// A reference as two entries, or both Nil.
    mutating func encode(_ id: MediaID?, namespaceKey: StaticString, idKey: StaticString) {
        if let id {
            encode(id.namespace, forKey: namespaceKey)
            encode(id.id, forKey: idKey)
        } else {
            encodeNil(forKey: namespaceKey)
            encodeNil(forKey: idKey)
        }
    }
}
