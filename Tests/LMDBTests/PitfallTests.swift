import CLMDB
import Glibc
import TestSupport
import Testing

@testable import LMDB

/// What bites users of LMDB, and does not bite users of this binding.
@Suite("Pitfalls of LMDB")
struct PitfallTests {
    // MARK: Threads

    /// LMDB's lock for writers belongs to a thread. The worker, which calls LMDB itself, is ended by its alarm.
    @Test(arguments: ["here", "elsewhere"])
    func aCommitFromAnotherThreadHangsTheNextWriter(place: String) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            do { _ = try Environment.open(at: path) }
            let (status, lines) = try WorkerProcess.run(["raw-commit", path, place])
            if place == "here" {
                #expect(lines == ["begun 0", "committed 0", "begun 0"] && status == 0)
            } else {
                #expect(lines == ["begun 0", "committed 0"] && status == -Int(SIGALRM))
            }
            // Its lock goes with it.
            let environment = try Environment.open(at: path, databases: [numbers])
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            try environment.write { try $0.put([1], for: 1, in: numbers) }
        }
    }

    /// A transaction is lent to a closure on the writer thread, and cannot be kept: whoever asks for it, begin and commit are
    /// that thread's.
    @Test func allWritesAreOneThreads() throws {
        try withEnvironment { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            let callers = (0..<8 as Range<UInt64>).map { caller in
                RealThread {
                    try (0..<5 as Range<UInt64>).map { round in
                        try environment.write { transaction in
                            try transaction.put([], for: caller * 5 + round + 1, in: numbers)
                            return UInt(pthread_self())
                        }
                    } + [UInt(pthread_self())]
                }
            }
            let threads = try callers.map { try $0.result.get() }
            let writers = Set(threads.flatMap { $0.dropLast() })
            #expect(writers.count == 1)
            #expect(writers.isDisjoint(with: threads.compactMap(\.last)))
            #expect(try environment.contents(of: numbers).count == 40)
        }
    }

    // MARK: Handles of databases

    /// The transaction that makes databases may come to nothing in the midst; LMDB then takes the handles back that it gave.
    @Test(arguments: ["another order", "too many", "an error"])
    func databasesWhoseMakingWasAbortedCanBeMadeAfterwards(cause: String) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let all = ["a", "b", "c", "d"].map { DatabaseDescription($0, keyedBy: UInt64.self) }
            var options = EnvironmentOptions()
            var environment: Environment
            switch cause {
            case "another order":
                environment = try Environment.open(
                    at: path, databases: [DatabaseDescription("c", keyedBy: [UInt8].self)])
                let error = #expect(throws: LMDBError.self) { try Environment.open(at: path, databases: all) }
                #expect(error?.code == .incompatible)
            case "too many":
                options.maximumDatabases = 3
                environment = try Environment.open(at: path, options: options)
                let error = #expect(throws: LMDBError.self) { try Environment.open(at: path, databases: all) }
                #expect(error?.name == "MDB_DBS_FULL")
            default:
                // Whatever stops a body: the handles go back with the transaction.
                environment = try Environment.open(at: path)
                let unmade = #expect(throws: CancellationError.self) {
                    try environment.write { transaction in
                        for description in all { _ = try description.open(in: transaction.handle, creating: true) }
                        throw CancellationError()
                    }
                }
                #expect(unmade != nil)
            }
            // Nothing of it is there, and the same handles can be given for others.
            let wanted = cause == "another order" ? [all[3], all[0], all[1]] : [all[2], all[0], all[1]]
            environment = try Environment.open(at: path, databases: wanted)
            for (index, description) in wanted.enumerated() {
                let database = try environment.database(description.name, keyedBy: UInt64.self)
                #expect(try environment.contents(of: database).isEmpty)
                try environment.write { try $0.put([UInt8(index)], for: UInt64(index), in: database) }
            }
            for (index, description) in wanted.enumerated() {
                let database = try environment.database(description.name, keyedBy: UInt64.self)
                #expect(try environment.contents(of: database).map(\.value) == [[UInt8(index)]])
            }
            let names = try environment.read { transaction -> [String] in
                var names: [String] = []
                var main: MDB_dbi = 0
                try LMDBError.check(mdb_dbi_open(transaction.handle, nil, 0, &main), in: "mdb_dbi_open")
                var cursor = try transaction.cursor(in: Database<[UInt8]>(handle: main))
                while try cursor.next() { names.append(String(decoding: cursor.key.copied, as: UTF8.self)) }
                return names
            }
            #expect(names == (wanted.map(\.name) + (cause == "another order" ? ["c"] : [])).sorted())
        }
    }

    // MARK: Several values of a key

    /// LMDB 0.9.24 damages databases whose keys have several values (ITS#9376, ITS#8447). None is made, and none of another
    /// program's is opened.
    @Test func noKeyHasSeveralValues() throws {
        try withEnvironment { environment in
            try environment.write { transaction in
                var handle: MDB_dbi = 0
                let flags = CUnsignedInt(MDB_CREATE | MDB_DUPSORT)
                try LMDBError.check(mdb_dbi_open(transaction.handle, "several", flags, &handle), in: "mdb_dbi_open")
            }
            let error = #expect(throws: LMDBError.self) {
                try Environment.open(
                    at: environment.path, databases: [DatabaseDescription("several", keyedBy: [UInt8].self)])
            }
            #expect(error?.code == .incompatible)
            let handles = [
                try environment.database("numbers", keyedBy: UInt64.self).handle,
                try environment.database("words", keyedBy: [UInt8].self).handle,
            ]
            let flags = try environment.read { transaction in
                try handles.map { handle in
                    var flags: CUnsignedInt = 0
                    try LMDBError.check(mdb_dbi_flags(transaction.handle, handle, &flags), in: "mdb_dbi_flags")
                    return flags
                }
            }
            #expect(flags == [CUnsignedInt(MDB_INTEGERKEY), 0])
        }
    }
}
