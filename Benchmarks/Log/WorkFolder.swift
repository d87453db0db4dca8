import Glibc
import LMDB

/// A new folder for the stores of one run.
final class WorkFolder {
    struct Failure: Error { var errno: CInt }

    let path: String
    private var count = 0

    init(in parent: String?) throws {
        let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((parent + "/noteledger-bench-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(errno: errno) }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// A path for something new, made as a folder if wanted.
    func next(_ name: String, isFolder: Bool = false) -> String {
        count += 1
        let path = "\(path)/\(count)-\(name)"
        if isFolder { mkdir(path, 0o700) }
        return path
    }

    /// What the folder lies on.
    var fileSystem: String { FileSystem(at: path)?.name ?? "unknown" }

    func remove() { remove(path) }

    private func remove(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != "." && name != ".." { remove("\(path)/\(name)") }
            }
            closedir(folder)
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}
