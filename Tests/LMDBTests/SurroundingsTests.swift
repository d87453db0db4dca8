import TestSupport
import Testing

@testable import LMDB

@Suite("What the system underneath is")
struct SurroundingsTests {
    /// From linux/magic.h: NFS, SMB, CIFS, AFS, Ceph, 9P.
    @Test(arguments: [0x6969, 0x517B, 0xFF53_4D42, 0x5346_414F, 0x00C3_6400, 0x0102_1997])
    func aNetworkFileSystemIsRefusedBeforeAnythingIsMade(magic: Int) throws {
        try withTemporaryDirectory { folder in
            let (status, lines) = try WorkerProcess.run(["network", folder + "/store", "\(magic)"])
            #expect(status == 0)
            #expect(lines.first == "network file system", "\(lines)")
            #expect(FileSystem(at: folder + "/store") == nil, "the folder was made")
        }
    }

    @Test(arguments: [0xEF53, 0x5846_5342, 0x0102_1994, 0x1234])
    func aLocalOrUnknownFileSystemIsNot(magic: Int) throws {
        try withTemporaryDirectory { folder in
            let (_, lines) = try WorkerProcess.run(["network", folder + "/store", "\(magic)"])
            #expect(lines == ["opened"])
        }
    }

    /// Behind FUSE, or a number that is not known, is what the mount table says.
    @Test(arguments: [0x6573_5546, 0x1234 as UInt32])
    func theMountTableTellsWhatLiesOnAnotherMachine(magic: UInt32) {
        for kind in [
            "fuse.sshfs", "fuse.vmhgfs-fuse", "virtiofs", "vboxsf", "beegfs", "smb3", "9p", "lustre", "gfs2", "afs",
        ] {
            let system = FileSystem(magic: magic, kind: kind)
            #expect(system.isNetwork && system.name == kind)
        }
        for kind in ["fuseblk", "fuse.ntfs-3g", "fuse.bindfs", "fuse.gocryptfs", "ext4", "bcachefs", "newfs"] {
            let system = FileSystem(magic: magic, kind: kind)
            #expect(!system.isNetwork && system.name == kind)
        }
    }

    @Test func anEntryOfTheMountTableIsReadBehindWhateverOptionsItHas() throws {
        let web = "36 35 98:0 /m /mnt rw,noatime shared:1 master:2 - fuse https://example.org/dav rw,errors=continue"
        let mount = try #require(Mount(entry: web, of: "98:0"))
        #expect(mount.kind == "fuse.davfs" && !mount.isSealed)
        #expect(FileSystem(magic: 0x6573_5546, kind: mount.kind).isNetwork)
        #expect(Mount(entry: web, of: "98:1") == nil)
        let bound = try #require(Mount(entry: "40 22 0:7 / /mnt ro - ext4 /dev/vda rw,discard", of: "0:7"))
        #expect(bound.kind == "ext4" && !bound.isSealed)
        #expect(try #require(Mount(entry: "40 22 0:7 / /mnt ro - ext4 /dev/vda ro", of: "0:7")).isSealed)
        for broken in ["", "-", "40 22 0:7", "40 22 0:7 / /mnt ro -", "40 22 0:7 / /mnt ro - ext4 /dev/vda"] {
            #expect(Mount(entry: broken, of: "0:7") == nil, "\(broken)")
        }
    }

    @Test func theFileSystemHereIsNamed() throws {
        try withEnvironment { environment in
            let system = try #require(environment.fileSystem)
            #expect(!system.name.isEmpty && !system.isNetwork && system.availableBytes > 0)
        }
    }

    @Test(arguments: [(0, 9, 26), (0, 9, 29), (0, 9, 31)])
    func versionsThatBreakSharedLocksAreNamed(version: (Int, Int, Int)) {
        let faults = LibraryVersion(version.0, version.1, version.2).knownFaults
        #expect(faults.map(\.reference) == ["ITS#9278"])
        #expect(faults.map(\.isAvoided) == [false])
    }

    @Test func theFaultsOfOlderVersionsAreAvoided() {
        #expect(LibraryVersion(0, 9, 24).knownFaults.filter { !$0.isAvoided }.isEmpty)
        #expect(LibraryVersion(0, 9, 33).knownFaults.isEmpty)
        #expect(LibraryVersion.loaded >= LibraryVersion(0, 9, 22), "\(LibraryVersion.loaded)")
    }

    @Test func everyErrorHasItsCName() {
        for raw in (-30799)...(-30780) as ClosedRange<Int32> {
            let error = LMDBError(.init(rawValue: raw), in: "test")
            #expect(error.name.hasPrefix("MDB_"), "\(raw)")
            #expect(!error.message.isEmpty)
        }
        #expect(
            LMDBError(.inputOutput, in: "mdb_txn_commit", detail: "x").description.hasPrefix("mdb_txn_commit: EIO: "))
        #expect(LMDBError(.init(rawValue: 9999), in: "test").name == "errno 9999")
    }

    @Test func statisticsCountWhatIsThere() throws {
        try withEnvironment { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            try environment.write { transaction in
                for number in 0..<1000 as Range<UInt64> {
                    try transaction.append([UInt8](repeating: 0, count: 100).span.bytes, for: number, in: numbers)
                }
            }
            let all = try environment.statistics()
            let one = try environment.read { try $0.statistics(of: numbers) }
            #expect(one.entryCount == 1000 && one.depth == 2 && one.branchPageCount == 1)
            #expect(one.pageCount < all.pageCount && all.pageSize == 4096)
            #expect(all.mapSize == EnvironmentOptions().mapSize && all.maximumReaders == 510)
            #expect(all.byteCount == all.pageCount * all.pageSize)
        }
    }
}
