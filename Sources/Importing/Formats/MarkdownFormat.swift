import Events

/// A file is a note: the body is its bytes as they are, front matter and line endings included, the title is the
/// file's name. The file's time is the note's.
struct MarkdownFormat: NoteFormat {
    /// What Markdown files are called.
    static let extensions: Set = ["md", "markdown", "mdown", "mdwn", "mkd", "mkdn"]

    func items(of file: SourceFile, content: [UInt8]) -> [ImportItem]? {
        [
            .note(
                ImportedNote(
                    key: "file:\(file.location)", identity: .file, title: BytePath(file.relative.stem).description,
                    body: content,
                    createdMilliseconds: file.createdMilliseconds, modifiedMilliseconds: file.modifiedMilliseconds,
                    attributes: [Attribute(name: "path", value: file.relative.bytes)] + file.encodingAttributes))
        ]
    }
}
