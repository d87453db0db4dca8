import Glibc

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

    private let folder: BytePath
    private var taken: Set<String> = []

    /// An export into that folder, which is made if it is missing.
    ///
    /// - Throws: When the folder cannot be made.
    public init(folder: String) throws(ImportFailure) {
        self.folder = BytePath(folder)
        try Self.makeFolder(self.folder)
    }

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
        var parent = folder
        var shown = ""
        var stem = SafeFileName.stem(for: title)
        if let components = path.map({ BytePath($0).components }), let last = components.last {
            for component in components.dropLast() where !component.elementsEqual("..".utf8) {
                let name = SafeFileName.stem(for: BytePath(component).description)
                parent = parent.appending(Array(name.utf8))
                shown += name + "/"
                try Self.makeFolder(parent)
            }
            stem = SafeFileName.stem(for: BytePath(BytePath(last).stem).description)
        }
        var number = 0
        while true {
            number += 1
            let name = (number == 1 ? stem : "\(stem) \(number)") + ".md"
            guard taken.insert((shown + name).lowercased()).inserted else { continue }
            let file = parent.appending(Array(name.utf8))
            if try create(file, body, modifiedMilliseconds) { return .written(shown + name) }
            if let existing = try? readFile(at: file), existing == body { return .unchanged(shown + name) }
        }
    }

    private static func makeFolder(_ path: BytePath) throws(ImportFailure) {
        if path.withCString({ mkdir($0, 0o777) }) == 0 { return }
        let code = errno
        if code == EEXIST, let status = try? FileStatus(of: path), status.kind == .folder { return }
        if code == ENOENT, path.components.count > 1 {
            try makeFolder(path.parent)
            if path.withCString({ mkdir($0, 0o777) }) == 0 { return }
        }
        throw .system("cannot be made as a folder", at: path, code)
    }

    /// False when a file of that name is there already.
    private func create(_ path: BytePath, _ body: [UInt8], _ modifiedMilliseconds: Int64?) throws(ImportFailure) -> Bool
    {
        let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw .system("cannot be made", at: path, errno)
        }
        var code = Self.writeAll(body, to: descriptor)
        if code == 0, let modifiedMilliseconds { code = Self.setTime(modifiedMilliseconds, of: descriptor) }
        // Some file systems report a full disk only here.
        if close(descriptor) != 0, code == 0 { code = errno }
        guard code == 0 else {
            _ = path.withCString { unlink($0) }
            throw .system("cannot be written", at: path, code)
        }
        return true
    }

    /// Zero, or the system's error.
    private static func writeAll(_ body: [UInt8], to descriptor: Int32) -> Int32 {
        var written = 0
        while written < body.count {
            let count = body.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress! + written, body.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            written += count
        }
        return 0
    }

    private static func setTime(_ milliseconds: Int64, of descriptor: Int32) -> Int32 {
        let seconds = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let floored = seconds.remainder < 0 ? (seconds.quotient - 1, seconds.remainder + 1000) : seconds
        let time = timespec(tv_sec: Int(floored.0), tv_nsec: Int(floored.1) * 1_000_000)
        return futimens(descriptor, [time, time]) == 0 ? 0 : errno
    }
}
