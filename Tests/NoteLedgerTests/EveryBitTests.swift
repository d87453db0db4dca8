import Foundation
import TestSupport
import Testing

@testable import NoteLedger

/// Any bit of any live page of a small store: it is found before anything is written, or it does no harm.
///
/// In a test run a sample; all of them with `NOTELEDGER_EVERY_BIT=1` (a share `i/n` of them with `NOTELEDGER_EVERY_BIT=i/n`).
@Suite struct `A flipped bit of a store` {
    private static let pageSize = 4096

    /// Which bits are tried, by number.
    private static func isTried(_ bit: Int) -> Bool {
        guard let variable = ProcessInfo.processInfo.environment["NOTELEDGER_EVERY_BIT"] else {
            return bit % 4391 == 17
        }
        let share = variable.split(separator: "/").compactMap { Int($0) }
        return share.count < 2 || bit % share[1] == share[0]
    }

    @Test func `is found, or does no harm`() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store/data.mdb"
            let before = try Self.makeStore(at: folder + "/store")
            let sound = try Data(contentsOf: URL(filePath: path))
            var outcomes: [String: Int] = [:]
            for bit in 0..<sound.count * 8 where Self.isTried(bit) {
                var damaged = sound
                damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                try damaged.write(to: URL(filePath: path))
                let outcome = try Self.judge(folder + "/store", before, "bit \(bit % 8) of byte \(bit / 8)")
                outcomes[outcome, default: 0] += 1
            }
            print("bits tried:", outcomes.sorted { $0.key < $1.key })
            #expect(outcomes["found", default: 0] > 0 && outcomes["harmless", default: 0] > 0)
        }
    }

    private static func judge(_ store: String, _ before: [String], _ context: String) throws -> String {
        // What this misses is read through LMDB, which must then not come to harm.
        guard try Ledger.verifyClosedFile(at: store).isEmpty else { return "found" }
        let ledger: Ledger
        do {
            ledger = try Ledger.forTests(at: store)
        } catch {
            return "found"
        }
        defer { ledger.close() }
        do {
            guard try ledger.verify().isSound else { return "found" }
        } catch {
            return "found"
        }
        do {
            #expect(try contents(of: ledger) == before, "\(context): the notes are others")
            for note in try ledger.notes() {
                for line in try ledger.note(note.id).document.lines.prefix(3) {
                    try ledger.perform(.toggle(line.id, to: nil), on: note.id)
                }
            }
            let verification = try ledger.verify()
            #expect(verification.isSound, "\(context): \(verification.findings)")
        } catch {
            Issue.record("\(context): “verify” found nothing, and then: \(error)")
        }
        return "harmless"
    }

    private static func contents(of ledger: Ledger) throws -> [String] {
        try ledger.notes().map { "\($0.title): " + (try ledger.text($0.id)) }
    }

    /// A store with several notes, snapshots, free pages and a sealed head; what it says.
    private static func makeStore(at path: String) throws -> [String] {
        let ledger = try Ledger.forTests(at: path)
        defer { ledger.close() }
        let notes = try [ledger.shopping(), ledger.shopping()]
        _ = try ledger.create(
            title: "long", body: Array((0..<300).map { "- [ ] row \($0) of a long note\n" }.joined().utf8))
        for round in 0..<140 {
            let note = notes[round % 2]
            try ledger.perform(.toggle(try ledger.line(round % 3, of: note), to: nil), on: note)
        }
        return try contents(of: ledger)
    }
}
