#if canImport(Glibc)
    import Glibc
#endif

/// The bytes of a file, nil if it cannot be read.
package func readFile(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&buffer, 1, buffer.count, file)
        if count == 0 { return ferror(file) == 0 ? bytes : nil }
        bytes += buffer[..<count]
    }
}

/// Writes a file. Returns whether that went well.
package func writeFile(_ path: String, _ bytes: [UInt8]) -> Bool {
    guard let file = fopen(path, "wb") else { return false }
    let written = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    return fclose(file) == 0 && written == bytes.count
}

/// Writes a text file. Returns whether that went well.
package func writeFile(_ path: String, _ text: String) -> Bool { writeFile(path, Array(text.utf8)) }
