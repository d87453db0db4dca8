/// Something that holds files: a folder, an archive, or one file alone.
package protocol EntryContainer {
    /// Visits every file in a fixed order. A file's content can be read during the call only.
    ///
    /// May be called again: readers that need to know the whole before its parts visit it twice.
    func visit<Failure: Error>(_ receive: (ContainerItem) throws(Failure) -> Void) throws(Failure)
}

/// What visiting a container yields.
package enum ContainerItem {
    case file(SourceFile)
    case failure(ImportFailure)
    case skipped(path: String, reason: String)
}

/// A file in a container.
package struct SourceFile {
    /// Where it lies within the container.
    package var relative: BytePath
    /// Where it lies, for people and for keys.
    package var location: String
    /// When it was made, in milliseconds since 1970, if that is known and before it was last changed.
    package var createdMilliseconds: Int64?
    /// When it was last changed, in milliseconds since 1970.
    package var modifiedMilliseconds: Int64?
    /// Whether the user named this very file, instead of a folder or archive that holds it.
    package var isNamedItself: Bool
    /// How it is encoded, where that is known and not UTF-8.
    var encoding: TextEncoding?
    /// Reads its bytes; valid only during the visit.
    package var read: () throws(ImportFailure) -> [UInt8]
}

/// No note is as long as this; what is longer is a mistake or an attack, and is refused before memory is.
package let noteSizeLimitBytes = 1 << 29
