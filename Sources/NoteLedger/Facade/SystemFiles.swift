#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The few things that a store asks of the system beside LMDB.
enum SystemFiles {
    /// Whether there is a file of that name. It is asked about only, never opened: LMDB's locks must not be dropped.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0
    }

    /// When a file was last written to, in milliseconds since 1970; nil where that cannot be found out.
    static func modificationTime(of path: String) -> UInt64? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mtim.tv_sec > 0 else { return nil }
        return UInt64(status.st_mtim.tv_sec) * 1000
    }

    /// Whether a folder holds the data file of a store.
    ///
    /// - Throws: `inputOutput` where it cannot be found out: a folder that may not be read is not one without a store.
    static func hasStore(in folder: String) throws -> Bool {
        if isFile(folder + "/data.mdb") { return true }
        let code = errno
        if code == ENOENT || code == ENOTDIR { return false }
        throw LedgerError(
            .inputOutput, "cannot look into \(folder): \(String(cString: strerror(code)))",
            hint: "the folder or one above it may not be read by this user")
    }

    /// Makes the folders above a path where they are missing.
    static func makeParents(of path: String) throws {
        var parents: [String] = []
        var rest = path[...]
        while let slash = rest.lastIndex(of: "/"), slash > rest.startIndex {
            rest = rest[..<slash]
            if isFile(String(rest)) { break }
            parents.append(String(rest))
        }
        for parent in parents.reversed() where mkdir(parent, 0o700) != 0 && errno != EEXIST {
            throw LedgerError(.inputOutput, "cannot make the folder \(parent): \(String(cString: strerror(errno)))")
        }
    }

    /// The machine's name.
    static var hostName: String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.isEmpty ? nil : name
    }
}
