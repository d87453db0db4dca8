extension KeyValueDecoder {
    /// The rich text under a key; nil if there is none.
    package mutating func richText(_ key: StaticString, in object: Object) throws(PageCodecError) -> RichText? {
        try richText(key, in: object, within: NestingBudget())
    }

    /// The rich text under a key of an object that has to have one.
    mutating func requiredRichText(_ key: StaticString, in object: Object) throws(PageCodecError) -> RichText {
        try required(richText(key, in: object), key, in: object)
    }

    func required<Value>(_ value: Value?, _ key: StaticString, in object: Object) throws(PageCodecError) -> Value {
        guard let value else {
            throw PageCodecError(.missing, at: object.offset, "an object without a value under the key \(key)")
        }
        return value
    }

    private mutating func richText(
        _ key: StaticString, in object: Object, within budget: NestingBudget
    ) throws(PageCodecError) -> RichText? {
        try self.object(key, in: object) { (decoder, object) throws(PageCodecError) in
            try decoder.richText(of: object, within: budget)
        }
    }

    /// The rich text whose entries an object holds; one of an unknown kind is empty.
    package mutating func richText(
        of object: Object, within budget: NestingBudget = NestingBudget()
    ) throws(PageCodecError) -> RichText {
        guard let kind = KeyValueRichTextKind(rawValue: try int32("r", in: object) ?? 0) else { return .empty }
        switch kind {
        case .empty: return .empty
        case .plain: return .plain(try string("s", in: object) ?? "")
        case .bold: return .bold(try inner(of: object, within: budget))
        case .italic: return .italic(try inner(of: object, within: budget))
        case .underline: return .underline(try inner(of: object, within: budget))
        case .strikethrough: return .strikethrough(try inner(of: object, within: budget))
        case .fixed: return .fixed(try inner(of: object, within: budget))
        case .subscript: return .subscript(try inner(of: object, within: budget))
        case .superscript: return .superscript(try inner(of: object, within: budget))
        case .marked: return .marked(try inner(of: object, within: budget))
        case .url:
            return .url(
                try inner(of: object, within: budget), url: try string("u", in: object) ?? "",
                webpage: try mediaID(namespaceKey: "w.n", idKey: "w.i", in: object))
        case .email:
            return .email(try inner(of: object, within: budget), email: try string("e", in: object) ?? "")
        case .phone:
            return .phone(try inner(of: object, within: budget), phone: try string("p", in: object) ?? "")
        case .anchor:
            return .anchor(try inner(of: object, within: budget), name: try string("n", in: object) ?? "")
        case .image:
            return .image(
                try mediaID(namespaceKey: "i.n", idKey: "i.i", in: object) ?? MediaID(id: 0),
                width: try int32("sw", in: object) ?? 0, height: try int32("sh", in: object) ?? 0)
        case .concat:
            let budget = try budget.inner(at: object.offset)
            return .concat(
                try objects("a", in: object) { (decoder, object) throws(PageCodecError) in
                    try decoder.richText(of: object, within: budget)
                } ?? [])
        }
    }

    private mutating func inner(of object: Object, within budget: NestingBudget) throws(PageCodecError) -> RichText {
        let budget = try budget.inner(at: object.offset)
        return try required(richText("t", in: object, within: budget), "t", in: object)
    }

    /// A reference, if both of its entries are there.
    func mediaID(
        namespaceKey: StaticString, idKey: StaticString, in object: Object
    ) throws(PageCodecError) -> MediaID? {
        guard let namespace = try int32(namespaceKey, in: object), let id = try int64(idKey, in: object) else {
            return nil
        }
        return MediaID(namespace: namespace, id: id)
    }
}
