import Checklist
import Events
import TestSupport
import Testing

@testable import NoteLedger

@Suite struct `Answers about the past` {
    @Test func `blame names who made, marked and rewrote each line`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let milk = try ledger.line(0, of: note)
            try ledger.perform(.toggle(milk, to: true), on: note)
            try ledger.perform(.append(Array("eggs2".utf8)), on: note)
            try ledger.perform(.write(Array("- [x] milk 2l\n- [ ] bread\n- [ ] eggs\n- [ ] eggs2\n".utf8)), on: note)
            let blame = try ledger.blame(note)
            #expect(blame.map(\.made.position) == [1, 1, 1, 3])
            #expect(blame.map { $0.marked?.position } == [2, nil, nil, nil])
            #expect(blame.map { $0.rewritten?.position } == [4, nil, nil, nil])
            #expect(blame.map(\.newest.position) == [4, 1, 1, 3])
            #expect(String(decoding: blame[0].content, as: UTF8.self) == "- [x] milk 2l")
            #expect(try ledger.blame(note, at: .position(2)).map { $0.marked?.position } == [2, nil, nil])
            #expect(try ledger.blame(note, at: .position(1)).map { $0.marked?.position } == [nil, nil, nil])
        }
    }

    /// A long history leaves a checkpoint; answers do not change by it, nor by its being thrown away.
    @Test func `blame is the same from a checkpoint`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store", tailLimit: 500)
            let note = try ledger.shopping()
            let lines = try (0..<3).map { try ledger.line($0, of: note) }
            for _ in 0..<5 {
                try ledger.perform((0..<1000).map { NoteCommand(.toggle(lines[$0 % 2], to: nil), on: note) })
            }
            let first = try ledger.blame(note)
            #expect(first.map { $0.marked?.position } == [5000, 5001, nil])
            try ledger.perform(.toggle(lines[2], to: true), on: note)
            let second = try ledger.blame(note)
            #expect(second.map { $0.marked?.position } == [5000, 5001, 5002])
            try ledger.rebuild()
            #expect(try ledger.blame(note) == second)
            #expect(try ledger.blame(note, at: .position(5001)) == first)
        }
    }

    @Test func `why tells the story of a line`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let milk = try ledger.line(0, of: note)
            try ledger.perform(.toggle(milk, to: true), on: note)
            let story = try ledger.why(milk, of: note)
            #expect(story.cause.position == 2)
            #expect(story.before == Array("- [ ] milk".utf8))
            #expect(story.content == Array("- [x] milk".utf8))
            #expect(story.deviceName == "device 7")
            #expect(story.sentence.contains("device 7 ticked it on 2023-11-14T"))
            #expect(try ledger.why(milk, of: note, at: .position(1)).before == nil)
            try ledger.perform(.write(Array("- [ ] bread\n".utf8)), on: note)
            let gone = try ledger.why(milk, of: note)
            #expect(gone.content == nil && gone.cause.position == 3)
            #expect(throws: LedgerError.self) {
                try ledger.why(LineID(event: EventID(device: DeviceID(1), counter: 1), index: 0), of: note)
            }
        }
    }

    /// Two devices tick and clear the same row without knowing of each other.
    @Test func `why names the write that lost`() throws {
        try withTemporaryDirectory { folder in
            let phone = try Ledger.forTests(at: folder + "/phone", device: 1)
            let mac = try Ledger.forTests(at: folder + "/mac", device: 2, clock: TestClock(at: 1_700_000_500_000))
            let note = try phone.shopping()
            try mac.append(phone.allEvents())
            let milk = try phone.line(0, of: note)
            try phone.perform(.toggle(milk, to: true), on: note)
            let ticked = try #require(try phone.allEvents().last)
            // Another part of the line is no competition.
            try mac.perform(.write(Array("- [ ] milk 2l\n- [ ] bread\n- [ ] eggs\n".utf8)), on: note)
            try mac.append(ticked)
            #expect(try mac.text(note) == "- [x] milk 2l\n- [ ] bread\n- [ ] eggs\n")
            #expect(try mac.why(milk, of: note).competing.isEmpty)

            let bread = try mac.line(1, of: note)
            try phone.perform(.toggle(bread, to: true), on: note)
            let lost = try #require(try phone.allEvents().last)
            try mac.perform(.toggle(bread, to: true), on: note)
            try mac.perform(.toggle(bread, to: false), on: note)
            try mac.append(lost)
            let story = try mac.why(bread, of: note)
            #expect(story.competing.map(\.event.id) == [lost.id])
            #expect(story.sentence.contains("lost"))
            #expect(try mac.text(note) == "- [x] milk 2l\n- [ ] bread\n- [ ] eggs\n")
        }
    }

    @Test func `diff lists lines kept, changed, added, removed and moved`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.create(title: "a", body: Array("one\ntwo\nthree\nfour\n".utf8)).note
            try ledger.perform(.write(Array("one\nthree!\nnew line here\nfour\n".utf8)), on: note)
            try ledger.perform(.retitle("b"), on: note)
            let diff = try ledger.diff(note, from: .position(1))
            #expect(diff.title?.before == "a" && diff.title?.after == "b")
            var kept = 0
            var before: [UInt8] = []
            var after: [UInt8] = []
            for line in diff.lines {
                switch line {
                case .kept(_, let bytes):
                    kept += 1
                    before += bytes
                    after += bytes
                case .changed(_, let old, let new), .moved(_, let old, let new):
                    before += old
                    after += new
                case .added(_, let bytes): after += bytes
                case .removed(_, let bytes): before += bytes
                }
            }
            #expect(kept == 2)
            #expect(after == Array("one\nthree!\nnew line here\nfour\n".utf8))
            #expect(before.count == "one\ntwo\nthree\nfour\n".utf8.count)
            #expect(try ledger.diff(note, from: .position(2), to: .position(2)).isEmpty)
            #expect(try ledger.diff(note, from: .position(0)).lines.count == 4)
        }
    }

    @Test func `history is narrowed by note, line, device, kind and time, from either end`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let other = try ledger.shopping()
            let milk = try ledger.line(0, of: note)
            for round in 0..<1500 { try ledger.perform(.retitle("\(round)"), on: round % 2 == 0 ? note : other) }
            try ledger.perform(.toggle(milk, to: true), on: note)
            func positions(_ query: HistoryQuery) throws -> [UInt64] {
                try ledger.events(matching: query).map(\.position)
            }
            #expect(try positions(HistoryQuery()) == Array(1...1503))
            #expect(try positions(HistoryQuery(newestFirst: true)) == Array((1...1503).reversed()))
            #expect(try positions(HistoryQuery(note: note, line: milk)) == [1, 1503])
            #expect(try positions(HistoryQuery(kinds: [.toggled, .created], newestFirst: true)) == [1503, 2, 1])
            #expect(try positions(HistoryQuery(devices: [DeviceID(1)])) == [])
            #expect(try positions(HistoryQuery(note: other, through: 6)) == [2, 4, 6])
            #expect(try positions(HistoryQuery(note: other, newestFirst: true, limit: 2)) == [1502, 1500])
            let time = try #require(try ledger.event(at: 10)).event.stamp.milliseconds
            #expect(try positions(HistoryQuery(until: time)) == Array(1...10))
            #expect(try positions(HistoryQuery(since: time, limit: 3)) == [10, 11, 12])
        }
    }

    @Test func `names lead to notes, and candidates where several fit`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.create(title: "Groceries for Käthe", body: []).note
            let second = try ledger.create(title: "Groceries", body: []).note
            let third = try ledger.create(title: "Books", body: []).note
            func found(_ name: String) throws -> NoteID? {
                if case .found(let summary) = try ledger.resolve(name) { summary.id } else { nil }
            }
            #expect(try found(note.description) == note)
            #expect(try found(String(note.description.prefix(12))) == note)
            #expect(try found("groceries") == second)
            #expect(try found("GROCERIES FOR") == note)
            let several = try ledger.notes().filter { $0.id != third }
            guard case .ambiguous(let candidates) = try ledger.resolve("gro") else { throw CancellationError() }
            #expect(Set(candidates.map(\.id)) == Set(several.map(\.id)))
            guard case .missing(let near) = try ledger.resolve("boks") else { throw CancellationError() }
            #expect(near.map(\.id) == [third])
            try ledger.perform(.trash, on: second)
            #expect(try found("gro") == note)
            #expect(try ledger.search(["käthe"]).map(\.id) == [note])
            try ledger.perform(.write(Array("- [ ] groceries\n".utf8)), on: third)
            #expect(Set(try ledger.search(["groceries"]).map(\.id)) == [note, second, third])
            #expect(try ledger.search(["groceries", "books"]).map(\.id) == [third])
        }
    }

    /// A title may be any text, and so may look like the beginning of another note's id.
    @Test func `names that are one note's title and another one's id are ambiguous`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = NoteID(high: 0xA344_D59B_0000_0001, low: 1)
            func make(_ title: String, _ id: NoteID = NoteID.random()) throws -> NoteID {
                try ledger.perform(.create(title: title, body: []), on: id).note
            }
            /// The notes that a name may mean.
            func meant(_ name: String) throws -> Set<NoteID> {
                switch try ledger.resolve(name) {
                case .found(let note): return [note.id]
                case .ambiguous(let notes):
                    #expect(notes.count > 1 && Set(notes.map(\.id)).count == notes.count)
                    return Set(notes.map(\.id))
                case .missing: return []
                }
            }
            #expect(try make("Groceries", note) == note)
            #expect(try meant("a344d59b") == [note])
            let titled = try make("A344D59B")
            for name in ["a344d59b", "A344d59B"] { #expect(try meant(name) == [note, titled]) }
            // A beginning of the id that is nobody's title, but one's beginning.
            #expect(try meant("a344d5") == [note, titled])
            #expect(try meant("a344d59b0000") == [note])
            // A whole id is that note, whatever others are called.
            let named = try make(note.description)
            #expect(try meant(note.description) == [note])
            #expect(try meant(note.description.uppercased()) == [note])
            #expect(try meant(String(note.description.dropLast())) == [note, named])
            // The one in the trash is no less meant by its id.
            try ledger.perform(.trash, on: note)
            #expect(try meant("a344d59b") == [note, titled])
            // A note whose title is the beginning of its own id is one note.
            let own = try make("beef0000", NoteID(high: 0xBEEF_0000_0000_0000, low: 9))
            #expect(try meant("beef0000") == [own] && meant("beef") == [own])
            // Too short for an id.
            let short = try make("bee")
            #expect(try meant("bee") == [short])
        }
    }

    @Test func `undo leaves alone what was changed since`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let milk = try ledger.line(0, of: note)
            try ledger.perform(.append(Array("tea".utf8)), on: note)
            let tea = try ledger.line(3, of: note)
            let convert = try ledger.perform(.convert([milk], toChecklist: false), on: note).event
            try ledger.perform(.toggle(tea, to: true), on: note)
            let appended = try ledger.event(at: 2)?.event.id
            // The item was ticked since: taking back its adding would take that back, too.
            let stale = #expect(throws: LedgerError.self) { try ledger.perform(.undo(appended), on: note) }
            #expect(stale?.kind == .stale)
            try ledger.perform(.undo(convert), on: note)
            #expect(try ledger.text(note) == "- [ ] milk\n- [ ] bread\n- [ ] eggs\n- [x] tea\n")
            try ledger.perform(.undo(nil), on: note)
            #expect(try ledger.text(note).hasSuffix("- [ ] tea\n"))
            try ledger.perform(.undo(appended), on: note)
            #expect(try ledger.text(note) == "- [ ] milk\n- [ ] bread\n- [ ] eggs\n")
            try ledger.perform(.undo(nil), on: note)
            #expect(try ledger.note(note).isTrashed)
            #expect(throws: LedgerError.self) { try ledger.perform(.undo(nil), on: note) }
            try ledger.perform(.redo, on: note)
            #expect(try !ledger.note(note).isTrashed)
        }
    }

    @Test func `figures and health can be had`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            try ledger.perform(.trash, on: note)
            let statistics = try ledger.statistics()
            #expect(statistics.eventCount == 2 && statistics.noteCount == 1 && statistics.trashedCount == 1)
            #expect(statistics.deviceCount == 1 && statistics.bodyByteCount == 34)
            #expect(statistics.tableByteCounts["events"] ?? 0 > 0 && statistics.usedByteCount > 0)
            let start = try ledger.statistics(at: .position(1))
            #expect(start.eventCount == 1 && start.noteCount == 1 && start.trashedCount == 0)
            #expect(start.deviceCount == 1 && start.bodyByteCount == 34)
            let nothing = try ledger.statistics(at: .position(0))
            #expect(nothing.eventCount == 0 && nothing.noteCount == 0 && nothing.deviceCount == 0)
            for last in [Moment.position(2), .position(.max), .time(milliseconds: 1 << 47)] {
                #expect(try ledger.statistics(at: last) == statistics)
            }
            #expect(try ledger.statistics(at: .time(milliseconds: 0)).eventCount == 0)
            let activity = try ledger.activity()
            #expect(activity.map(\.kind) == [.created, .trashed] && activity.allSatisfy { $0.count == 1 })
            #expect(activity[0].day == 1_700_000_000_000 / 86_400_000)
            let diagnosis = try ledger.diagnose()
            #expect(diagnosis.libraryVersion.hasPrefix("0.9."))
            #expect(diagnosis.freeByteCount > 0 && diagnosis.readerSlotCount > 0 && diagnosis.formatVersion == 3)
        }
    }
}
