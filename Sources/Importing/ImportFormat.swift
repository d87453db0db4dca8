/// What a source is written in.
public enum ImportFormat: String, CaseIterable, Sendable {
    /// Found out file by file, from names and contents.
    case auto
    /// Markdown files, or a folder of them such as an Obsidian vault.
    case markdown
    /// Google Keep's JSON as Takeout gives it: a file, a folder, or the archive.
    case keep
    /// Joplin's RAW folder or its `.jex` archive.
    case joplin
    /// Simplenote's `notes.json`, or the archive that it comes in.
    case simplenote
    /// A todo.txt file.
    case todotxt
}
