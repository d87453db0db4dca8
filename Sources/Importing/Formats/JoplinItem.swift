import DataFormats

/// One file of a Joplin RAW export: title, text, and a tail of properties.
///
///     Title ⏎ ⏎ text of any length ⏎ ⏎ id: 5f… ⏎ parent_id: … ⏎ … ⏎ type_: 1
///
/// Title and text may be missing. The tail is read from the end, so whatever the text looks like, it stays text.
struct JoplinItem {
    enum Kind: Hashable {
        case note, notebook, resource, tag, noteTag
        case other(String)
        /// Not stated: the item is damaged.
        case missing
    }

    var title: [UInt8]
    var body: [UInt8]
    private var properties: [String: String]

    /// Nil when the content has no tail with an id and what every item has: then it is no file of Joplin's.
    init?(_ content: [UInt8]) {
        var properties: [String: String] = [:]
        var end = content.count
        while end > 0, content[end - 1] == 0x0A || content[end - 1] == 0x0D { end -= 1 }
        var start = end
        while start > 0 {
            let lineStart = content[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            let line = content[lineStart..<start]
            if line.allSatisfy({ $0 == 0x0D || $0 == 0x20 }) { break }
            guard let (name, value) = Self.property(line) else { return nil }
            properties[name] = value
            guard lineStart > 0 else {
                start = 0
                break
            }
            start = lineStart - 1
        }
        guard properties["id"]?.isEmpty == false,
            properties["type_"] != nil
                || ["parent_id", "note_id", "updated_time"].contains(where: { properties[$0] != nil })
        else { return nil }
        self.properties = properties
        // `start` is the line break before the tail's first line, or what is left of the blank line before it.
        var head = content[..<start]
        if head.last == 0x0D { head.removeLast() }
        if head.last == 0x0A { head.removeLast() }
        let titleEnd = head.firstIndex(of: 0x0A) ?? head.endIndex
        title = Array(head[..<titleEnd].filter { $0 != 0x0D })
        var text = head[min(titleEnd + 1, head.endIndex)...]
        if text.first == 0x0A { text.removeFirst() }
        body = Array(text)
    }

    private static func property(_ line: ArraySlice<UInt8>) -> (String, String)? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return nil }
        let name = line[..<colon]
        guard name.allSatisfy({ $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        else { return nil }
        var value = line[(colon + 1)...]
        while value.first == 0x20 { value.removeFirst() }
        while value.last == 0x0D || value.last == 0x20 { value.removeLast() }
        return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    subscript(property: String) -> String { properties[property] ?? "" }

    var id: String { self["id"] }

    var kind: Kind {
        switch self["type_"] {
        case "1": .note
        case "2": .notebook
        case "4": .resource
        case "5": .tag
        case "6": .noteTag
        case "9": .other("a key of the encryption")
        case "13": .other("an older version of a note")
        case "": .missing
        case let type: .other("an item of Joplin's type \(type)")
        }
    }

    var isEncrypted: Bool { self["encryption_applied"] == "1" }

    /// A time that is written in ISO 8601 or in milliseconds since 1970; 0 and nothing mean none.
    func milliseconds(_ property: String) -> Int64? {
        let value = self[property]
        let time = Int64(value) ?? ISO8601.milliseconds(value)
        return time == 0 ? nil : time
    }

    /// Whether a file of that name may be an item: 32 hexadecimal digits and `.md`.
    static func claims(_ path: BytePath) -> Bool {
        let stem = path.stem
        return path.lowercasedExtension == "md" && stem.count == 32
            && stem.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
}
