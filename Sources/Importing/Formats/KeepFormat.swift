import DataFormats
import Events

/// A note of Google Keep as Takeout exports it: one JSON file each (an HTML file for people lies beside it).
///
/// A list becomes checklist lines, its ticks as they were. Times are microseconds since 1970; the time of making, kept
/// to the microsecond, is also the only name that a note keeps from one export to the next.
struct KeepFormat: JSONNoteFormat {
    func items(of file: SourceFile, json: JSONValue) -> [ImportItem]? {
        guard Self.claims(json) else { return nil }
        let created = Self.microseconds(json["createdTimestampUsec"])
        let edited = Self.microseconds(json["userEditedTimestampUsec"])
        let body = Self.body(of: json)
        let title = Self.oneLine(json["title"]?.stringValue ?? "")
        let note = ImportedNote(
            key: created.map { "keep:\($0)" } ?? "keep:\(file.location)", identity: created == nil ? .content : .id,
            title: title.isEmpty ? titleLine(of: body) ?? BytePath(file.relative.stem).description : title,
            body: body, createdMilliseconds: (created ?? edited).map { $0 / 1000 },
            modifiedMilliseconds: edited.map { $0 / 1000 }, isTrashed: json["isTrashed"]?.isTrue ?? false,
            attributes: Self.attributes(of: json))
        return [.note(note)]
    }

    /// Whether the value looks like a note of Keep and of nothing else.
    static func claims(_ json: JSONValue) -> Bool {
        let hasContent = json["textContent"]?.bytes != nil || json["listContent"]?.arrayValue != nil
        let hasTime = json["userEditedTimestampUsec"] != nil || json["createdTimestampUsec"] != nil
        return hasTime || (hasContent && json["isTrashed"] != nil)
    }

    private static func body(of json: JSONValue) -> [UInt8] {
        var body = json["textContent"]?.bytes ?? []
        let items = json["listContent"]?.arrayValue ?? []
        if !body.isEmpty, !items.isEmpty { body.append(contentsOf: body.last == 0x0A ? "\n".utf8 : "\n\n".utf8) }
        for item in items {
            body.append(contentsOf: item["isChecked"]?.isTrue == true ? "- [x] ".utf8 : "- [ ] ".utf8)
            // A line break within an item would begin a row of its own, perhaps even with a box.
            body.append(contentsOf: Self.oneLine(item["text"]?.stringValue ?? "").utf8)
            body.append(0x0A)
        }
        return body
    }

    /// A time as Takeout writes it; 0 stands for none, as in notes that were never edited.
    private static func microseconds(_ value: JSONValue?) -> Int64? {
        value?.wholeNumber.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The text with each line break, and the spaces around it, replaced by one space.
    private static func oneLine(_ text: String) -> String {
        guard text.contains(where: \.isNewline) else { return text }
        return text.split(whereSeparator: \.isNewline).map { part in
            var part = part
            while part.last?.isWhitespace == true { part.removeLast() }
            return part.drop(while: \.isWhitespace)
        }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func attributes(of json: JSONValue) -> [Attribute] {
        var attributes: [Attribute] = []
        func add(_ name: String, _ value: JSONValue?) {
            if let bytes = value?.bytes, !bytes.isEmpty {
                attributes.append(Attribute(name: name, value: bytes))
            }
        }
        for label in json["labels"]?.arrayValue ?? [] { add("label", label["name"]) }
        if json["isPinned"]?.isTrue == true { attributes.append(Attribute("pinned", "true")) }
        if json["isArchived"]?.isTrue == true { attributes.append(Attribute("archived", "true")) }
        if let color = json["color"], color.stringValue != "DEFAULT" { add("color", color) }
        for annotation in json["annotations"]?.arrayValue ?? [] { add("link", annotation["url"]) }
        for attachment in json["attachments"]?.arrayValue ?? [] { add("attachment", attachment["filePath"]) }
        for person in json["sharees"]?.arrayValue ?? [] where person["isOwner"]?.isTrue != true {
            add("shared-with", person["email"])
        }
        return attributes
    }
}
