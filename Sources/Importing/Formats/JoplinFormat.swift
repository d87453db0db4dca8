import Events

/// Joplin's RAW export, a folder or a `.jex` archive: each item is a file named by its id.
///
/// Notebooks (with those they lie in: `Home/Garden`) and tags become labels. A to-do's box stands on Joplin's list of
/// notes, not in the text; it becomes a checkbox line with the title, above the text.
struct JoplinFormat: NoteFormat {
    private var notebooks: [String: (title: String, parent: String)] = [:]
    private var tags: [String: String] = [:]
    private var tagsOfNote: [String: [String]] = [:]

    /// Looks once through the whole export, since a note may come before its notebook and its tags.
    init(surveying container: some EntryContainer) {
        container.visit { item in
            guard case .file(let file) = item, JoplinItem.claims(file.relative), let content = try? file.read(),
                let item = JoplinItem(content), !item.isEncrypted
            else { return }
            let title = String(decoding: item.title, as: UTF8.self)
            switch item.kind {
            case .notebook: notebooks[item.id] = (title, item["parent_id"])
            case .tag: tags[item.id] = title
            case .noteTag: tagsOfNote[item["note_id"], default: []].append(item["tag_id"])
            case .note, .resource, .other: break
            }
        }
    }

    func items(of file: SourceFile, content: [UInt8]) -> [ImportItem]? {
        guard let item = JoplinItem(content) else { return nil }
        let title = String(decoding: item.title, as: UTF8.self)
        switch item.kind {
        case .note where item.isEncrypted:
            return [
                .failure(
                    ImportFailure(
                        path: file.location, reason: "is encrypted",
                        hint: "Let Joplin finish decrypting, then export again."))
            ]
        case .note: return [.note(note(item, title: title))]
        case .notebook, .tag, .noteTag:
            return item.isEncrypted ? [.skipped(path: file.location, reason: "an encrypted label")] : []
        case .resource: return [.skipped(path: file.location, reason: "an attachment: \(title)")]
        case .other(let what): return [.skipped(path: file.location, reason: what)]
        }
    }

    private func note(_ item: JoplinItem, title: String) -> ImportedNote {
        var attributes: [Attribute] = []
        if let notebook = path(ofNotebook: item["parent_id"]) {
            attributes.append(Attribute("label", notebook))
        }
        for tag in (tagsOfNote[item.id] ?? []).compactMap({ tags[$0] }).sorted() {
            attributes.append(Attribute("label", tag))
        }
        if item["is_conflict"] == "1" { attributes.append(Attribute("conflict", "true")) }
        if item["markup_language"] == "2" { attributes.append(Attribute("format", "html")) }
        if !item["source_url"].isEmpty { attributes.append(Attribute("link", item["source_url"])) }
        if !item["author"].isEmpty { attributes.append(Attribute("author", item["author"])) }
        for (name, property) in [("due", "todo_due"), ("completed", "todo_completed")] {
            if let time = item.milliseconds(property) {
                attributes.append(Attribute(name, String(time)))
            }
        }
        return ImportedNote(
            key: "joplin:\(item.id)", title: title.isEmpty ? titleLine(of: item.body) ?? "Untitled" : title,
            body: item["is_todo"] == "1" ? todo(item) : item.body,
            createdMilliseconds: item.milliseconds("user_created_time") ?? item.milliseconds("created_time"),
            modifiedMilliseconds: item.milliseconds("user_updated_time") ?? item.milliseconds("updated_time"),
            isTrashed: item.milliseconds("deleted_time") != nil, attributes: attributes)
    }

    private func todo(_ item: JoplinItem) -> [UInt8] {
        let box = item.milliseconds("todo_completed") == nil ? "- [ ] " : "- [x] "
        return Array(box.utf8) + item.title + Array("\n".utf8) + (item.body.isEmpty ? [] : [0x0A] + item.body)
    }

    /// The notebook's title behind those of the notebooks that it lies in; damaged exports may lie in a circle.
    private func path(ofNotebook id: String) -> String? {
        var titles: [String] = []
        var seen: Set<String> = []
        var id = id
        while let notebook = notebooks[id], seen.insert(id).inserted {
            titles.append(notebook.title)
            id = notebook.parent
        }
        return titles.isEmpty ? nil : titles.reversed().joined(separator: "/")
    }
}
