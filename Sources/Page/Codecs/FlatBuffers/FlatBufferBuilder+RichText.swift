extension FlatBufferBuilder {
    /// Writes a table whose only field is a union; the place is that of the union's member.
    mutating func union(_ kind: UInt8, linkedFrom place: Place) -> Place {
        set(0, byte: kind)
        setReference(1)
        return table(linkedFrom: place)[1]
    }

    mutating func richText(_ text: RichText, linkedFrom place: Place) {
        switch text {
        case .empty:
            let member = union(text: .empty, linkedFrom: place)
            _ = table(linkedFrom: member)
        case .plain(let characters):
            let member = union(text: .plain, linkedFrom: place)
            setReference(0)
            let table = table(linkedFrom: member)
            string(characters, linkedFrom: table[0])
        case .bold(let inner): richText(.bold, around: inner, linkedFrom: place)
        case .italic(let inner): richText(.italic, around: inner, linkedFrom: place)
        case .underline(let inner): richText(.underline, around: inner, linkedFrom: place)
        case .strikethrough(let inner): richText(.strikethrough, around: inner, linkedFrom: place)
        case .fixed(let inner): richText(.fixed, around: inner, linkedFrom: place)
        case .subscript(let inner): richText(.subscript, around: inner, linkedFrom: place)
        case .superscript(let inner): richText(.superscript, around: inner, linkedFrom: place)
        case .marked(let inner): richText(.marked, around: inner, linkedFrom: place)
        case .url(let inner, let url, let webpage):
            richText(.url, around: inner, and: url, webpage: webpage, linkedFrom: place)
        case .email(let inner, let email): richText(.email, around: inner, and: email, linkedFrom: place)
        case .phone(let inner, let phone): richText(.phone, around: inner, and: phone, linkedFrom: place)
        case .anchor(let inner, let name): richText(.anchor, around: inner, and: name, linkedFrom: place)
        case .image(let id, let width, let height):
            let member = union(text: .image, linkedFrom: place)
            set(0, id)
            set(1, width, height)
            _ = table(linkedFrom: member)
        case .concat(let texts):
            let member = union(text: .concat, linkedFrom: place)
            setReference(0)
            let table = table(linkedFrom: member)
            vector(of: texts, linkedFrom: table[0]) { builder, text, place in
                builder.richText(text, linkedFrom: place)
            }
        case .picture, .spoiler, .math, .customEmoji, .entity, .date, .diff:
            richText(text.nearestCommonKind, linkedFrom: place)
        }
    }

    private mutating func union(text kind: FlatBufferRichTextKind, linkedFrom place: Place) -> Place {
        union(kind.rawValue, linkedFrom: place)
    }

    private mutating func richText(
        _ kind: FlatBufferRichTextKind, around inner: RichText, linkedFrom place: Place
    ) {
        let member = union(text: kind, linkedFrom: place)
        setReference(0)
        let table = table(linkedFrom: member)
        richText(inner, linkedFrom: table[0])
    }

    private mutating func richText(
        _ kind: FlatBufferRichTextKind, around inner: RichText, and text: String, webpage: MediaID? = nil,
        linkedFrom place: Place
    ) {
        let member = union(text: kind, linkedFrom: place)
        setReference(0)
        setReference(1)
        set(2, webpage)
        let table = table(linkedFrom: member)
        richText(inner, linkedFrom: table[0])
        string(text, linkedFrom: table[1])
    }

    /// A reference to something kept elsewhere, if there is one.
    mutating func set(_ id: Int, _ media: MediaID?) {
        if let media { set(id, media.namespace, media.id) }
    }

    /// A string in a field that was set only if there is one.
    mutating func string(_ text: String?, linkedFrom table: Fields, _ id: Int) {
        if let text { string(text, linkedFrom: table[id]) }
    }

    /// Announces a string, if there is one.
    mutating func setReference(_ id: Int, to text: String?) {
        if text != nil { setReference(id) }
    }
}
