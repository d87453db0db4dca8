import LMDB
import TestSupport
import Testing

@Suite("Transactions")
struct TransactionTests {
    @Test func aValueComesBackByteForByteAndIsGoneAfterRemoval() throws {
        try withEnvironment { environment in
            let words = try environment.database("words", keyedBy: [UInt8].self)
            let key: [UInt8] = Array("milk".utf8)
            let value: [UInt8] = [0, 255, 10, 0]
            try environment.write { try $0.put(value, for: key, in: words) }
            #expect(try environment.read { try $0.value(of: key, in: words)?.copied } == value)
            #expect(try environment.write { try $0.remove(key, in: words) })
            #expect(try environment.write { try $0.remove(key, in: words) } == false)
            #expect(try environment.read { try $0.contains(key, in: words) } == false)
        }
    }

    @Test func anErrorOfTheBodyTakesAllOfItBack() throws {
        struct Refusal: Error {}
        try withEnvironment { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            #expect(throws: Refusal.self) {
                try environment.write { transaction in
                    try transaction.put([1], for: 1, in: numbers)
                    throw Refusal()
                }
            }
            #expect(try environment.read { try $0.count(of: numbers) } == 0)
        }
    }

    @Test func aReaderSeesWhatWasCurrentWhenItBegan() throws {
        try withEnvironment { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            let reading = Signal()
            let written = Signal()
            let reader = RealThread {
                try environment.read { transaction in
                    reading.send()
                    written.wait()
                    return try transaction.count(of: numbers)
                }
            }
            reading.wait()
            try environment.write { try $0.put([1], for: 1, in: numbers) }
            written.send()
            #expect(try reader.result.get() == 0)
            #expect(try environment.read { try $0.count(of: numbers) } == 1)
        }
    }

    @Test func insertKeepsWhatIsThere() throws {
        try withEnvironment { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            let inserted = try environment.write { transaction in
                let (one, two): ([UInt8], [UInt8]) = ([1], [2])
                return [
                    try transaction.insert(one.span.bytes, for: 7, in: numbers),
                    try transaction.insert(two.span.bytes, for: 7, in: numbers),
                ]
            }
            #expect(inserted == [true, false])
            #expect(try environment.read { try $0.value(of: 7, in: numbers)?.copied } == [1])
        }
    }

    @Test func appendOutOfOrderIsRefusedAndLeavesTheTransactionUsable() throws {
        try withEnvironment { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            try environment.write { transaction in
                let value: [UInt8] = [9]
                try transaction.append(value.span.bytes, for: 5, in: numbers)
                for late in [5, 4] as [UInt64] {
                    #expect(throws: LMDBError.self) {
                        try transaction.append(value.span.bytes, for: late, in: numbers)
                    }
                }
                try transaction.append(value.span.bytes, for: 6, in: numbers)
            }
            #expect(try environment.contents(of: numbers).map(\.value) == [[9], [9]])
        }
    }

    @Test func reservedBytesAreWrittenInPlace() throws {
        try withEnvironment { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            try environment.write { transaction in
                try transaction.reserve(8, for: 1, in: numbers, isAppending: true) { bytes in
                    bytes.storeBytes(of: 0x0807_0605_0403_0201, as: UInt64.self)
                }
            }
            #expect(try environment.read { try $0.value(of: 1, in: numbers)?.copied } == [1, 2, 3, 4, 5, 6, 7, 8])
        }
    }

    @Test(arguments: [0, 512, 4096])
    func keysOfNoByteOrMoreThan511AreRefused(length: Int) throws {
        try withEnvironment { environment in
            let words = try environment.database("words", keyedBy: [UInt8].self)
            let error = #expect(throws: LMDBError.self) {
                try environment.write { try $0.put([1], for: [UInt8](repeating: 65, count: length), in: words) }
            }
            #expect(error?.code == .badValueSize)
            #expect(error?.name == "MDB_BAD_VALSIZE")
            try environment.write { try $0.put([1], for: [UInt8](repeating: 65, count: 511), in: words) }
        }
    }

    @Test func valuesAreReadWhereverTheyLie() throws {
        // LMDB aligns values to two bytes at best.
        try withEnvironment { environment in
            let words = try environment.database("words", keyedBy: [UInt8].self)
            try environment.write { transaction in
                for length in 1...64 {
                    let value = withUnsafeBytes(of: UInt64(length)) { Array($0) }
                    try transaction.put(value, for: [UInt8](repeating: 1, count: length), in: words)
                }
            }
            let misaligned = try environment.read { transaction in
                var misaligned = 0
                for length in 1...64 {
                    let value = try #require(
                        try transaction.value(of: [UInt8](repeating: 1, count: length), in: words)?.copied)
                    let span = try transaction.value(of: [UInt8](repeating: 1, count: length), in: words)
                    #expect(span?.unsafeLoadUnaligned(as: UInt64.self) == UInt64(length))
                    misaligned += span?.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) % 8 == 0 } == false ? 1 : 0
                    #expect(value.count == 8)
                }
                return misaligned
            }
            #expect(misaligned > 0, "the test would pass with aligned loads too")
        }
    }

    @Test func aWriteInsideAReadIsRefusedInsteadOfWaitingForItself() throws {
        try withEnvironment { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            let error = try environment.read { _ in
                #expect(throws: LMDBError.self) { try environment.write { try $0.put([1], for: 1, in: numbers) } }
            }
            #expect(error?.code == .nestedWrite)
            let inWrite = try environment.write { _ in
                #expect(throws: LMDBError.self) { try environment.write { try $0.put([1], for: 1, in: numbers) } }
            }
            #expect(inWrite?.code == .nestedWrite)
            try environment.write { try $0.put([1], for: 1, in: numbers) }
        }
    }

    @Test func readsNestAndReadInsideAWriteSeesTheLastCommit() throws {
        try withEnvironment { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            let seen = try environment.write { transaction in
                try transaction.put([1], for: 1, in: numbers)
                return try environment.read { outer in
                    let inner = try environment.read { try $0.count(of: numbers) }
                    return try [inner, outer.count(of: numbers), transaction.count(of: numbers)]
                }
            }
            #expect(seen == [0, 0, 1])
        }
    }

    @Test func queuedWritesCommitInOrderAndAreAnsweredAfterwards() throws {
        try withEnvironment { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            let done = Signal()
            let answers = Collected<UInt64>()
            for number in 1...50 as ClosedRange<UInt64> {
                try environment.enqueueWrite { transaction in
                    try transaction.append([UInt8(number)].span.bytes, for: number, in: numbers)
                    return number
                } completion: { result in
                    // What is answered can be read.
                    let isThere = (try? environment.read { try $0.contains(number, in: numbers) }) ?? false
                    if isThere, let number = try? result.get() { answers.append(number) }
                    if number == 50 { done.send() }
                }
            }
            done.wait()
            #expect(answers.elements == Array(1...50))
        }
    }

    @Test func aHundredThreadsWriteAtOnceAndNothingIsLost() throws {
        try withEnvironment(.fastForTests) { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            let threads = (0..<100).map { thread in
                RealThread {
                    for _ in 0..<20 {
                        try environment.write { transaction in
                            var cursor = try transaction.cursor(in: numbers)
                            let last = try cursor.last() ? cursor.number : 0
                            _ = consume cursor
                            try transaction.append([UInt8(thread)].span.bytes, for: last + 1, in: numbers)
                        }
                    }
                }
            }
            for thread in threads { try thread.result.get() }
            let contents = try environment.contents(of: numbers)
            #expect(contents.count == 2000)
            for thread in 0..<100 { #expect(contents.count { $0.value == [UInt8(thread)] } == 20) }
        }
    }
}
