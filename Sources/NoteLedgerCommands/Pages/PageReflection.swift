import CommandLineKit
import Page

extension PageDocument {
    /// The blocks of the page for programs: each an object with its `type` and its parts, named as the model names
    /// them. Text without style is a string, text of several parts an array.
    var blockObjects: [JSON] { blocks.map { PageReflection.json(of: $0) } }
}

/// Reads the page model by reflection, so that what is printed is always all of the model.
private enum PageReflection {
    static func json(of value: Any) -> JSON {
        switch value {
        case let text as RichText: return json(of: text)
        case let text as String: return .string(text)
        case let flag as Bool: return .bool(flag)
        case let number as any BinaryInteger: return .int(number)
        case let number as Double: return .number(number)
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { json(of: $0.value) } ?? .null
        case .collection: return .array(mirror.children.map { json(of: $0.value) })
        case .enum: return json(ofCase: value, mirror)
        default: return .object(members(of: mirror))
        }
    }

    private static func json(of text: RichText) -> JSON {
        switch text {
        case .empty: .string("")
        case .plain(let characters): .string(characters)
        case .concat(let parts): .array(parts.map { json(of: $0) })
        default: json(ofCase: text, Mirror(reflecting: text))
        }
    }

    /// A case with what it carries is an object with its name as `type`; one that carries nothing is that alone.
    private static func json(ofCase value: Any, _ mirror: Mirror) -> JSON {
        guard let child = mirror.children.first, let name = child.label else {
            return ["type": .string("\(value)")]
        }
        let type = JSON.Member("type", .string(name))
        let payload = Mirror(reflecting: child.value)
        switch payload.displayStyle {
        case .tuple, .struct: return .object([type] + members(of: payload))
        default: return .object([type, JSON.Member(nameless(child.value), json(of: child.value))])
        }
    }

    private static func members(of mirror: Mirror) -> [JSON.Member] {
        mirror.children.compactMap { child in
            let value = json(of: child.value)
            let isLabelled = child.label.map { !$0.hasPrefix(".") } ?? false
            let name = isLabelled ? child.label ?? "" : nameless(child.value)
            return value == .null ? nil : JSON.Member(name, value)
        }
    }

    /// What a part is called that the model gives no name.
    private static func nameless(_ value: Any) -> String {
        switch value {
        case is RichText, is String: "text"
        case is [Block]: "blocks"
        case is Block: "block"
        case is [RelatedArticle]: "articles"
        default: "value"
        }
    }
}
