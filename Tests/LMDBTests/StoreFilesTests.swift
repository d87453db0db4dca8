import Foundation
import LMDB
import TestSupport
import Testing

/// LMDB keeps writers apart by the lock file beside the data file: there must be one of each.
@Suite struct `The two files of an environment` {
    private func write(to environment: Environment) throws {
        let database = try environment.database("numbers", keyedBy: UInt64.self)
        try environment.write { try $0.put([1], for: 1, in: database) }
    }

    private func expectRefusal(_ code: LMDBError.Code, _ body: () throws -> Void) {
        let error = #expect(throws: LMDBError.self, performing: body)
        #expect(error?.code == code, "\(error as Any)")
    }

    @Test func `are refused where the data file is a link`() throws {
        try withTemporaryDirectory { folder in
            try write(to: try Environment.open(at: folder + "/store", options: .fastForTests, databases: [numbers]))
            let files = FileManager.default
            for name in ["data.mdb", "lock.mdb"] {
                let linked = folder + "/linked-\(name)"
                try files.createDirectory(atPath: linked, withIntermediateDirectories: false)
                try files.createSymbolicLink(
                    atPath: linked + "/" + name, withDestinationPath: folder + "/store/" + name)
                for isReadOnly in [true, false] {
                    var options = EnvironmentOptions.fastForTests
                    options.isReadOnly = isReadOnly
                    expectRefusal(.linkedFile) { _ = try Environment.open(at: linked, options: options) }
                }
            }
            // The folder as a whole may be one: both files go with it.
            try files.createSymbolicLink(atPath: folder + "/whole", withDestinationPath: folder + "/store")
            try write(to: try Environment.open(at: folder + "/whole", options: .fastForTests, databases: [numbers]))
        }
    }

    @Test func `are written to only while the data file has one name, and read also when it has two`() throws {
        try withTemporaryDirectory { folder in
            let environment = try Environment.open(
                at: folder + "/store", options: .fastForTests, databases: [numbers])
            try write(to: environment)
            let files = FileManager.default
            try files.createDirectory(atPath: folder + "/snapshot", withIntermediateDirectories: false)
            try files.linkItem(atPath: folder + "/store/data.mdb", toPath: folder + "/snapshot/data.mdb")
            expectRefusal(.severalNames) { try write(to: environment) }
            let database = try environment.database("numbers", keyedBy: UInt64.self)
            #expect(try environment.read { try $0.count(of: database) } == 1)
            try files.removeItem(atPath: folder + "/snapshot/data.mdb")
            try write(to: environment)
        }
    }

    @Test func `are written to only while they are the ones that were opened`() throws {
        try withTemporaryDirectory { folder in
            let files = FileManager.default
            for (name, code) in [("lock.mdb", LMDBError.Code.lockFileReplaced), ("data.mdb", .storeReplaced)] {
                let environment = try Environment.open(
                    at: folder + "/" + name, options: .fastForTests, databases: [numbers])
                try write(to: environment)
                let path = folder + "/" + name + "/" + name
                try files.moveItem(atPath: path, toPath: path + "-away")
                expectRefusal(code) { try write(to: environment) }
                expectRefusal(code) { try environment.checkNames() }
                try files.copyItem(atPath: path + "-away", toPath: path)
                expectRefusal(code) { try write(to: environment) }
                try files.removeItem(atPath: path)
                try files.moveItem(atPath: path + "-away", toPath: path)
                try write(to: environment)
            }
        }
    }

    /// A new lock file lets its finder write while the one who holds the old one does.
    @Test(arguments: ["removed", "linked"])
    func `are not opened while another process holds another lock file`(manner: String) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            try write(to: try Environment.open(at: path, options: .fastForTests, databases: [numbers]))
            let worker = try WorkerProcess(["open", path])
            try worker.expect("open")
            let files = FileManager.default
            var other = path
            if manner == "removed" {
                try files.removeItem(atPath: path + "/lock.mdb")
            } else {
                other = folder + "/snapshot"
                try files.createDirectory(atPath: other, withIntermediateDirectories: false)
                try files.linkItem(atPath: path + "/data.mdb", toPath: other + "/data.mdb")
            }
            for isReadOnly in [true, false] {
                var options = EnvironmentOptions.fastForTests
                options.isReadOnly = isReadOnly
                expectRefusal(.otherLockFile) { _ = try Environment.open(at: other, options: options) }
            }
            worker.kill9()
            _ = try Environment.open(at: other, options: .fastForTests)
        }
    }

    @Test func `are plain files, and the data file is not empty`() throws {
        try withTemporaryDirectory { folder in
            for (name, code) in [("pipe", LMDBError.Code.noPlainFile), ("folder", .noPlainFile), ("empty", .emptyFile)]
            {
                let path = folder + "/" + name
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
                switch name {
                case "pipe": #expect(mkfifo(path + "/data.mdb", 0o600) == 0)
                case "folder":
                    try FileManager.default.createDirectory(
                        atPath: path + "/data.mdb", withIntermediateDirectories: false)
                default:
                    // Cut to nothing after a commit.
                    try write(to: try Environment.open(at: path, options: .fastForTests, databases: [numbers]))
                    #expect(truncate(path + "/data.mdb", 0) == 0)
                }
                for isReadOnly in [true, false] {
                    var options = EnvironmentOptions.fastForTests
                    options.isReadOnly = isReadOnly
                    expectRefusal(code) { _ = try Environment.open(at: path, options: options) }
                }
            }
            // One whose making was interrupted can be made.
            let path = folder + "/interrupted"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try Data().write(to: URL(filePath: path + "/data.mdb"))
            try write(to: try Environment.open(at: path, options: .fastForTests, databases: [numbers]))
        }
    }

    @Test(arguments: [0o600, 0o640] as [mode_t])
    func `of a copy are as private as the original`(mode: mode_t) throws {
        try withTemporaryDirectory { folder in
            let environment = try Environment.open(
                at: folder + "/store", options: .fastForTests, databases: [numbers])
            try write(to: environment)
            #expect(chmod(folder + "/store/data.mdb", mode) == 0)
            let mask = umask(0)
            defer { umask(mask) }
            for isCompacting in [true, false] {
                let copy = folder + "/copy-\(isCompacting)"
                try environment.copy(to: copy, isCompacting: isCompacting)
                var status = stat()
                #expect(stat(copy + "/data.mdb", &status) == 0 && status.st_mode & 0o777 == mode)
                try environment.copy(to: folder + "/again", isCompacting: isCompacting)
                #expect(throws: LMDBError.self) { try environment.copy(to: folder + "/again") }
                try FileManager.default.removeItem(atPath: folder + "/again")
            }
        }
    }
}
