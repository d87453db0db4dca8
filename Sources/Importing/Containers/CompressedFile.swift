/// A single file, compressed by gzip, bzip2, xz or zstd, or not at all.
package enum CompressedFile {
    /// All bytes of the file, unpacked.
    ///
    /// - Throws: an error that names the path, with a hint; also for a file longer than a note can be.
    package static func read(_ path: String) throws(ImportFailure) -> [UInt8] {
        let path = BytePath(path)
        let status = try FileStatus(of: path)
        guard status.kind == .regular else {
            throw ImportFailure(path: path.description, reason: "is not a regular file")
        }
        // No format begins with nothing.
        if status.sizeBytes == 0 { return [] }
        return try ArchiveReader(path, isSingle: true, limits: .single).single()
    }
}
