import LMDB
import TestSupport
import Testing

@Suite("The map grows")
struct MapTests {
    private static func options(mapSize: Int, maximum: Int = 1 << 32) -> EnvironmentOptions {
        var options = EnvironmentOptions.fastForTests
        options.mapSize = mapSize
        options.maximumMapSize = maximum
        return options
    }

    @Test func aTransactionThatDoesNotFitRunsAgainInALargerMap() throws {
        try withEnvironment(Self.options(mapSize: 1 << 20)) { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            let runs = Collected<Int>()
            try environment.write { transaction in
                runs.append(1)
                for number in 0..<2000 as Range<UInt64> {
                    try transaction.append([UInt8](repeating: 1, count: 4000).span.bytes, for: number, in: numbers)
                }
            }
            #expect(runs.elements.count > 1)
            #expect(try environment.contents(of: numbers).count == 2000)
            #expect(environment.mapSize >= 8 << 20)
        }
    }

    @Test func aBodyThatHidesTheErrorRunsAgainToo() throws {
        struct Other: Error {}
        try withEnvironment(Self.options(mapSize: 1 << 20)) { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            for hides in [false, true] {
                try environment.write { transaction in
                    do {
                        try transaction.put([UInt8](repeating: 1, count: 3 << 20), for: hides ? 1 : 0, in: numbers)
                    } catch {
                        if !hides { throw Other() }
                    }
                }
            }
            #expect(try environment.contents(of: numbers).map(\.value.count) == [3 << 20, 3 << 20])
        }
    }

    @Test func growthWaitsForReadersAndNewReadersWaitForGrowth() throws {
        try withEnvironment(Self.options(mapSize: 1 << 20)) { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            try environment.write { try $0.put([7], for: 0, in: numbers) }
            let reading = Signal()
            let goesOn = Signal()
            let runs = Collected<Int>()
            let reader = RealThread {
                try environment.read { transaction in
                    reading.send()
                    goesOn.wait()
                    // The writer waits for the map by now, or will; a nested read must get in all the same.
                    let nested = try environment.read { try $0.value(of: 0, in: numbers)?.copied }
                    return try (nested, transaction.value(of: 0, in: numbers)?.copied)
                }
            }
            reading.wait()
            let writer = RealThread {
                try environment.write { transaction in
                    runs.append(1)
                    if runs.elements.count == 1 { goesOn.send() }
                    try transaction.put([UInt8](repeating: 1, count: 4 << 20), for: 1, in: numbers)
                }
            }
            let seen = try reader.result.get()
            #expect(seen.0 == [7] && seen.1 == [7])
            try writer.result.get()
            #expect(try environment.contents(of: numbers).map(\.value.count) == [1, 4 << 20])
        }
    }

    @Test func readersAndAGrowingWriterGoOnTogether() throws {
        try withEnvironment(Self.options(mapSize: 1 << 18)) { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            let stop = Collected<Int>()
            let readers = (0..<4).map { _ in
                RealThread {
                    var reads = 0
                    while stop.elements.isEmpty {
                        try environment.read { transaction in
                            var cursor = try transaction.cursor(in: numbers)
                            var expected: UInt64 = 1
                            while try cursor.next() {
                                #expect(cursor.number == expected)
                                #expect(cursor.value.byteCount == 1000)
                                expected += 1
                            }
                        }
                        reads += 1
                    }
                    return reads
                }
            }
            for number in 1...3000 as ClosedRange<UInt64> {
                try environment.write {
                    try $0.append([UInt8](repeating: 3, count: 1000).span.bytes, for: number, in: numbers)
                }
            }
            stop.append(1)
            for reader in readers { #expect(try reader.result.get() > 0) }
            #expect(try environment.contents(of: numbers).count == 3000)
        }
    }

    @Test func theLimitIsAClearErrorAndTheEnvironmentGoesOn() throws {
        try withEnvironment(Self.options(mapSize: 1 << 20, maximum: 1 << 21)) { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            try environment.write { try $0.put([1], for: 1, in: numbers) }
            let error = #expect(throws: LMDBError.self) {
                try environment.write { try $0.put([UInt8](repeating: 1, count: 3 << 20), for: 2, in: numbers) }
            }
            #expect(error?.code == .mapFull)
            #expect(error?.name == "MDB_MAP_FULL")
            try environment.write { try $0.put([3], for: 3, in: numbers) }
            #expect(try environment.contents(of: numbers).map(\.value) == [[1], [3]])
        }
    }
}
