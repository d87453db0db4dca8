import Glibc

/// The notes in a file, folder or archive of another program.
///
/// ```swift
/// try NoteImport(path: "Takeout/Keep").read { item in
///     switch item {
///     case .note(let note): …
///     case .failure(let failure): print(failure, failure.hint)
///     case .skipped: break
///     }
/// }
/// ```
///
/// Reading goes through the source file by file and holds no more than one in memory (the notes of a Simplenote export
/// are one file). What cannot be read becomes a failure item, and reading continues.
public struct NoteImport: Sendable {
    /// The file, folder or archive.
    public let path: String
    /// What it is written in.
    public let format: ImportFormat
    /// Whether links that lead out of the folder are followed.
    public let followsLinks: Bool
    /// The reason for which links out of the folder are skipped.
    public static let outsideLink = "a link that leads out of the folder"
    private let storeFiles: StoreFiles

    /// The notes at `path`, which each call of ``read(_:)`` reads again.
    ///
    /// - Parameters:
    ///   - path: a file, folder or archive; if it is a link, what it leads to.
    ///   - format: what it is written in.
    ///   - followsLinks: whether links that lead out of the folder are followed.
    ///   - stores: folders of stores that are in use: their files are not touched, by whatever name.
    public init(
        path: String, format: ImportFormat = .auto, followingLinks followsLinks: Bool = false,
        sparing stores: [String] = []
    ) {
        self.path = path
        self.format = format
        self.followsLinks = followsLinks
        storeFiles = StoreFiles(inFolders: stores)
    }

    /// Hands over what the source holds, in a fixed order.
    ///
    /// - Throws: Only what `receive` throws; the source's own troubles are items.
    public func read<Failure: Error>(_ receive: (ImportItem) throws(Failure) -> Void) throws(Failure) {
        let container: any EntryContainer
        do throws(ImportFailure) {
            container = try open()
        } catch {
            return try receive(.failure(error))
        }
        try read(container, receive)
    }

    private func open() throws(ImportFailure) -> any EntryContainer {
        let named = BytePath(path)
        guard let root = realPath(of: named) else { throw .system("cannot be found", at: named, errno) }
        let status = try FileStatus(of: root)
        switch status.kind {
        case .folder: return FolderContainer(root: root, storeFiles: storeFiles, followsLinks: followsLinks)
        case .regular:
            if storeFiles.contains(root, status) {
                throw ImportFailure(
                    path: path, reason: "is a file of a store, not a note",
                    hint: "“noteledger export --store DIR” writes its log, which “noteledger import-log” reads.")
            }
            return try isArchive(root) ? ArchiveContainer(path: root) : SingleFile(path: root, status: status)
        case .other:
            throw ImportFailure(path: path, reason: "is neither a file nor a folder")
        }
    }

    /// Told by the first bytes, since downloads get odd names. But a text may begin with any bytes, so what is named a
    /// text is one; and what is named an archive is one, since old tars do not show themselves, and a broken archive must
    /// not become a note.
    private func isArchive(_ path: BytePath) throws(ImportFailure) -> Bool {
        let suffix = path.lowercasedExtension
        if ["jex", "zip", "tar", "tgz"].contains(suffix) { return true }
        if MarkdownFormat.extensions.union(["txt", "text", "json"]).contains(suffix) { return false }
        let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw .system("cannot be opened", at: path, errno) }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 512)
        let count = Glibc.read(descriptor, &head, head.count)
        guard count > 0 else { return false }
        let magics: [[UInt8]] = [
            Array("PK\u{3}\u{4}".utf8), [0x1F, 0x8B], Array("BZh".utf8), [0xFD, 0x37, 0x7A, 0x58, 0x5A],
            [0x28, 0xB5, 0x2F, 0xFD],
        ]
        return magics.contains { head.starts(with: $0) } || head[257...].starts(with: "ustar".utf8)
    }

    private func read<Failure: Error>(
        _ container: some EntryContainer, _ receive: (ImportItem) throws(Failure) -> Void
    ) throws(Failure) {
        let chooser = FormatChooser(format: format, surveying: container)
        var delivered: [String: [UInt8]] = [:]
        try container.visit { (item: ContainerItem) throws(Failure) in
            switch item {
            case .failure(let failure): try receive(.failure(failure))
            case .skipped(let path, let reason): try receive(.skipped(path: path, reason: reason))
            case .file(let file):
                for item in chooser.items(of: file) {
                    try receive(Self.distinguish(item, in: file, from: &delivered))
                }
            }
        }
    }

    /// Gives notes of one key different ones: the second one gets its file's name added, further ones a number too.
    ///
    /// Notes that are recognised by their content alone, and have the same, are one note.
    private static func distinguish(
        _ item: ImportItem, in file: SourceFile, from delivered: inout [String: [UInt8]]
    ) -> ImportItem {
        guard case .note(var note) = item else { return item }
        let digest = note.digest
        if note.identity == .content, delivered.updateValue(digest, forKey: "content:\(digest)") != nil {
            return .skipped(path: file.location, reason: "the same note once more")
        }
        let key = note.key
        var number = 1
        while let other = delivered[note.key] {
            if other == digest { return .skipped(path: file.location, reason: "the same note once more") }
            note.key = "\(key)/\(BytePath(file.relative.name))" + (number == 1 ? "" : "/\(number)")
            number += 1
        }
        delivered[note.key] = digest
        return .note(note)
    }
}
