import CArchive
import Glibc

/// A tar or zip archive, read in one pass from front to back; nothing of it is ever written to disk.
///
/// Names that would leave the archive (`../`, absolute ones) are failures. Of an entry, and of the archive, no more is
/// unpacked than follows from the archive's size. What comes before the damage in a damaged archive is still read.
struct ArchiveContainer: EntryContainer {
    let path: BytePath
    /// How many bytes may be unpacked.
    var limits = ArchiveReader.Limits()

    func visit<Failure: Error>(_ receive: (ContainerItem) throws(Failure) -> Void) throws(Failure) {
        let reader: ArchiveReader
        do throws(ImportFailure) {
            reader = try ArchiveReader(path, limits: limits)
        } catch {
            return try receive(.failure(error))
        }
        while let item = reader.next() { try receive(item) }
    }
}

/// libarchive's reader, closed with its last reference.
final class ArchiveReader {
    private let library: archive_reading
    private let archive: OpaquePointer
    private let path: BytePath
    private var isOver = false
    /// How many bytes may still be unpacked.
    private var bytesLeft: Int

    private let entryLimit: Int

    /// How many bytes may be unpacked: some from any archive, and more for each byte that the archive has.
    ///
    /// Text packs to a tenth, rarely to a fiftieth; zeros, of which an archive that is made to fill a machine consists,
    /// to a thousandth. One entry at a time is held in memory, so its limit is the tighter one.
    struct Limits {
        var free = 256 << 20
        var growth = 50
        var freeOfEntry = 4 << 20
        var growthOfEntry = 16

        /// Those of a single compressed file, which is the archive's only entry.
        static let single = Limits(free: 64 << 20, growth: 50, freeOfEntry: 64 << 20, growthOfEntry: 50)
    }
    private let limits: Limits

    /// - Parameters:
    ///   - isSingle: whether the file is one compressed file, not an archive of several.
    ///   - limits: how many bytes may be unpacked.
    init(
        _ path: BytePath, isSingle: Bool = false, limits: Limits = Limits()
    ) throws(ImportFailure) {
        guard let library = archive_reading.loaded else {
            throw ImportFailure(
                path: path.description, reason: "is an archive, and libarchive is not installed",
                hint: "Install it (libarchive13), or unpack the archive and import the folder.")
        }
        guard let archive = library.archive_read_new() else {
            throw ImportFailure(path: path.description, reason: "cannot be opened: out of memory")
        }
        self.library = library
        self.archive = archive
        self.path = path
        self.limits = limits
        let size = min((try? FileStatus(of: path).sizeBytes) ?? 0, 1 << 50)
        bytesLeft = limits.free + limits.growth * size
        entryLimit = min(limits.freeOfEntry + limits.growthOfEntry * size, noteSizeLimitBytes)
        // Only what these programs write: support for everything would start foreign programs for odd compressions.
        let formats =
            isSingle
            ? [library.archive_read_support_format_raw]
            : [library.archive_read_support_format_tar, library.archive_read_support_format_zip]
        let kinds =
            formats + [
                library.archive_read_support_filter_gzip, library.archive_read_support_filter_bzip2,
                library.archive_read_support_filter_xz, library.archive_read_support_filter_zstd,
            ]
        for support in kinds { _ = support(archive) }
        let status = path.withCString { library.archive_read_open_filename(archive, $0, 1 << 16) }
        guard status == ARCHIVE_OK else { throw failure("cannot be opened as an archive") }
    }

    deinit { _ = library.archive_read_free(archive) }

    func next() -> ContainerItem? {
        while !isOver {
            var entry: OpaquePointer?
            let status = library.archive_read_next_header(archive, &entry)
            if status == ARCHIVE_EOF { return nil }
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
                isOver = status != ARCHIVE_RETRY
                return .failure(failure("is damaged from here on"))
            }
            if let item = item(for: entry) { return item }
        }
        return nil
    }

    /// The content of the one file that is compressed.
    func single() throws(ImportFailure) -> [UInt8] {
        var entry: OpaquePointer?
        switch library.archive_read_next_header(archive, &entry) {
        case ARCHIVE_OK, ARCHIVE_WARN: return try content(at: path.description)
        default: throw failure("cannot be unpacked")
        }
    }

    private func item(for entry: OpaquePointer) -> ContainerItem? {
        // The name as UTF-8 where the archive says so: the plain call fails for it outside a UTF-8 locale.
        guard let name = library.archive_entry_pathname_utf8(entry) ?? library.archive_entry_pathname(entry) else {
            return .failure(failure("holds an entry whose name cannot be read"))
        }
        let isFile = library.archive_entry_filetype(entry) == 0o100000
        var relative = BytePath(UnsafeRawBufferPointer(start: name, count: strlen(name)))
        while relative.bytes.starts(with: "./".utf8) { relative.bytes.removeFirst(2) }
        let location = "\(path)!\(relative)"
        guard relative.isContained else {
            return .failure(
                ImportFailure(
                    path: location, reason: "has a name that leads out of the archive",
                    hint: "No export of a notes program holds such names; check where the archive comes from."))
        }
        guard isFile, !relative.isHidden, relative.components.first?.elementsEqual("__MACOSX".utf8) != true
        else { return nil }
        var modified: Int64?
        // Archives that are made reproducible have the time 0.
        if library.archive_entry_mtime_is_set(entry) != 0, library.archive_entry_mtime(entry) > 0 {
            let nanoseconds = Int64(library.archive_entry_mtime_nsec(entry))
            modified = Int64(library.archive_entry_mtime(entry)) * 1000 + nanoseconds / 1_000_000
        }
        return .file(
            SourceFile(
                relative: relative, location: location, modifiedMilliseconds: modified, isNamedItself: false,
                read: { () throws(ImportFailure) in try self.content(at: location) }))
    }

    private func content(at location: String) throws(ImportFailure) -> [UInt8] {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = library.archive_read_data(archive, &chunk, chunk.count)
            if count == 0 { return content }
            guard count > 0 else {
                isOver = count == Int(ARCHIVE_FATAL)
                var failure = failure("is cut off or damaged")
                failure.path = location
                throw failure
            }
            bytesLeft -= count
            guard bytesLeft >= 0 else {
                isOver = true
                throw ImportFailure(
                    path: path.description, reason: "unpacks to more than \(limits.growth) times its size",
                    hint: "It is not read further, since it may be made to fill a machine. If it is not, unpack it and "
                        + "import the folder.")
            }
            guard content.count + count <= entryLimit else {
                if entryLimit == noteSizeLimitBytes { throw .tooLong(location) }
                throw ImportFailure(
                    path: location, reason: "unpacks to more than \(limits.growthOfEntry) times the archive's size",
                    hint: "It may be made to fill the memory. If it is not, unpack the archive and import the folder.")
            }
            content.append(contentsOf: chunk[..<count])
        }
    }

    private func failure(_ what: String) -> ImportFailure {
        let detail = library.archive_error_string(archive).map { ": " + String(cString: $0) } ?? ""
        return ImportFailure(
            path: path.description, reason: what + detail,
            hint: "Export it again, or unpack what is left of it and import the folder.")
    }
}

extension archive_reading {
    /// libarchive, loaded on first use; nil where it is not installed.
    fileprivate static let loaded: archive_reading? = withUnsafeTemporaryAllocation(
        of: archive_reading.self, capacity: 1
    ) { functions in
        guard let place = functions.baseAddress else { return nil }
        return archive_load(place) ? place.pointee : nil
    }
}
