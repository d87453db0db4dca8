/// The ways in which editors write a checkbox.
enum HTMLBox {
    static let unchecked = "☐"
    static let checked = "☑"

    /// Whether an element is a box, and ticked; nil if it is none.
    ///
    /// - Parameter tag: The element's kind, which must have attributes or be one that needs none.
    static func state(of node: HTMLNode, _ tag: HTMLTag) -> Bool? {
        switch tag {
        case .input: return node[.type]?.lowercased() == "checkbox" ? node[.checked] != nil : nil
        // Evernote.
        case .enTodo: return node[.checked].map { $0.lowercased() != "false" } ?? false
        // Google Docs draws its boxes.
        case .img:
            guard node[.ariaRoleDescription]?.lowercased().contains("checkbox") ?? false else { return nil }
            return node[.alt].map { !$0.lowercased().hasPrefix("un") && $0.lowercased().contains("check") } ?? false
        case .li: return nil
        default: break
        }
        guard node.hasAttributes else { return nil }
        if node[.role]?.lowercased() == "checkbox" { return node[.ariaChecked].map(isTrue) ?? false }
        guard node[.class] != nil else { return nil }
        let classes = node.classes
        // Notion.
        if classes.contains("checkbox-on") { return true }
        return classes.contains("checkbox-off") ? false : nil
    }

    /// Whether the attributes of an item, or of the list around it, say that it has a box, and a ticked one; nil if they do not.
    static func state(ofItem item: HTMLNode, in list: HTMLNode) -> Bool? {
        if item.hasAttributes, let state = stateByAttributes(item) { return state }
        // Quill's first version.
        return list.hasAttributes ? list[.dataChecked].map(isTrue) : nil
    }

    private static func stateByAttributes(_ item: HTMLNode) -> Bool? {
        if let value = item[.ariaChecked] ?? item[.dataChecked] { return isTrue(value) }
        // Quill's second version.
        switch item[.dataList]?.lowercased() {
        case "checked": return true
        case "unchecked": return false
        default: break
        }
        // Obsidian takes any sign but a space as done.
        if let mark = item[.dataTask] { return mark.contains { $0 != " " } }
        // Evernote.
        if let css = item[.style], let range = css.firstRange(of: "--en-checked:") {
            return isTrue(String(css[range.upperBound...].prefix { $0 != ";" }))
        }
        guard item[.class] != nil else { return nil }
        let classes = item.classes
        if classes.contains("unchecked") { return false }
        return classes.contains("checked") || (classes.contains("is-checked") && classes.contains("task-list-item"))
            ? true : nil
    }

    private static func isTrue(_ value: String) -> Bool {
        let value = value.filter { !$0.isWhitespace }.lowercased()
        return value == "true" || value == "checked" || value == "1"
    }

    /// The state of the box that a text begins with, and the bytes that it takes: ballot boxes, with or without a variation selector.
    static func leading(_ text: UnsafeBufferPointer<UInt8>) -> (isChecked: Bool, length: Int)? {
        guard text.count >= 3, text[0] == 0xE2, text[1] == 0x98, (0x90...0x92).contains(text[2]) else { return nil }
        let hasSelector = text.count >= 6 && text[3] == 0xEF && text[4] == 0xB8 && text[5] >= 0x8E
        return (text[2] != 0x90, hasSelector ? 6 : 3)
    }

    /// The box that a character of Word's symbol fonts looks like; nil for any other.
    static func symbol(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        switch String(decoding: text, as: UTF8.self).filter({ !$0.isWhitespace }) {
        case "o", "q", "r", "¨", "\u{F06F}", "\u{F071}", "\u{F0A8}": false
        case "x", "þ", "ý", "\u{F078}", "\u{F0FE}", "\u{F0FD}", "\u{F052}", "R": true
        default: nil
        }
    }

    static func isSymbolFont(_ css: String) -> Bool {
        let css = css.lowercased()
        return css.contains("wingdings") && css.contains("font-family")
    }
}
