import CLMDB
import Glibc

/// The pages of a data file as they lie on the disk, read with plain reads and not through the map.
///
/// LMDB trusts the numbers in its pages. Here each is checked before it is used, so that no damage can end the process. The
/// file is read by LMDB's own descriptor: opening and closing another one could drop locks.
struct PageFile {
    private let descriptor: CInt
    /// Bytes of a page.
    let pageSize: Int
    /// How many whole pages the file has.
    let pageCount: UInt64

    /// The file of an environment; nil if it cannot be asked.
    init?(of environment: OpaquePointer) {
        var descriptor: CInt = -1
        var information = MDB_stat()
        var status = stat()
        guard mdb_env_get_fd(environment, &descriptor) == 0, mdb_env_stat(environment, &information) == 0,
            fstat(descriptor, &status) == 0
        else { return nil }
        let pageSize = Int(information.ms_psize)
        guard pageSize >= 512, pageSize <= 1 << 16, status.st_size >= 0 else { return nil }
        self.descriptor = descriptor
        self.pageSize = pageSize
        pageCount = UInt64(status.st_size) / UInt64(pageSize)
    }

    /// The file behind a descriptor, whose pages have the size that its head pages say; nil if neither is one.
    init?(descriptor: CInt) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size >= 0 else { return nil }
        self.descriptor = descriptor
        for start in Self.pageSizes.map({ UInt64($0) }) + [0] {
            var bytes = [UInt8](repeating: 0, count: MetaPage.byteCount)
            let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(start)) }
            guard count == bytes.count, let meta = MetaPage(Page(bytes: bytes)),
                Self.pageSizes.contains(Int(meta.pageSize)), start == 0 || start == UInt64(meta.pageSize)
            else { continue }
            pageSize = Int(meta.pageSize)
            pageCount = UInt64(status.st_size) / UInt64(pageSize)
            return
        }
        return nil
    }

    /// The sizes that pages can have: LMDB takes the system's, up to 32 KB.
    private static let pageSizes = (9...15).map { 1 << $0 }

    /// The newer of the two head pages; nil if neither is one.
    var newestMeta: MetaPage? {
        (0...1).compactMap { page($0).flatMap(MetaPage.init) }.max { $0.transaction < $1.transaction }
    }

    /// Reads bytes of the file; nil if it has not that many there.
    func bytes(at offset: UInt64, count: Int) -> [UInt8]? {
        guard offset <= UInt64(Int64.max) - UInt64(count) else { return nil }
        let read = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
        return read.count == count ? read : nil
    }

    /// A page; nil if the file ends before it.
    func page(_ number: UInt64) -> Page? {
        guard number < pageCount, let bytes = bytes(at: number * UInt64(pageSize), count: pageSize) else { return nil }
        return Page(bytes: bytes)
    }

    /// The first bytes of a page: its header.
    func header(of number: UInt64) -> Page? {
        guard number < pageCount else { return nil }
        return bytes(at: number * UInt64(pageSize), count: Page.headerSize).map(Page.init)
    }

    /// The head page of a commit; nil if neither of the two is of that commit.
    func meta(of transaction: UInt64) -> MetaPage? {
        (0...1).compactMap { page($0).flatMap(MetaPage.init) }.first { $0.transaction == transaction }
    }
}

/// The bytes of a page, or of its beginning.
struct Page {
    static let headerSize = 16

    let bytes: [UInt8]

    /// The kinds of pages, as bits of the header.
    enum Flag {
        static let branch: UInt16 = 0x01
        static let leaf: UInt16 = 0x02
        static let overflow: UInt16 = 0x04
        static let meta: UInt16 = 0x08
    }

    func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Number.Type) -> Number {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }

    /// The number that the page bears.
    var number: UInt64 { load(0, as: UInt64.self) }
    var flags: UInt16 { load(10, as: UInt16.self) }
    /// Of an overflow page: how many pages the value takes.
    var overflowCount: UInt32 { load(12, as: UInt32.self) }
    /// Of a branch or leaf: where its list of nodes ends, and where its nodes begin.
    var lower: Int { Int(load(12, as: UInt16.self)) }
    var upper: Int { Int(load(14, as: UInt16.self)) }
}

/// What LMDB keeps of a tree.
struct TreeRecord {
    static let byteCount = 48
    /// The root of an empty tree.
    static let noPage = UInt64.max

    let flags: UInt16
    let depth: UInt16
    let branchPages: UInt64
    let leafPages: UInt64
    let overflowPages: UInt64
    let entries: UInt64
    let root: UInt64

    init(_ page: Page, at offset: Int) {
        flags = page.load(offset + 4, as: UInt16.self)
        depth = page.load(offset + 6, as: UInt16.self)
        branchPages = page.load(offset + 8, as: UInt64.self)
        leafPages = page.load(offset + 16, as: UInt64.self)
        overflowPages = page.load(offset + 24, as: UInt64.self)
        entries = page.load(offset + 32, as: UInt64.self)
        root = page.load(offset + 40, as: UInt64.self)
    }

    /// Whether the keys are numbers of 64 bits; else they are compared as bytes.
    var hasIntegerKeys: Bool { flags & UInt16(MDB_INTEGERKEY) != 0 }
}

/// One of the two head pages, which are written in turn.
struct MetaPage {
    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let version: UInt32 = 1
    /// Bytes of a head page that say something, its header included.
    static let byteCount = Page.headerSize + 24 + 2 * TreeRecord.byteCount + 16

    /// Bytes of a page of the file.
    let pageSize: UInt32

    /// The tree of free pages.
    let free: TreeRecord
    /// The tree of the databases' records, by name.
    let main: TreeRecord
    let lastPage: UInt64
    let transaction: UInt64

    init?(_ page: Page) {
        let start = Page.headerSize
        guard page.flags & Page.Flag.meta != 0, page.load(start, as: UInt32.self) == Self.magic,
            page.load(start + 4, as: UInt32.self) == Self.version
        else { return nil }
        pageSize = page.load(start + 24, as: UInt32.self)
        free = TreeRecord(page, at: start + 24)
        main = TreeRecord(page, at: start + 24 + TreeRecord.byteCount)
        lastPage = page.load(start + 24 + 2 * TreeRecord.byteCount, as: UInt64.self)
        transaction = page.load(start + 32 + 2 * TreeRecord.byteCount, as: UInt64.self)
    }
}
