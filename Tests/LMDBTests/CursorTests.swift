import LMDB
import TestSupport
import Testing

@Suite("Cursors, held against a plain sorted map")
struct CursorTests {
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func randomChangesAndSearchesAgreeWithTheModel(seed: UInt64) throws {
        try withEnvironment(.fastForTests) { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            var random = SeededGenerator(seed: seed)
            var model: [UInt64: [UInt8]] = [:]
            for _ in 0..<40 {
                let changes = (0..<20).map { _ in
                    (
                        key: UInt64.random(in: 0..<300, using: &random),
                        isPut: UInt8.random(in: 0..<3, using: &random) > 0,
                        value: [UInt8](
                            repeating: .random(in: 0...255, using: &random), count: .random(in: 0..<600, using: &random)
                        )
                    )
                }
                try environment.write { transaction in
                    for change in changes {
                        if change.isPut {
                            try transaction.put(change.value, for: change.key, in: numbers)
                        } else {
                            try transaction.remove(change.key, in: numbers)
                        }
                    }
                }
                for change in changes { model[change.key] = change.isPut ? change.value : nil }
                let sorted = model.keys.sorted()
                let wanted = UInt64.random(in: 0..<320, using: &random)
                try environment.read { transaction in
                    var cursor = try transaction.cursor(in: numbers)
                    let isThere = try cursor.seek(wanted)
                    let atLeast = try cursor.seek(atLeast: wanted) ? cursor.number : nil
                    let atMost = try cursor.seek(atMost: wanted) ? cursor.number : nil
                    let first = try cursor.first() ? cursor.number : nil
                    let last = try cursor.last() ? cursor.number : nil
                    #expect(isThere == (model[wanted] != nil), "seed \(seed)")
                    #expect(atLeast == sorted.first { $0 >= wanted }, "seed \(seed)")
                    #expect(atMost == sorted.last { $0 <= wanted }, "seed \(seed)")
                    #expect(first == sorted.first && last == sorted.last, "seed \(seed)")
                }
            }
            let contents = try environment.contents(of: numbers)
            #expect(contents.map(\.value) == model.sorted { $0.key < $1.key }.map(\.value), "seed \(seed)")
        }
    }

    @Test func keysOfBytesAreOrderedFromTheFirstOneOn() throws {
        try withEnvironment { environment in
            let words = try environment.database("words", keyedBy: [UInt8].self)
            let keys: [[UInt8]] = [[1], [1, 0], [1, 255], [2], [255, 255], [255, 255, 0]]
            try environment.write { transaction in
                for key in keys.shuffled() { try transaction.put([], for: key, in: words) }
            }
            #expect(try environment.contents(of: words).map(\.key) == keys)
            let backwards = try environment.read { transaction in
                var found: [[UInt8]] = []
                var cursor = try transaction.cursor(in: words)
                while try cursor.previous() { found.append(cursor.key.copied) }
                return found
            }
            #expect(backwards == keys.reversed())
        }
    }

    @Test func anEmptyDatabaseHasNoPlaceToStand() throws {
        try withEnvironment { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            try environment.read { transaction in
                var cursor = try transaction.cursor(in: numbers)
                #expect(try !cursor.next() && !cursor.previous() && !cursor.first() && !cursor.last())
                #expect(try !cursor.seek(1) && !cursor.seek(atLeast: 0) && !cursor.seek(atMost: .max))
                #expect(cursor.key.byteCount == 0 && cursor.value.byteCount == 0 && cursor.number == 0)
            }
        }
    }

    @Test func removeAllEmptiesOneDatabaseOnly() throws {
        try withEnvironment { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            let words = try environment.database("words", keyedBy: [UInt8].self)
            try environment.write { transaction in
                for number in 0..<1000 as Range<UInt64> { try transaction.put([1], for: number, in: numbers) }
                try transaction.put([1], for: [1], in: words)
            }
            try environment.write { try $0.removeAll(in: numbers) }
            #expect(try environment.contents(of: numbers).isEmpty)
            #expect(try environment.contents(of: words).count == 1)
        }
    }
}
