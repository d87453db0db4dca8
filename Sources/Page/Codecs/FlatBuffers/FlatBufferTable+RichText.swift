extension FlatBufferTable {
    /// The member of the union that is this table's only field.
    func member() throws(PageCodecError) -> FlatBufferTable { try required(table(1), 1) }

    /// The kind of that member.
    var memberKind: UInt8 { byte(0) }

    func required<Value>(_ value: Value?, _ id: Int) throws(PageCodecError) -> Value {
        guard let value else { throw PageCodecError(.missing, at: offset, "a table without its field \(id)") }
        return value
    }

    func richText(_ id: Int) throws(PageCodecError) -> RichText {
        try required(table(id), id).richText(within: NestingBudget())
    }

    func requiredString(_ id: Int) throws(PageCodecError) -> String { try required(string(id), id) }

    func mediaID(_ id: Int) -> MediaID? { wordAndLong(id).map { MediaID(namespace: $0.0, id: $0.1) } }

    /// The rich text that this table is; one of an unknown kind is empty.
    func richText(within budget: NestingBudget) throws(PageCodecError) -> RichText {
        guard let kind = FlatBufferRichTextKind(rawValue: memberKind), kind != .empty else { return .empty }
        let member = try member()
        if kind == .plain { return .plain(try member.requiredString(0)) }
        if kind == .image {
            let (width, height) = try member.required(member.words(1), 1)
            return .image(try member.required(member.mediaID(0), 0), width: width, height: height)
        }
        let budget = try budget.inner(at: offset)
        if kind == .concat {
            let texts = try member.tables(0) { (table) throws(PageCodecError) in try table.richText(within: budget) }
            return .concat(try member.required(texts, 0))
        }
        let inner = try member.required(member.table(0), 0).richText(within: budget)
        return switch kind {
        case .bold: .bold(inner)
        case .italic: .italic(inner)
        case .underline: .underline(inner)
        case .strikethrough: .strikethrough(inner)
        case .fixed: .fixed(inner)
        case .subscript: .subscript(inner)
        case .superscript: .superscript(inner)
        case .marked: .marked(inner)
        case .url: .url(inner, url: try member.requiredString(1), webpage: member.mediaID(2))
        case .email: .email(inner, email: try member.requiredString(1))
        case .phone: .phone(inner, phone: try member.requiredString(1))
        case .anchor: .anchor(inner, name: try member.requiredString(1))
        case .empty, .plain, .image, .concat: .empty
        }
    }
}
