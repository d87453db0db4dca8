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
