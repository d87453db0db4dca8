import DataFormats
import Events

/// Decides for each file of a container which format reads it.
///
/// With a format given, every file that can be of it is; what then turns out not to be is a failure. With `auto`, names
/// and contents decide, and files of no known kind are left alone.
struct FormatChooser {
    private let format: ImportFormat
    private let joplin: JoplinFormat?
    /// The folders of Simplenote exports: the text files in them say again what `source/notes.json` says.
    private let simplenoteFolders: [BytePath]

    init(format: ImportFormat, surveying container: some EntryContainer) {
        var hasJoplinNames = false
        var simplenoteFolders: [BytePath] = []
        if format == .auto || format == .joplin {
            container.visit { item in
                guard case .file(let file) = item else { return }
                if JoplinItem.claims(file.relative) { hasJoplinNames = true }
                if let folder = Self.simplenoteFolder(of: file) { simplenoteFolders.append(folder) }
            }
        }
        self.format = format
        self.simplenoteFolders = simplenoteFolders
        joplin = hasJoplinNames || format == .joplin ? JoplinFormat(surveying: container) : nil
    }

    /// The folder of the Simplenote export whose notes are in this file. The file's name is not enough to know one by: the
    /// text files that are left out next to it may be notes.
    private static func simplenoteFolder(of file: SourceFile) -> BytePath? {
        let suffix = Array("source/notes.json".utf8)
        let bytes = file.relative.bytes
        guard bytes == suffix || bytes.ends(with: [UInt8(ascii: "/")] + suffix), let content = try? file.read(),
            !JSONCost.isExcessive(content), let json = try? JSONValue(parsing: content, as: .lenient),
            SimplenoteFormat.claims(json)
        else { return nil }
        return BytePath(bytes.dropLast(suffix.count))
    }

    func items(of file: SourceFile) -> [ImportItem] {
        switch format {
        case .auto: automatic(file)
        case .markdown: named(file, MarkdownFormat(), extensions: MarkdownFormat.extensions.union(["txt", "text"]))
        case .todotxt: named(file, TodoTxtFormat(), extensions: ["txt"])
        case .keep: named(file, KeepFormat(), extensions: ["json"])
        case .simplenote: named(file, SimplenoteFormat(), extensions: ["json"])
        case .joplin: joplin.map { named(file, $0, extensions: ["md"]) } ?? []
        }
    }

    private func named(_ file: SourceFile, _ reader: some NoteFormat, extensions: Set<String>) -> [ImportItem] {
        var file = file
        guard file.isNamedItself || extensions.contains(file.relative.lowercasedExtension) else {
            return [.skipped(path: file.location, reason: Self.noNote)]
        }
        do throws(ImportFailure) {
            let content = try file.readText(isStrict: format != .markdown)
            return reader.items(of: file, content: content) ?? [
                .failure(
                    ImportFailure(
                        path: file.location, reason: "is no \(format.programName) file",
                        hint: "Leave the format to be found out, or name another one."))
            ]
        } catch {
            return [.failure(error)]
        }
    }

    private func automatic(_ file: SourceFile) -> [ImportItem] {
        do throws(ImportFailure) {
            return try automaticOrThrow(file)
        } catch {
            return [.failure(error)]
        }
    }

    private func automaticOrThrow(_ file: SourceFile) throws(ImportFailure) -> [ImportItem] {
        var file = file
        let suffix = file.relative.lowercasedExtension
        if suffix == "json" { return try json(file) }
        if simplenoteFolders.contains(where: { $0.bytes.isEmpty || file.relative.bytes.starts(with: $0.bytes) }) {
            return [.skipped(path: file.location, reason: "a copy of what source/notes.json holds")]
        }
        if let joplin, let items = try joplin.items(inExport: file) { return items }
        if TodoTxtFormat.claims(file.relative.name) {
            let content = try file.readText(isStrict: true)
            return TodoTxtFormat().items(of: file, content: content) ?? []
        }
        if MarkdownFormat.extensions.contains(suffix) || file.isNamedItself {
            let content = try file.readText(isStrict: false)
            if file.isNamedItself, ExportedLog.claims(content) { throw ExportedLog.failure(at: file.location) }
            return MarkdownFormat().items(of: file, content: content) ?? []
        }
        let reason =
            switch suffix {
            case "txt", "text": "plain text: name the file itself, or ask for Markdown"
            case "ndjson", "jsonl": "not a note; an exported log is brought in by “noteledger import-log”"
            case "jex", "zip", "tgz", "tar", "gz": "an archive: name it itself to import it"
            default: Self.noNote
            }
        return [.skipped(path: file.location, reason: reason)]
    }

    private static let noNote = "not a note"

    private func json(_ file: SourceFile) throws(ImportFailure) -> [ImportItem] {
        var file = file
        let content = try file.readText(isStrict: true)
        if ExportedLog.claims(content) { throw ExportedLog.failure(at: file.location) }
        if JSONCost.isExcessive(content) {
            // A program's own data in the same folder need not be named as a failure.
            if file.isNamedItself || Self.mentionsNotes(content) { throw JSONCost.failure(at: file.location) }
            return [.skipped(path: file.location, reason: Self.noNote)]
        }
        do throws(JSONFailure) {
            let json = try JSONValue(parsing: content, as: .lenient)
            if let items = KeepFormat().items(of: file, json: json) { return items }
            if let items = SimplenoteFormat().items(of: file, json: json) { return items }
        } catch {
            if file.isNamedItself || Self.mentionsNotes(content) { return [.failure(.json(error, in: file, content))] }
        }
        if file.isNamedItself {
            throw ImportFailure(
                path: file.location, reason: "is JSON, but neither of Keep nor of Simplenote",
                hint: "Ask for Markdown to import the text as it is.")
        }
        return [.skipped(path: file.location, reason: Self.noNote)]
    }

    /// Whether JSON that cannot be read was meant to be notes. Then it is a failure; a program's settings are not.
    private static func mentionsNotes(_ content: [UInt8]) -> Bool {
        let text = String(decoding: content.prefix(1 << 16), as: UTF8.self)
        return ["\"userEditedTimestampUsec\"", "\"textContent\"", "\"listContent\"", "\"activeNotes\""].contains {
            text.contains($0)
        }
    }
}

extension ImportFormat {
    /// The program's name, for messages.
    var programName: String {
        switch self {
        case .auto: "notes"
        case .markdown: "Markdown"
        case .keep: "Google Keep"
        case .joplin: "Joplin"
        case .simplenote: "Simplenote"
        case .todotxt: "todo.txt"
        }
    }
}

extension Collection where Element: Equatable {
    fileprivate func ends(with suffix: some Collection<Element>) -> Bool {
        count >= suffix.count && self.suffix(suffix.count).elementsEqual(suffix)
    }
}
