import CArchive
import Foundation
import Importing
import Testing

/// What an import yielded, sorted into its kinds.
struct Yield {
    var notes: [ImportedNote] = []
    var failures: [ImportFailure] = []
    var skipped: [(path: String, reason: String)] = []

    init(_ path: String, _ format: ImportFormat = .auto, followingLinks: Bool = false) {
        NoteImport(path: path, format: format, followingLinks: followingLinks).read { item in
            switch item {
            case .note(let note): notes.append(note)
            case .failure(let failure): failures.append(failure)
            case .skipped(let path, let reason): skipped.append((path, reason))
            }
        }
    }

    var titles: [String] { notes.map(\.title) }

    func note(_ title: String) throws -> ImportedNote {
        try #require(notes.first { $0.title == title }, "\(titles)")
    }
}

extension ImportedNote {
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Writes a file below a folder, making the folders between; gives back its path.
@discardableResult
func put(_ content: some Sequence<UInt8>, _ name: String, in folder: String) throws -> String {
    let file = URL(filePath: folder).appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content).write(to: file)
    return file.path
}

@discardableResult
func put(_ text: String, _ name: String, in folder: String) throws -> String {
    try put(text.utf8, name, in: folder)
}

enum ArchiveKind { case tar, zip }

/// Writes an archive by libarchive, as other programs do; names are taken as they are, good or evil.
func writeArchive(_ kind: ArchiveKind, _ files: [(name: String, content: [UInt8])], to path: String) {
    let archive = archive_write_new()
    if kind == .tar { archive_write_set_format_pax_restricted(archive) } else { archive_write_set_format_zip(archive) }
    archive_write_open_filename(archive, path)
    for file in files {
        let entry = archive_entry_new()
        archive_entry_set_pathname(entry, file.name)
        archive_entry_set_size(entry, Int64(file.content.count))
        archive_entry_set_filetype(entry, 0o100000)
        archive_entry_set_perm(entry, 0o644)
        archive_entry_set_mtime(entry, 1_764_490_000, 0)
        archive_write_header(archive, entry)
        _ = file.content.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
        archive_entry_free(entry)
    }
    archive_write_close(archive)
    archive_write_free(archive)
}

/// A file of a Joplin export, as Joplin 3 writes it.
struct JoplinFile {
    var id: String
    var title = ""
    var body = ""
    var type = 1
    var properties: [(String, String)] = []

    var name: String { "\(id).md" }

    var content: String {
        var parts: [String] = []
        if type != 6 { parts.append(title) }
        if !body.isEmpty { parts.append(body) }
        var tail = [("id", id)]
        tail += properties
        for (name, value) in [
            ("created_time", "2024-03-09T07:30:00.125Z"), ("updated_time", "2025-11-02T18:04:59.000Z"),
            ("encryption_cipher_text", ""), ("encryption_applied", "0"), ("is_shared", "0"),
        ] where !properties.contains(where: { $0.0 == name }) { tail.append((name, value)) }
        tail.append(("type_", String(type)))
        parts.append(tail.map { "\($0): \($1)" }.joined(separator: "\n"))
        return parts.joined(separator: "\n\n")
    }

    static func id(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "c", count: 32 - digits.count) + digits
    }
}
