import Events

/// Joplin's RAW export, a folder or a `.jex` archive: each item is a file named by its id.
///
/// Notebooks (with those they lie in: `Home/Garden`) and tags become labels. A to-do's box stands on Joplin's list of
/// notes, not in the text; it becomes a checkbox line with the title, above the text.
struct JoplinFormat: NoteFormat {
    private var notebooks: [String: (title: String, parent: String)] = [:]
    private var tags: [String: String] = [:]
    private var tagsOfNote: [String: [String]] = [:]
    /// The folders whose files are items: those of an export, with the attachments in a folder `resources` below.
    private var folders: Set<BytePath> = []

    /// Looks once through the whole export, since a note may come before its notebook and its tags.
    init(surveying container: some EntryContainer) {
        container.visit { item in
            guard case .file(let file) = item, JoplinItem.claims(file.relative), let content = try? file.read(),
                let item = JoplinItem(content), !item.isEncrypted
            else { return }
            folders.insert(file.relative.parent)
            let title = String(decoding: item.title, as: UTF8.self)
            switch item.kind {
            case .notebook: notebooks[item.id] = (title, item["parent_id"])
            case .tag: tags[item.id] = title
            case .noteTag: tagsOfNote[item["note_id"], default: []].append(item["tag_id"])
            case .note, .resource, .other, .missing: break
            }
        }
    }

    /// What a file is as part of an export; nil for a file outside of one.
    func items(inExport file: SourceFile) throws(ImportFailure) -> [ImportItem]? {
        if isAttachment(file.relative) { return [.skipped(path: file.location, reason: "an attachment")] }
        guard JoplinItem.claims(file.relative) else { return nil }
        if let items = items(of: file, content: try file.read()) { return items }
        // A note may have such a name by chance, but not among the items of an export.
        guard folders.contains(file.relative.parent) else { return nil }
        throw ImportFailure(
            path: file.location, reason: "is a Joplin item without the properties at its end",
            hint: "The file may be cut off; export it again.")
    }

    /// Whether a file lies with the attachments of an export, where Markdown files are no notes.
    private func isAttachment(_ path: BytePath) -> Bool {
        var folder = path.parent
        while !folder.bytes.isEmpty {
            if folder.name.elementsEqual("resources".utf8), folders.contains(folder.parent) { return true }
            folder = folder.parent
        }
        return false
    }

    func items(of file: SourceFile, content: [UInt8]) -> [ImportItem]? {
        if isAttachment(file.relative) { return [.skipped(path: file.location, reason: "an attachment")] }
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
        case .missing:
            return [
                .failure(
                    ImportFailure(
                        path: file.location, reason: "is a Joplin item that does not say of which type it is",
                        hint: "Without `type_` a note cannot be told from a notebook or a tag; export it again."))
            ]
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

    /// The notebook's title after those of the notebooks that contain it, which in a damaged export may form a circle.
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
