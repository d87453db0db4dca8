import CommandLineKit
import Page

/// A page as an indented outline: a block a line, with what is known of it.
struct PageOutline {
    private(set) var lines: [String] = []

    init(of page: PageDocument) {
        for block in page.blockObjects { add(block, depth: 0) }
    }

    private mutating func add(_ value: JSON, depth: Int) {
        guard case .object(let members) = value else {
            if case .array(let elements) = value { for element in elements { add(element, depth: depth) } }
            return
        }
        var words: [String] = []
        var nested: [JSON] = []
        for member in members {
            switch (member.name, member.value) {
            case ("type", .string(let type)): words.append(type)
            case ("checked", .bool(let isTicked)): words.insert(isTicked ? "☑" : "☐", at: 0)
            case (_, .string(let text)) where text.isEmpty: break
            case ("text", let text): words.append("“\(Self.characters(of: text).forTerminal)”")
            case (_, .bool(let flag)): if flag { words.append(member.name) }
            case (_, .array), (_, .object): nested.append(member.value)
            case (let name, let value): words.append("\(name)=\(value.text)")
            }
        }
        let hasLine = !words.isEmpty
        if hasLine { lines.append(String(repeating: "  ", count: depth) + words.joined(separator: " ")) }
        for value in nested { add(value, depth: hasLine ? depth + 1 : depth) }
    }

    /// The characters of a text, whatever its styles.
    private static func characters(of text: JSON) -> String {
        switch text {
        case .string(let characters): characters
        case .array(let parts): parts.map(characters).joined()
        case .object(let members):
            members.first { $0.name == "text" }.map { characters(of: $0.value) } ?? ""
        default: ""
        }
    }
}
