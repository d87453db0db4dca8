import Checklist
import Events
import EventLog
import Synchronization
import TestSupport

@testable import NoteLedger

extension Ledger {
    /// A ledger for tests: no waiting for the disk, snapshots after few events, a clock that ticks by itself.
    static func forTests(
        at path: String, device: UInt64 = 7, tailLimit: UInt64 = 9, clock: TestClock = TestClock()
    ) throws -> Ledger {
        var options = Options()
        options.durability = .unsafeNoSync
        options.device = DeviceID(device)
        options.deviceName = "device \(device)"
        options.snapshots.tailLimit = tailLimit
        options.snapshots.lateByteLimit = 0
        options.snapshots.pastShare = 2
        options.clock = { clock.now() }
        return try open(at: path, options: options)
    }

    func text(_ note: NoteID, at moment: Moment? = nil) throws -> String {
        String(decoding: try self.note(note, at: moment).body, as: UTF8.self)
    }

    func line(_ index: Int, of note: NoteID) throws -> LineID { try self.note(note).document.line(at: index).id }

    /// A note of a few items.
    func shopping() throws -> NoteID {
        try create(title: "Shop", body: Array("- [ ] milk\n- [ ] bread\n- [ ] eggs\n".utf8)).note
    }

    func allEvents() throws -> [Event] { try events().map(\.event) }
}

/// A clock that goes on by a second each time it is asked.
final class TestClock: Sendable {
    private let time: Mutex<UInt64>

    init(at start: UInt64 = 1_700_000_000_000) { time = Mutex(start) }

    func now() -> UInt64 {
        time.withLock { time in
            time += 1000
            return time
        }
    }
}
