import Glibc

/// The files of stores, which importing keeps away from.
///
/// They hold no notes that could be read so; and to open and close a file drops all locks that the process has on it: other
/// processes could then write over a store that is in use here.
struct StoreFiles {
    private static let names = ["data.mdb", "lock.mdb"]
    /// The files of stores in use, whatever they are called where the walk comes by.
    private let known: Set<FileStatus.Identity>

    /// Those of the stores in some folders, and whatever looks like one.
    init(inFolders folders: [String]) {
        known = Set(
            folders.flatMap { folder in
                Self.names.compactMap { try? FileStatus(of: BytePath("\(folder)/\($0)")).identity }
            })
    }

    /// Whether a file, with links followed, is one of a store: then it must not be opened.
    func contains(_ path: BytePath, _ status: FileStatus) -> Bool {
        if known.contains(status.identity) { return true }
        guard Self.names.contains(where: { path.name.elementsEqual($0.utf8) }) else { return false }
        let data = path.parent.appending(Array(Self.names[0].utf8))
        return data.withCString { access($0, F_OK) } == 0
    }
}
