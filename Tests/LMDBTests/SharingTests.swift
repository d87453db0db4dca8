import Foundation
import LMDB
import TestSupport
import Testing

@Suite("One environment a process")
struct SharingTests {
    @Test func everyPathToAFolderGivesTheSameEnvironment() throws {
        try withTemporaryDirectory { folder in
            let files = FileManager.default
            let path = folder + "/store"
            let environment = try Environment.open(at: path, databases: [numbers])
            try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: path)
            #expect(try Environment.open(at: folder + "/link") === environment)
            #expect(
                try Environment.open(at: folder + "/../" + (folder as NSString).lastPathComponent + "/store/.")
                    === environment)
            // A hard link to the file in another folder is the same file too.
            try files.createDirectory(atPath: folder + "/other", withIntermediateDirectories: false)
            for name in ["data.mdb", "lock.mdb"] {
                try files.linkItem(atPath: "\(path)/\(name)", toPath: "\(folder)/other/\(name)")
            }
            #expect(try Environment.open(at: folder + "/other") === environment)
            #expect(try Environment.open(at: folder + "/second") !== environment)
        }
    }

    /// Mounts have paths of their own that no link leads over.
    @Test func aFolderMountedTwiceGivesTheSameEnvironment() throws {
        try withTemporaryDirectory { folder in
            let environment = try Environment.open(at: folder + "/store", databases: [numbers])
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            // Only some users may mount.
            guard let mount = SmallDisk(showing: folder + "/store", at: folder + "/other", isWritable: true) else {
                return
            }
            defer { mount.unmount() }
            let again = try Environment.open(at: folder + "/other")
            #expect(again === environment)
            try again.write { try $0.put([1], for: 1, in: numbers) }
            #expect(try environment.contents(of: numbers).count == 1)
        }
    }

    @Test func openingFromManyThreadsAtOnceGivesOne() throws {
        try withTemporaryDirectory { folder in
            let threads = (0..<16).map { _ in
                RealThread { try Environment.open(at: folder + "/store", databases: [numbers, words]) }
            }
            let opened = try threads.map { try $0.result.get() }
            #expect(opened.allSatisfy { $0 === opened[0] })
        }
    }

    @Test func databasesNamedLaterAreOpenedThen() throws {
        try withTemporaryDirectory { folder in
            let environment = try Environment.open(at: folder + "/store", databases: [numbers])
            let missing = #expect(throws: LMDBError.self) { try environment.database("words", keyedBy: [UInt8].self) }
            #expect(missing?.code == .unknownDatabase)
            let again = try Environment.open(at: folder + "/store", databases: [numbers, words])
            #expect(again === environment)
            _ = try environment.database("words", keyedBy: [UInt8].self)
        }
    }

    @Test func aDatabaseKeepsTheOrderItWasMadeWith() throws {
        try withTemporaryDirectory { folder in
            do { _ = try Environment.open(at: folder + "/store", databases: [numbers]) }
            let error = #expect(throws: LMDBError.self) {
                try Environment.open(
                    at: folder + "/store", databases: [DatabaseDescription("numbers", keyedBy: [UInt8].self)])
            }
            #expect(error?.code == .incompatible)
            #expect(
                try Environment.open(at: folder + "/store", databases: [numbers]).contents(
                    of: Environment.open(at: folder + "/store").database("numbers", keyedBy: UInt64.self)
                ).isEmpty)
        }
    }

    @Test func theLastReferenceClosesAndALiveReaderIsOne() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            weak var closed: Environment?
            let reading = Signal()
            let released = Signal()
            let reader: RealThread<[UInt8]?>
            do {
                let environment = try Environment.open(at: path, databases: [numbers])
                closed = environment
                let numbers = try environment.database("numbers", keyedBy: UInt64.self)
                try environment.write { try $0.put([42], for: 1, in: numbers) }
                reader = RealThread { [environment] in
                    try environment.read { transaction in
                        reading.send()
                        released.wait()
                        return try transaction.value(of: 1, in: numbers)?.copied
                    }
                }
                reading.wait()
            }
            #expect(closed != nil, "the reader keeps it open")
            released.send()
            #expect(try reader.result.get() == [42])
            // Opening waits for the old one to be closed, if it is just closing.
            let reopened = try Environment.open(at: path, databases: [numbers])
            #expect(try reopened.contents(of: reopened.database("numbers", keyedBy: UInt64.self)).count == 1)
        }
    }

    @Test func theWriterThreadItselfMayDropTheLastReference() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            for round in 1...50 as ClosedRange<UInt64> {
                let environment = try Environment.open(at: path, options: .fastForTests, databases: [numbers])
                let database = try environment.database("numbers", keyedBy: UInt64.self)
                try environment.enqueueWrite {
                    try $0.put([], for: round, in: database)
                } completion: { _ in
                }
            }
            let environment = try Environment.open(at: path, databases: [numbers])
            // What an environment had queued is still done; this waits for it.
            try environment.write { _ in }
            #expect(try environment.contents(of: environment.database("numbers", keyedBy: UInt64.self)).count == 50)
        }
    }

    @Test func whatIsNoStoreIsNamed() throws {
        try withTemporaryDirectory { folder in
            try Data("a file".utf8).write(to: URL(filePath: folder + "/file"))
            let file = #expect(throws: LMDBError.self) { try Environment.open(at: folder + "/file") }
            #expect(file?.name == "ENOTDIR")
            let missing = #expect(throws: LMDBError.self) { try Environment.open(at: folder + "/no/such") }
            #expect(missing?.name == "ENOENT")
            try FileManager.default.createDirectory(atPath: folder + "/bad", withIntermediateDirectories: false)
            try Data(repeating: 7, count: 8192).write(to: URL(filePath: folder + "/bad/data.mdb"))
            let invalid = #expect(throws: LMDBError.self) { try Environment.open(at: folder + "/bad") }
            #expect(invalid?.code == .invalid)
            #expect(invalid?.code.hint != nil)
        }
    }

    @Test func whatIsOpenForReadingOnlyRefusesWrites() throws {
        try withTemporaryDirectory { folder in
            do { _ = try Environment.open(at: folder + "/store", databases: [numbers]) }
            var options = EnvironmentOptions()
            options.isReadOnly = true
            let environment = try Environment.open(at: folder + "/store", options: options, databases: [numbers])
            let write = #expect(throws: LMDBError.self) { try environment.write { _ in } }
            #expect(write?.code == .readOnly)
            let open = #expect(throws: LMDBError.self) { try Environment.open(at: folder + "/store") }
            #expect(open?.code == .readOnly)
        }
    }

    @Test(arguments: [0..<4096, 4096..<8192, 512..<8192, 0..<512])
    func aFileWhoseMakingWasCutShortIsMadeAgain(missing: Range<Int>) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let file = URL(filePath: path + "/data.mdb")
            do { _ = try Environment.open(at: path) }
            var head = try Data(contentsOf: file)
            try #require(head.count == 8192)
            head.replaceSubrange(missing, with: Data(count: missing.count))
            try head.write(to: file)
            let environment = try Environment.open(at: path, databases: [numbers])
            #expect(try environment.contents(of: environment.database("numbers", keyedBy: UInt64.self)).isEmpty)
        }
    }
}
