import LMDB
import TestSupport
import Testing

@Suite("Changes that are written down")
struct PendingChangesTests {
    /// Each kind of change, made at once and later, in the same order.
    @Test(arguments: 1...5)
    func leadToWhatTheyLeadToMadeAtOnce(seed: Int) throws {
        try withEnvironment(.fastForTests) { atOnce in
            try withEnvironment(.fastForTests) { later in
                var random = SeededGenerator(seed: UInt64(seed))
                var next: UInt64 = 0
                for _ in 0..<5 {
                    var pending = PendingChanges()
                    let drawn = (0..<200).map { _ in Change(&next, &random) }
                    for change in drawn { try change.write(into: &pending, later) }
                    #expect(pending.count == drawn.count && pending.byteCount > 0 && !pending.isEmpty)
                    try atOnce.write { transaction in
                        for change in drawn { try change.make(in: &transaction, atOnce) }
                    }
                    try later.write { [pending] in try $0.make(pending) }
                    #expect(try later.everything == atOnce.everything, "seed \(seed)")
                    pending.removeAll()
                    #expect(pending.isEmpty && pending.byteCount == 0)
                }
            }
        }
    }

    @Test func `a transaction that is in memory only refuses everything`() throws {
        try withEnvironment { environment in
            let words = try environment.database("words", keyedBy: [UInt8].self)
            var none = WriteTransaction.memoryOnly()
            let isMemoryOnly = none.isMemoryOnly
            #expect(isMemoryOnly)
            var pending = PendingChanges()
            try none.make(pending)
            pending.put([1], for: [1], in: words)
            let codes = [
                code { () throws(LMDBError) in _ = try none.value(of: [1], in: words) },
                code { () throws(LMDBError) in _ = try none.cursor(in: words) },
                code { () throws(LMDBError) in _ = try none.count(of: words) },
                code { () throws(LMDBError) in _ = try none.number },
                code { () throws(LMDBError) in try none.put([1], for: [1], in: words) },
                code { () throws(LMDBError) in try none.remove([1], in: words) },
                code { () throws(LMDBError) in try none.removeAll(in: words) },
                code { () throws(LMDBError) in try none.make(pending) },
            ]
            #expect(Set(codes) == [.noTransaction])
        }
    }

    private func code(_ body: () throws(LMDBError) -> Void) -> LMDBError.Code? {
        do throws(LMDBError) {
            try body()
            return nil
        } catch {
            return error.code
        }
    }
}

private enum Change {
    case put([UInt8], [UInt8])
    case append(UInt64, [UInt8])
    case remove([UInt8])

    init(_ next: inout UInt64, _ random: inout SeededGenerator) {
        func bytes(_ range: ClosedRange<Int>) -> [UInt8] {
            (0..<Int.random(in: range, using: &random)).map { _ in UInt8.random(in: 0...7, using: &random) }
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: self = .remove(bytes(1...2))
        case 1:
            next += UInt64.random(in: 1...300, using: &random)
            self = .append(next, bytes(0...30))
        default: self = .put(bytes(1...2), bytes(0...5000))
        }
    }

    func write(into pending: inout PendingChanges, _ environment: Environment) throws {
        switch self {
        case .put(let key, let value):
            pending.put(value, for: key, in: try environment.database("words", keyedBy: [UInt8].self))
        case .append(let number, let value):
            pending.append(value.span.bytes, for: number, in: try environment.database("numbers"))
        case .remove(let key):
            pending.remove(key, in: try environment.database("words", keyedBy: [UInt8].self))
        }
    }

    func make(in transaction: inout WriteTransaction, _ environment: Environment) throws {
        switch self {
        case .put(let key, let value):
            try transaction.put(value, for: key, in: try environment.database("words", keyedBy: [UInt8].self))
        case .append(let number, let value):
            try transaction.append(value.span.bytes, for: number, in: try environment.database("numbers"))
        case .remove(let key):
            try transaction.remove(key, in: try environment.database("words", keyedBy: [UInt8].self))
        }
    }
}

extension Environment {
    /// Keys and values of both databases.
    fileprivate var everything: [[UInt8]] {
        get throws {
            let found =
                try contents(of: database("words", keyedBy: [UInt8].self))
                + contents(of: database("numbers", keyedBy: UInt64.self))
            return found.flatMap { [$0.key, $0.value] }
        }
    }
}
