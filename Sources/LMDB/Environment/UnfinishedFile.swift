import CLMDB
import Glibc

/// A data file whose making was cut short.
///
/// LMDB writes the two head pages of a new file without waiting for the disk, so that a power failure can leave one
/// whole and one missing, which LMDB then calls invalid for ever. Nothing was ever committed to such a file: a commit
/// adds pages and waits for them. So it is safe to begin again.
enum UnfinishedFile {
    private static let pageSize = 4096
    private static let sectorSize = 512

    /// Removes the data file and the lock file if the making of the first was cut short. `retry` is called meanwhile
    /// and once more afterwards: of several processes that find such a file, one begins again.
    ///
    /// - Returns: What `retry` answers, or nil when the file is not of that kind.
    static func replace<Result>(
        in folder: String, _ retry: () throws(LMDBError) -> Result
    ) throws(LMDBError) -> Result? {
        // The folder is locked, not the files: closing one of these would drop LMDB's own locks.
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX) == 0 else { return nil }
        do throws(LMDBError) {
            return try retry()
        } catch {
            guard error.code == .invalid, isUnfinished(Environment.dataPath(in: folder)) else { return nil }
            unlink(Environment.dataPath(in: folder))
            unlink(folder + "/lock.mdb")
            return try retry()
        }
    }

    /// Whether the file holds nothing but head pages that say no commit was made, or parts of such pages.
    private static func isUnfinished(_ path: String) -> Bool {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 2 * pageSize + 1)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard (1...2 * pageSize).contains(count) else { return false }
        return stride(from: 0, to: 2 * pageSize, by: sectorSize).allSatisfy { start in
            let sector = bytes[start..<start + sectorSize]
            return sector.allSatisfy { $0 == 0 } || start % pageSize == 0 && isFirstHead(sector)
        }
    }

    /// Whether a sector begins a head page as LMDB makes the first ones: number of the commit 0.
    private static func isFirstHead(_ sector: ArraySlice<UInt8>) -> Bool {
        let magic: [UInt8] = [0xDE, 0xC0, 0xEF, 0xBE]
        let magicStart = sector.startIndex + 16
        // Behind the page header (16 bytes): magic, version, address, map size, two trees of 48 bytes, the last page's
        // number, the commit's number.
        let commitStart = magicStart + 8 + 8 + 8 + 2 * 48 + 8
        return sector[magicStart..<magicStart + 4].elementsEqual(magic)
            && sector[commitStart..<commitStart + 8].allSatisfy { $0 == 0 }
    }
}
