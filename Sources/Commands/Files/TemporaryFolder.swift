#if canImport(Glibc)
    import Glibc
#endif

/// A folder that is there for as long as something is done with it.
enum TemporaryFolder {
    /// Makes a folder, lends it, and removes it with all that is in it.
    static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/noteledger-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure.inputOutput("No folder can be made in \(parent.forTerminal): \(describe(errno)).")
        }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { remove(path) }
        return try body(path)
    }

    private static func remove(_ path: String) {
        if let folder = opendir(path) {
            defer { closedir(folder) }
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { remove("\(path)/\(name)") }
            }
        }
        _ = Glibc.remove(path)
    }
}
