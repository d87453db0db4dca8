import Checklist
import Events
import EventLog
import TestSupport
import Testing

@testable import NoteLedger

/// Events that no device makes are refused before they are in the log, where they would stay.
@Suite struct `Refusing events` {
    private let first = EventID(device: DeviceID(3), counter: 6)
    private let note = NoteID(high: 1, low: 1)

    private func event(
        _ counter: UInt64, of device: UInt64 = 3, at milliseconds: UInt64 = 2_000, tick: UInt16 = 0,
        after parents: EventFrontier? = nil, _ change: Change = .retitled("x")
    ) -> Event {
        Event(
            id: EventID(device: DeviceID(device), counter: counter), note: note,
            stamp: Stamp(milliseconds: milliseconds, counter: tick), parents: parents ?? [first], change: change)
    }

    private func creation() -> Event {
        event(6, at: 1_000, after: [], .created(title: "", body: Array("- [ ] a\n".utf8), attributes: []))
    }

    /// What an export of these events says.
    private func exported(_ events: [Event]) -> [UInt8] {
        let header = #"{"format":"\#(ExportWriter.format)","version":\#(ExportWriter.version)}"# + "\n"
        return Array((header + events.map { $0.json + "\n" }.joined()).utf8)
    }

    private func takeIn(_ events: [Event], into ledger: Ledger) throws {
        var bytes: [UInt8]? = exported(events)
        _ = try ledger.importLog {
            defer { bytes = nil }
            return bytes
        }
    }

    private var unmade: [Event] {
        [
            event(0), event(.max), event(EventID.greatestCounter + 1), event(.max, of: 7), event(1 << 50, of: 7),
            event(7, at: (1 << 48) - 1, tick: .max), event(7, at: 253_402_300_800_000),
            // Neither had seen the other.
            event(5), event(5, after: []), event(7, after: []),
        ]
    }

    @Test(arguments: 0..<10)
    func `that no device makes, from files and from peers`(index: Int) throws {
        try withTemporaryDirectory { folder in
            let bad = unmade[index]
            for isEmpty in [true, false] {
                let ledger = try Ledger.forTests(at: folder + "/\(isEmpty)")
                if !isEmpty { try ledger.append(creation()) }
                let error = #expect(throws: LedgerError.self) {
                    try takeIn(isEmpty ? [creation(), bad] : [bad], into: ledger)
                }
                #expect(error?.kind == .badData || error?.kind == .refused, "\(String(describing: error))")
                // What can be is still done, seen, and carried on by all.
                if try ledger.lastPosition() == 0 { try ledger.append(creation()) }
                #expect(throws: LedgerError.self) { try ledger.append(bad) }
                let line = LineID(event: first, index: 0)
                #expect(try ledger.perform(.toggle(line, to: true), on: note).outcome == .recorded)
                #expect(try ledger.text(note) == "- [x] a\n")
                try ledger.append(event(7, at: 3_000))
                try ledger.perform(.append(Array("b".utf8), toBlockOf: nil), on: note)
                #expect(try ledger.text(note) == "- [x] a\n- [ ] b\n")
                _ = try ledger.shopping()
                try ledger.rebuild()
                #expect(try ledger.verify().isSound)
                #expect(try ledger.text(note) == "- [x] a\n- [ ] b\n")
            }
        }
    }

    @Test func `that remove lines beyond the last index`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let run = LineRun(first: LineID(event: first, index: .max - 5), count: 100)
            let bad = event(7, .edited([.delete([run])]))
            #expect(throws: LedgerError.self) { try takeIn([creation(), bad], into: ledger) }
            try ledger.append([creation()])
            #expect(throws: LedgerError.self) { try ledger.append(bad) }
            #expect(throws: LedgerError.self) {
                try ledger.append(
                    event(7, .undone(first, NoteParts(edits: [.delete([LineRun(first: run.first, count: 0)])]))))
            }
            #expect(throws: LedgerError.self) { try ledger.append(event(7, .unknown(kind: 2, payload: []))) }
            #expect(try ledger.lastPosition() == 1 && ledger.verify().isSound)
        }
    }

    /// Devices that hear of each other late and in any order: all that they can have done is taken in.
    @Test(arguments: 1...10)
    func `but none that devices made`(seed: Int) throws {
        try withTemporaryDirectory { folder in
            var random = SeededGenerator(seed: UInt64(seed))
            let stores = try (0..<3).map { try Ledger.forTests(at: folder + "/\($0)", device: UInt64($0 + 10)) }
            try stores.forEach { try $0.append(creation()) }
            for _ in 0..<80 {
                let (here, there) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<3, using: &random))
                if Bool.random(using: &random) {
                    try stores[here].perform(.append(Array("\(here)".utf8), toBlockOf: nil), on: note)
                } else {
                    try takeIn(try stores[there].allEvents(), into: stores[here])
                }
            }
            for here in stores { for there in stores { try takeIn(try there.allEvents(), into: here) } }
            let bodies = try stores.map { try $0.text(note) }
            #expect(Set(bodies).count == 1)
            for store in stores { #expect(try store.verify().isSound) }
        }
    }
}
