/// Writes notes as Markdown files, byte for byte, into a folder: the way out.
///
/// File names are made of titles (or of the path that a note had on import), safe on every system, and unique also
/// where a file system ignores case. What lies in the folder is never overwritten: a file that already holds the same
/// bytes is left as it is, so that exporting again adds only what changed.
public struct MarkdownExport {
    /// What became of a note.
    public enum Outcome: Hashable, Sendable {
        /// It was written to that file, a path below the folder.
        case written(String)
        /// That file already holds it.
        case unchanged(String)
    }

    private let folder: ExportFolder
    private var taken: Set<String> = []

    /// An export into that folder, which is made if it is missing.
    ///
    /// - Throws: When the folder cannot be made, or is the folder of a store.
    public init(folder: String) throws(ImportFailure) {
        self.init(into: try ExportFolder(folder))
    }

    /// An export into an open folder.
    package init(into folder: ExportFolder) { self.folder = folder }

    /// Marks a file as another note's, which no further note is given.
    package mutating func reserve(_ path: BytePath) { taken.insert(path.description.lowercased()) }

    /// Writes a note.
    ///
    /// - Parameters:
    ///   - title: What the file is called when there is no path.
    ///   - body: What the file will hold, byte for byte.
    ///   - path: Where the note lay in the folder that it was imported from, if it did.
    ///   - modifiedMilliseconds: The file's time, since 1970.
    /// - Throws: When the file cannot be written; nothing half-written is left then.
    public mutating func write(
        title: String, body: [UInt8], path: [UInt8]? = nil, modifiedMilliseconds: Int64? = nil
    ) throws(ImportFailure) -> Outcome {
        var parent = ""
        var stem = SafeFileName.stem(for: title)
        if let components = path.map({ BytePath($0).components }), let last = components.last {
            for component in components.dropLast() where !component.elementsEqual("..".utf8) {
                parent += SafeFileName.stem(for: BytePath(component).description) + "/"
            }
            stem = SafeFileName.stem(for: BytePath(BytePath(last).stem).description)
        }
        var number = 0
        while true {
            number += 1
            let name = "\(parent)\(number == 1 ? stem : "\(stem) \(number)").md"
            guard taken.insert(name.lowercased()).inserted else { continue }
            let file = BytePath(name)
            if try folder.create(file, body, modifiedMilliseconds: modifiedMilliseconds) { return .written(name) }
            if let existing = try? folder.read(file), existing == body { return .unchanged(name) }
        }
    }

    /// Waits until the names of all files that were written are safe on disk, as their contents are already.
    public func finish() throws(ImportFailure) { try folder.finish() }
}
