import DataFormats
import Events

/// Simplenote's export: one `notes.json` with all notes, in use and trashed.
///
/// The text is the note; its first line serves as the title, as it does in Simplenote. Newer versions export CRLF
/// whatever was typed, and it is kept.
struct SimplenoteFormat: JSONNoteFormat {
    func items(of file: SourceFile, json: JSONValue) -> [ImportItem]? {
        guard Self.claims(json) else { return nil }
        let active = json["activeNotes"]?.arrayValue ?? []
        let trashed = json["trashedNotes"]?.arrayValue ?? []
        return active.enumerated().map { item($1, isTrashed: false, place: "activeNotes[\($0)]", in: file) }
            + trashed.enumerated().map { item($1, isTrashed: true, place: "trashedNotes[\($0)]", in: file) }
    }

    static func claims(_ json: JSONValue) -> Bool {
        json["activeNotes"]?.arrayValue != nil || json["trashedNotes"]?.arrayValue != nil
    }

    private func item(_ json: JSONValue, isTrashed: Bool, place: String, in file: SourceFile) -> ImportItem {
        guard let body = json["content"]?.bytes else {
            return .failure(
                ImportFailure(
                    path: "\(file.location)!\(place)", reason: "has no content",
                    hint: "Every note of a Simplenote export has a member `content` that is a string."))
        }
        let title = titleLine(of: body) ?? "Untitled"
        var attributes = (json["tags"]?.arrayValue ?? []).compactMap(\.bytes).map {
            Attribute(name: "label", value: $0)
        }
        if json["pinned"]?.isTrue == true { attributes.append(Attribute("pinned", "true")) }
        if let link = json["publicURL"]?.stringValue { attributes.append(Attribute("link", link)) }
        for email in json["collaboratorEmails"]?.arrayValue ?? [] {
            if let email = email.stringValue { attributes.append(Attribute("shared-with", email)) }
        }
        let created = json["creationDate"]?.stringValue
        let id = json["id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        return .note(
            ImportedNote(
                // Exports of old versions have no ids.
                key: "simplenote:" + (id ?? "\(file.location)!\(created ?? "")/\(title)"),
                identity: id == nil ? .content : .id, title: title, body: body,
                createdMilliseconds: created.flatMap(ISO8601.milliseconds),
                modifiedMilliseconds: (json["lastModified"]?.stringValue).flatMap(ISO8601.milliseconds),
                isTrashed: isTrashed, attributes: attributes))
    }
}
