#if canImport(Glibc)
    import Glibc
#endif

/// A folder that is there for as long as something is done with it.
package enum TemporaryFolder {
    /// Makes a folder, lends it, and removes it with all that is in it.
    package static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/noteledger-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure.inputOutput("No folder can be made in \(parent.forTerminal): \(describe(errno)).")
        }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { remove(path, in: AT_FDCWD) }
        return try body(path)
    }

    /// Removes what has that name in an open folder, a folder with all that is in it. Links are removed, not followed.
    private static func remove(_ name: UnsafePointer<CChar>, in parent: CInt) {
        // Only a folder can be opened so, and no link to one.
        let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0, let folder = fdopendir(descriptor) else {
            if descriptor >= 0 { close(descriptor) }
            unlinkat(parent, name, 0)
            return
        }
        while let entry = readdir(folder) {
            withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                guard let name = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
                if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { remove(name, in: descriptor) }
            }
        }
        closedir(folder)
        unlinkat(parent, name, AT_REMOVEDIR)
    }
}
