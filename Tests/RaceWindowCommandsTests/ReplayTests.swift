import Checklist
import CommandTesting
import Events
import Foundation
import NoteLedger
import TestSupport
import Testing

@testable import CommandLineKit
@testable import RaceWindowCommands

@Suite("Real stores, replayed")
struct ReplayTests {
    /// Makes two stores, lets something happen, and runs `racewindow` beside them.
    private func withRace(
        _ happening: (SampleRace) throws -> Void, _ body: (BuiltTool) throws -> Void
    ) throws {
        try withTemporaryDirectory { folder in
            let race = try SampleRace(in: folder)
            try happening(race)
            race.close()
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            try body(tool)
        }
    }

    private func ledger(_ run: BuiltTool.Run) throws -> [[String: Any]] {
        try #require(try run.objects.first?["ledger"] as? [[String: Any]])
    }

    private func outcome(_ entry: [String: Any], _ policy: String) -> String? {
        (entry[policy] as? [String: Any])?["became"] as? String
    }

    @Test("a lost tick is found, done again once, and not found again")
    func lostTick() throws {
        try withRace({ try $0.loseTheMilk() }) { tool in
            let replay = try tool.run("replay", "phone", "mac", "--json")
            #expect(replay.code == 1, "\(replay.messages)")
            let entries = try ledger(replay)
            #expect(entries.map { $0["action"] as? String } == ["ticks “milk”", "ticks “bread”"])
            #expect(entries.map { $0["device"] as? String } == ["phone", "mac"])
            #expect(entries.map { outcome($0, "fieldLWW") } == ["lost", "survived"])
            #expect(entries.map { outcome($0, "lineMerge") } == ["survived", "survived"])
            #expect(entries[0]["gap"] as? Double == 0.4 && entries[1]["gap"] as? Double == -0.4)
            let lines = try #require(try replay.objects[0]["lines"] as? [[String: Any]])
            #expect(lines.count == 1)
            #expect(lines[0]["fieldLWW"] as? String == "- [ ] milk\n")
            #expect(lines[0]["lineMerge"] as? String == "- [x] milk\n")
            #expect(try tool.run("replay", "phone", "mac", "--policy", "lineMerge").code == 0)

            let dry = try tool.run("recover", "phone", "mac", "--dry-run")
            #expect(dry.code == 1 && dry.text.contains("phone ticks “milk”"))
            // Nobody can be asked here.
            #expect(try tool.run("recover", "phone", "mac").code == 1)
            #expect(try tool.run("replay", "phone", "mac").code == 1)
            try tool.run("recover", "phone", "mac", "--yes").checked()
            #expect(try tool.run("replay", "phone", "mac").checked().text.contains("none lost under fieldLWW"))
            let again = try tool.run("recover", "phone", "mac", "--yes", "--json").checked()
            #expect(again.lines.isEmpty)
            let store = try Ledger.open(at: #require(tool.folder) + "/phone")
            defer { store.close() }
            let note = try #require(try store.notes().first)
            #expect(
                String(decoding: try store.note(note.id).body, as: UTF8.self)
                    == "- [x] milk\n- [x] bread\n- [ ] eggs\n")
            #expect(try store.verify().isSound)
        }
    }

    @Test("an item that was added and lost is added again once")
    func lostItem() throws {
        try withRace { race in
            let (note, start) = (race.note, SampleRace.start)
            try race.phone.perform(.append(Array("tea".utf8)), on: note, at: start + 5_000)
            try race.mac.perform(.append(Array("jam".utf8)), on: note, at: start + 5_300)
            try race.exchange()
            // The phone's user goes on, on a line that the Mac made.
            try race.phone.perform(.toggle(race.phone.line("jam", of: note), to: true), on: note, at: start + 9_000)
        } _: { tool in
            let entries = try ledger(tool.run("replay", "phone", "mac", "--json"))
            #expect(entries.map { $0["action"] as? String } == ["adds “tea”", "adds “jam”"])
            #expect(entries.map { outcome($0, "fieldLWW") } == ["lost", "survived"])
            try tool.run("recover", "phone", "mac", "--yes").checked()
            try tool.run("replay", "phone", "mac").checked()
            #expect(try tool.run("recover", "phone", "mac", "--yes", "--json").checked().lines.isEmpty)
            let shown = try tool.shell("noteledger --store phone show Groceries").checked().text
            #expect(shown == "- [ ] milk\n- [ ] bread\n- [ ] eggs\n- [x] jam\n- [ ] tea\n")
        }
    }

    /// The Mac's tick buries what the phone typed into each of a dozen rows.
    private func loseTexts(_ race: SampleRace, _ count: Int) throws {
        let (note, start) = (race.note, SampleRace.start)
        let rows = (1...count).map { "- [ ] thing \($0)\n" }
        try race.phone.perform(.write(Array(rows.joined().utf8)), on: note, at: start + 1_000)
        try race.exchange()
        for row in 1...count {
            let body = String(decoding: try race.phone.ledger.note(note).body, as: UTF8.self)
            let text = body.replacing("thing \(row)\n", with: "thing \(row), large\n")
            try race.phone.perform(.write(Array(text.utf8)), on: note, at: start + 10_000 + UInt64(row))
        }
        let line = try race.mac.line("thing 1", of: note)
        try race.mac.perform(.toggle(line, to: true), on: note, at: start + 20_000)
        try race.exchange()
    }

