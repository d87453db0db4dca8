import Checklist
import Events
import Foundation
import NoteLedger
import TestSupport
import Testing

@testable import Commands

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
            #expect(replay.text.contains("nothing can be lost"))
            #expect(try tool.run("replay", "nowhere").code == 66)
            #expect(try tool.run("replay", "s", "--note", "Nope").code == 66)
        }
    }
}
