import CLMDB
import Glibc

/// A place in the table of readers that all processes share.
package struct Reader: Hashable, Sendable {
    /// The process that took it.
    package var process: Int
    /// The commit whose pages it keeps; nil when it is between transactions.
    package var transaction: UInt64?
}

/// Sizes of an environment.
package struct EnvironmentStatistics: Hashable, Sendable {
    /// Bytes of address space set aside.
    package var mapSize: Int
    /// Bytes of a page.
    package var pageSize: Int
    /// Pages of the file in use or free for reuse.
    package var pageCount: Int
    /// Pages of the file that hold nothing and will be written next.
    package var freePageCount: Int
    /// The number of the last commit.
    package var lastTransaction: UInt64
    /// Places for readers.
    package var maximumReaders: Int
    /// Places for readers that are or were taken.
    package var usedReaders: Int

    /// Bytes of the file that are in use or free for reuse.
    package var byteCount: Int { pageCount * pageSize }
}

/// Sizes of one database.
package struct DatabaseStatistics: Hashable, Sendable {
    /// How many keys it holds.
    package var entryCount: Int
    /// Levels of its tree.
    package var depth: Int
    /// Pages that lead to others.
    package var branchPageCount: Int
    /// Pages with keys and values.
    package var leafPageCount: Int
    /// Pages of values too long for a leaf.
    package var overflowPageCount: Int

    /// Pages of the tree: all but those of values too long for a leaf.
    package var treePageCount: Int { branchPageCount + leafPageCount }

    /// Pages in all.
    package var pageCount: Int { treePageCount + overflowPageCount }
}

extension Environment {
    /// Gives the places of readers free whose process is dead.
    ///
    /// - Returns: How many there were.
    @discardableResult
    package func clearDeadReaders() -> Int {
        gate.enter()
        defer { gate.leave() }
        guard let handle, getpid() == owner else { return 0 }
        var dead: CInt = 0
        mdb_reader_check(handle, &dead)
        return Int(dead)
    }

    /// Who reads at present, in every process.
    package var readers: [Reader] {
        gate.enter()
        defer { gate.leave() }
        guard let handle, getpid() == owner else { return [] }
        let lines = Lines()
        withExtendedLifetime(lines) {
            _ = mdb_reader_list(
                handle,
                { text, context in
                    guard let text, let context else { return -1 }
                    Unmanaged<Lines>.fromOpaque(context).takeUnretainedValue().text += String(cString: text)
                    return 0
                }, Unmanaged.passUnretained(lines).toOpaque())
        }
        // A heading, then lines of: process, thread, transaction (or "-").
        return lines.text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count == 3, let process = Int(fields[0]) else { return nil }
            return Reader(process: process, transaction: UInt64(fields[2]))
        }
    }

    private final class Lines {
        var text = ""
    }

    /// Sizes of the environment, as of the last commit.
    ///
    /// - Complexity: O(free pages).
    package func statistics() throws -> EnvironmentStatistics {
        try read { transaction in
            var information = MDB_envinfo()
            var status = MDB_stat()
            mdb_env_info(handle, &information)
            mdb_env_stat(handle, &status)
            return EnvironmentStatistics(
                mapSize: information.me_mapsize, pageSize: Int(status.ms_psize),
                pageCount: information.me_last_pgno + 1, freePageCount: try transaction.freePageCount(),
                lastTransaction: UInt64(information.me_last_txnid), maximumReaders: Int(information.me_maxreaders),
                usedReaders: Int(information.me_numreaders))
        }
    }

    /// What the operating system holds against or for keeping a store here; nil where it cannot be asked.
    package var fileSystem: FileSystem? { FileSystem(at: path) }
}

extension ReadTransaction {
    /// LMDB keeps lists of free pages in its first database: a count, then the numbers.
    fileprivate func freePageCount() throws(LMDBError) -> Int {
        var count = 0
        var cursor = try cursor(in: Database<UInt64>(handle: 0))
        while try cursor.next() {
            let list = cursor.value
            guard list.byteCount >= MemoryLayout<UInt>.size else {
                throw LMDBError(.corrupted, in: "mdb_cursor_get", detail: "a list of free pages is cut short")
            }
            // A number of a damaged file may be any.
            let pages = Int(clamping: list.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt.self))
            let most = list.byteCount / MemoryLayout<UInt>.size - 1
            count += min(pages, most)
        }
        return count
    }
}