    @Test("lines are named as they were when something was done to them")
    func names() throws {
        try withRace({ try loseTexts($0, 1) }) { tool in
            let entries = try ledger(tool.run("replay", "phone", "mac", "--json"))
            #expect(
                entries.map { $0["action"] as? String } == ["types “thing 1, large” in “thing 1”", "ticks “thing 1”"])
            try tool.shell("echo '- [ ] thing one' | noteledger --store phone write Groceries").checked()
            let later = try ledger(tool.run("replay", "phone", "mac", "--json"))
            #expect(later.prefix(2).map { $0["action"] as? String } == entries.map { $0["action"] as? String })
        }
    }

    @Test("what others do while something is done again stays")
    func meanwhile() throws {
        try withRace({ try loseTexts($0, 12) }) { tool in
            let others = "for i in 1 2 3 4 5 6 7 8; do noteledger --store phone append Groceries item$i; done"
            let run = try tool.shell("(\(others)) >/dev/null & racewindow recover phone mac --yes; wait").checked()
            #expect(run.messages.contains("12 events written"), "\(run.messages)")
            let shown = try tool.shell("noteledger --store phone show Groceries").checked().lines
            #expect(shown.filter { $0.hasSuffix(", large") }.count == 12, "\(shown)")
            #expect(Set(shown.filter { $0.contains("item") }).count == 8, "\(shown)")
            #expect(try tool.run("replay", "phone", "mac").code == 0)
        }
    }

    @Test("one store alone tells what a value that came in took away")
    func inferred() throws {
        try withRace({ try $0.loseTheMilk() }) { tool in
            let replay = try tool.run("replay", "phone", "--json")
            #expect(replay.code == 1)
            let entries = try ledger(replay)
            #expect(entries.map { outcome($0, "fieldLWW") } == ["lost", "survived"])
            #expect(entries.map { $0["inferred"] as? Bool } == [false, true])
            #expect(entries[1]["action"] as? String == "ticks “bread”")
            // The Mac never heard of the milk.
            let mac = try tool.run("replay", "mac", "--json").checked()
            #expect(try ledger(mac).isEmpty)
            // So it cannot say that there was none, nor what would have become of it.
            #expect(try mac.objects[0]["recorded"] is NSNull)
            let text = try tool.run("replay", "mac").checked().text
            #expect(text.contains("is not known") && !text.contains("nothing can be lost"), "\(text)")
        }
    }

    @Test("what somebody had seen before he overwrote it is not lost")
    func seen() throws {
        try withRace { race in
            let (note, start) = (race.note, SampleRace.start)
            try race.phone.perform(.toggle(race.phone.line("milk", of: note), to: true), on: note, at: start + 1_000)
            try race.exchange()
            try race.mac.perform(.toggle(race.mac.line("milk", of: note), to: false), on: note, at: start + 4_000)
            try race.exchange()
        } _: { tool in
            let replay = try tool.run("replay", "phone", "mac", "--json").checked()
            #expect(try ledger(replay).isEmpty)
            #expect(try replay.objects[0]["actions"] as? Int == 2)
            let recover = try tool.run("recover", "phone", "mac", "--yes")
            #expect(recover.code == 0 && recover.messages.contains("Nothing is lost"))
        }
    }

    @Test("stores that exchange events lose nothing, and show what last-writer-wins would have taken")
    func exchangedEvents() throws {
        try withRace { race in
            let (note, start) = (race.note, SampleRace.start)
            try race.phone.perform(.toggle(race.phone.line("milk", of: note), to: true), on: note, at: start + 1_000)
            try race.mac.perform(.toggle(race.mac.line("bread", of: note), to: true), on: note, at: start + 1_300)
            for entry in try race.phone.ledger.events() { try race.mac.ledger.append(entry.event) }
            for entry in try race.mac.ledger.events() { try race.phone.ledger.append(entry.event) }
            #expect(Set(try race.bodies).count == 1)
        } _: { tool in
            let replay = try tool.run("replay", "phone", "mac", "--json").checked()
            #expect(try replay.objects[0]["recorded"] as? String == "lineMerge")
            #expect(try tool.run("replay", "mac", "--json").checked().objects[0]["recorded"] as? String == "lineMerge")
            #expect(try ledger(replay).map { outcome($0, "fieldLWW") } == ["lost", "survived"])
            #expect(try tool.run("replay", "phone", "mac", "--policy", "fieldLWW").code == 1)
            let recover = try tool.run("recover", "phone", "mac", "--yes")
            #expect(recover.code == 0 && recover.messages.contains("Nothing is lost"))
        }
    }

    @Test("stores that have not heard of each other yet are read together")
    func apart() throws {
        try withRace { race in
            let (note, start) = (race.note, SampleRace.start)
            try race.phone.perform(.toggle(race.phone.line("milk", of: note), to: true), on: note, at: start + 1_000)
            try race.mac.perform(.append(Array("tea".utf8)), on: note, at: start + 1_300)
        } _: { tool in
            let replay = try tool.run("replay", "phone", "mac", "--json").checked()
            #expect(try ledger(replay).map { outcome($0, "lineMerge") } == ["survived", "survived"])
            #expect(try tool.run("replay", "phone", "mac", "--since", "2030-01-01").checked().code == 0)
        }
    }

    @Test("a note that one device has alone is clean, and a folder without a store is said to be none")
    func single() throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            try tool.shell("noteledger --store s new Trip && noteledger --store s append Trip socks").checked()
            let replay = try tool.run("replay", "s").checked()
            #expect(replay.text.contains("nothing was done while somebody else did something"))
            #expect(try tool.run("replay", "nowhere").code == 66)
            #expect(try tool.run("replay", "s", "--note", "Nope").code == 66)
        }
    }
}
