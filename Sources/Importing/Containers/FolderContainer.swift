import Glibc

/// A folder with all that lies below it, in order of name; hidden files and folders are left out.
///
/// Links are skipped: those to something inside the folder because that is visited itself, those that lead out of it
/// unless they are to be followed. What they lead to is visited once, so that no circle of links keeps the walk from
/// ending.
struct FolderContainer: EntryContainer {
    /// The folder, with links followed.
    let root: BytePath
    /// What is not touched.
    let storeFiles: StoreFiles
    /// Whether links that lead out of the folder are followed.
    var followsLinks = false

    func visit<Failure: Error>(_ receive: (ContainerItem) throws(Failure) -> Void) throws(Failure) {
        var walk = FolderWalk(root: root, storeFiles: storeFiles, followsLinks: followsLinks)
        while let step = walk.next() {
            switch step {
            case .file(let path, let relative, let status):
                try receive(
                    .file(
                        SourceFile(
                            relative: relative, location: path.description,
                            createdMilliseconds: birthMilliseconds(of: path, status),
                            modifiedMilliseconds: status.modifiedMilliseconds, isNamedItself: false,
                            read: { () throws(ImportFailure) in try readFile(at: path) })))
            case .failure(let failure):
                try receive(.failure(failure))
            case .skipped(let path, let reason):
                try receive(.skipped(path: path.description, reason: reason))
            }
        }
    }
}

/// The state of a walk: a stack of its own, since folders nest deeper than a thread's stack is.
private struct FolderWalk {
    enum Step {
        case file(BytePath, relative: BytePath, FileStatus)
        case failure(ImportFailure)
        case skipped(BytePath, reason: String)
    }

    private struct Pending {
        var path: BytePath
        var relative: BytePath
        var isLink: Bool
    }

    private let root: BytePath
    private let storeFiles: StoreFiles
    private let followsLinks: Bool
    private var pending: [Pending]
    private var entered: Set<FileStatus.Identity> = []
    private var linked: Set<FileStatus.Identity> = []

    init(root: BytePath, storeFiles: StoreFiles, followsLinks: Bool) {
        self.root = root
        self.storeFiles = storeFiles
        self.followsLinks = followsLinks
        pending = [Pending(path: root, relative: BytePath([]), isLink: false)]
    }

    mutating func next() -> Step? {
        while let entry = pending.popLast() {
            do throws(ImportFailure) {
                if let step = try visit(entry) { return step }
            } catch {
                return .failure(error)
            }
        }
        return nil
    }

    private mutating func visit(_ entry: Pending) throws(ImportFailure) -> Step? {
        var path = entry.path
        if entry.isLink {
            guard let target = realPath(of: path) else {
                throw .system("is a link that leads nowhere", at: path, errno)
            }
            if target == root || target.contains(root) || (root.contains(target) && !isHiddenBelowRoot(target)) {
                return .skipped(path, reason: "a link to something that is imported itself")
            }
            guard followsLinks else { return .skipped(path, reason: NoteImport.outsideLink) }
            path = target
        }
        let status = try FileStatus(of: path)
        switch status.kind {
        case .regular:
            if storeFiles.contains(path, status) { return .skipped(entry.path, reason: "a file of a store") }
            // Outside of the folder, several ways may lead to one file.
            if !root.contains(path), !linked.insert(status.identity).inserted {
                return .skipped(entry.path, reason: "a second link to the same file")
            }
            return .file(path, relative: entry.relative, status)
        case .folder:
            guard entered.insert(status.identity).inserted else {
                return .skipped(entry.path, reason: "a second way into the same folder")
            }
            try enter(path, relative: entry.relative)
            return nil
        case .other:
            return .skipped(path, reason: "neither a file nor a folder")
        }
    }

    private func isHiddenBelowRoot(_ path: BytePath) -> Bool {
        BytePath(path.bytes.dropFirst(root.bytes.count)).isHidden
    }

    private mutating func enter(_ folder: BytePath, relative: BytePath) throws(ImportFailure) {
        guard let stream = folder.withCString({ opendir($0) }) else {
            throw .system("cannot be opened", at: folder, errno)
        }
        defer { closedir(stream) }
        var names: [(name: [UInt8], type: Int32)] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name.first != UInt8(ascii: ".") else { continue }
            names.append((name, Int32(entry.pointee.d_type)))
        }
        names.sort { $1.name.lexicographicallyPrecedes($0.name) }
        for (name, type) in names {
            let path = folder.appending(name)
            var isLink = type == DT_LNK
            if type == DT_UNKNOWN {
                var status = stat()
                isLink = path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
            }
            pending.append(
                Pending(
                    path: path, relative: relative.appending(name), isLink: isLink))
        }
    }
}
