/// One file, named by the user.
struct SingleFile: EntryContainer {
    let path: BytePath
    let status: FileStatus

    func visit<Failure: Error>(_ receive: (ContainerItem) throws(Failure) -> Void) throws(Failure) {
        try receive(
            .file(
                SourceFile(
                    relative: BytePath(path.name), location: path.description,
                    createdMilliseconds: birthMilliseconds(of: path, status),
                    modifiedMilliseconds: status.modifiedMilliseconds, isNamedItself: true,
                    read: { () throws(ImportFailure) in try readFile(at: path) })))
    }
}
