import Foundation
import LMDB
import TestSupport
import Testing

@Suite struct `The audit of a file's pages` {
    private static let pageSize = 4096

    /// Whatever is done to a file, each of its pages is in use or free.
    @Test(arguments: 1...6)
    func `finds nothing in a file that LMDB wrote`(seed: Int) throws {
        try withTemporaryDirectory { folder in
            var generator = SeededGenerator(seed: UInt64(seed))
            let environment = try Environment.open(
                at: folder + "/store", options: .fastForTests, databases: [numbers, words])
            let byNumber = try environment.database("numbers", keyedBy: UInt64.self)
            let byWord = try environment.database("words", keyedBy: [UInt8].self)
            for round in 0..<120 {
                let own = generator
                let isRemoving = round % 40 > 30
                try environment.write { transaction in
                    var generator = own
                    for _ in 0..<Int.random(in: 1...60, using: &generator) {
                        let key = UInt64.random(in: 0..<400, using: &generator)
                        let word = Array("\(key % 7) is \(key) of a long key \(key &* key)".utf8)
                        let size = Int.random(
                            in: 0...(Bool.random(using: &generator) ? 300 : 20_000), using: &generator)
                        if isRemoving || Int.random(in: 0..<4, using: &generator) == 0 {
                            try transaction.remove(key, in: byNumber)
                            try transaction.remove(word, in: byWord)
                        } else {
                            try transaction.put([UInt8](repeating: 7, count: size), for: key, in: byNumber)
                            try transaction.put([UInt8](repeating: 8, count: size / 3), for: word, in: byWord)
                        }
                    }
                    if round % 50 == 49 { try transaction.removeAll(in: byWord) }
                }
                for _ in 0..<7 { _ = generator.next() }
                let report = try environment.auditPages()
                #expect(report.findings.isEmpty, "seed \(seed), round \(round): \(report.findings.first as Any)")
                let quick = try environment.auditUsedPages()
                #expect(quick.findings.isEmpty, "seed \(seed), round \(round): \(quick.findings.first as Any)")
                #expect(quick.freePageCount == report.freePageCount && quick.readCount <= report.readCount)
                #expect(try environment.statistics().freePageCount == Int(report.freePageCount))
                if !report.findings.isEmpty { return }
            }
        }
    }

    @Test func `reads few pages where it only asks which are in use`() throws {
        try withTemporaryDirectory { folder in
            let environment = try Environment.open(at: folder + "/store", options: .fastForTests, databases: [numbers])
            let byNumber = try environment.database("numbers", keyedBy: UInt64.self)
            try environment.write { transaction in
                for key in UInt64(0)..<100_000 { try transaction.put([1, 2, 3, 4], for: key, in: byNumber) }
            }
            let (all, quick) = (try environment.auditPages(), try environment.auditUsedPages())
            #expect(all.findings.isEmpty && quick.findings.isEmpty)
            #expect(all.readCount > 500 && quick.readCount * 50 < all.readCount)
        }
    }

    /// A file with free pages, a tree of two levels and long values, in which every bit of the list of free pages is flipped.
    @Test func `sees every bit of the list of free pages that a writer would act on`() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store/data.mdb"
            let list = try Self.makeFile(at: folder + "/store")
            let sound = try Data(contentsOf: URL(filePath: path))
            var (found, bits) = (0, 0)
            for range in list {
                for bit in range.lowerBound * 8..<range.upperBound * 8 {
                    var damaged = sound
                    damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                    try damaged.write(to: URL(filePath: path))
                    bits += 1
                    let environment = try Environment.open(at: folder + "/store", databases: [numbers])
                    if try environment.auditPages().findings.isEmpty {
                        // Then it must be no harm.
                        try Self.write(to: environment)
                        #expect(try environment.auditPages().findings.isEmpty, "bit \(bit % 8) of byte \(bit / 8)")
                    } else {
                        found += 1
                        let error = #expect(throws: LMDBError.self) { try Self.write(to: environment) }
                        #expect(error?.code == .damagedPages, "bit \(bit % 8) of byte \(bit / 8)")
                    }
                }
            }
            #expect(bits > 500 && found * 10 > bits * 9, "\(found) of \(bits)")
        }
    }

    private static func write(to environment: Environment) throws {
        let byNumber = try environment.database("numbers", keyedBy: UInt64.self)
        for key in UInt64(0)..<4 {
            try environment.write { transaction in
                try transaction.put([UInt8](repeating: 9, count: 200), for: key, in: byNumber)
            }
        }
    }

    /// Makes a file; where its list of free pages lies: counts and numbers.
    private static func makeFile(at folder: String) throws -> [Range<Int>] {
        let environment = try Environment.open(at: folder, options: .fastForTests, databases: [numbers])
        let byNumber = try environment.database("numbers", keyedBy: UInt64.self)
        for round in 0..<3 {
            try environment.write { transaction in
                for key in UInt64(0)..<200 {
                    try transaction.put([UInt8](repeating: UInt8(round), count: 120), for: key, in: byNumber)
                }
                try transaction.put([UInt8](repeating: 3, count: 9000), for: 500, in: byNumber)
            }
        }
        try environment.write { transaction in
            for key in UInt64(0)..<150 { try transaction.remove(key, in: byNumber) }
        }
        let file = try Data(contentsOf: URL(filePath: folder + "/data.mdb"))
        func number(_ offset: Int) -> UInt64 {
            file.subdata(in: offset..<offset + 8).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        }
        // The newer head page; root of the list of free pages, which is one leaf.
        let heads = [0, pageSize]
        let head = try #require(heads.max { number($0 + 16 + 128) < number($1 + 16 + 128) })
        let root = Int(number(head + 16 + 24 + 40)) * pageSize
        let lower = Int(file[root + 12]) | Int(file[root + 13]) << 8
        return stride(from: root + 16, to: root + lower, by: 2).map { place in
            let node = root + (Int(file[place]) | Int(file[place + 1]) << 8)
            let data = node + 8 + 8
            return data..<data + 8 * (1 + Int(number(data)))
        }
    }
}
