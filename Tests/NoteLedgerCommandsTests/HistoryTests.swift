import Checklist
import CommandTesting
import Events
import Foundation
import NoteLedger
import TestSupport
import Testing

@testable import CommandLineKit
@testable import NoteLedgerCommands

@Suite("Commands about history")
struct HistoryTests {
    @Test func theLogTellsWhatWasDone() throws {
        try withSampleStore { store in
            let run = try store.tool.run("log", "Groceries").checked()
            #expect(run.lines.count == 3)
            #expect(run.lines[0].hasPrefix("3  ") && run.lines[0].hasSuffix("added an item: “- [ ] oat flakes”"))
            #expect(run.lines[1].hasPrefix("2  ") && run.lines[1].hasSuffix("ticked “milk”"))
            #expect(run.lines[2].hasPrefix("1  ") && run.lines[2].hasSuffix("created “Groceries”"))
            let whole = try store.tool.run("log", "--json").checked().objects
            let last = try store.lastPosition()
            #expect(whole.compactMap { $0["position"] as? Int } == Array((1...last).reversed()))
            #expect(
                try Set(
                    store.tool.run("log", "-r", "-n", "2", "--json").checked().objects.map { $0["position"] as? Int })
                    == [1, 2])
        }
    }

    @Test(
        arguments: [
            (["Groceries", "--line", "2"], [2, 1]), (["Groceries", "--line", "5"], [3]), (["--kind", "toggled"], [2]),
            (["--kind", "trashed", "--kind", "toggled"], [7, 2]), (["Groceries", "--at", "2"], [2, 1]),
            (["--limit", "1"], [7]), (["--since", "@0", "--until", "2 days ago", "Groceries"], [1]),
            (["Groceries", "--since", "1h ago"], [3, 2]),
        ] as [([String], [Int])])
    func filtersNarrowIt(_ words: [String], _ positions: [Int]) throws {
        try withSampleStore { store in
            let run = try store.tool.run(["log", "--json"] + words).checked()
            #expect(try run.objects.compactMap { $0["position"] as? Int } == positions)
        }
    }

    @Test func devicesAreNamedByIDOrName() throws {
        try withSampleStore { store in
            let events = try store.tool.run("log", "--json").checked().objects
            let event = try #require(events.first)
            let device = try #require(event["device"] as? String)
            let name = try #require(event["deviceName"] as? String)
            let count = events.count { $0["device"] as? String == device }
            // What was imported is another device's.
            #expect(count > 0 && count < events.count)
            for word in [device, String(device.prefix(6)), name, name.uppercased()] {
                #expect(
                    try store.tool.run("log", "--device", word, "--json").checked().objects.count == count, "\(word)")
            }
        }
    }

    @Test func aLineNeedsANote() throws {
        try withSampleStore { store in
            let run = try store.tool.run("log", "--line", "2")
            #expect(run.code == 64 && run.messages.contains("of which note"))
        }
    }

    @Test func blameNamesTheNewestEventOfEachLine() throws {
        try withSampleStore { store in
            let lines = try store.tool.run("blame", "Groceries", "--json").checked().objects
            let newest = lines.map { ($0["newest"] as? [String: Any])?["position"] as? Int }
            #expect(newest.prefix(5) == [1, 2, 1, 1, 3])
            #expect((lines[1]["made"] as? [String: Any])?["position"] as? Int == 1)
            let table = try store.tool.run("blame", "Groceries").checked().lines
            #expect(table[0].hasPrefix("POSITION  WHEN"))
            #expect(table[2].contains("toggled") && table[2].hasSuffix("- [x] milk"))
            let past = try store.tool.run("blame", "Groceries", "--at", "1", "--json").checked().objects
            #expect(past.allSatisfy { ($0["newest"] as? [String: Any])?["position"] as? Int == 1 })
        }
    }

    @Test func whyIsAnsweredInASentence() throws {
        try withSampleStore { store in
            let run = try store.tool.run("why", "Groceries", "2").checked()
            #expect(run.lines.count == 1)
            #expect(run.text.contains("milk") && run.text.contains("ticked"))
            let story = try #require(try store.tool.run("why", "Groceries", "2", "--json").checked().objects.first)
            #expect(story["before"] as? String == "- [ ] milk")
            #expect((story["cause"] as? [String: Any])?["position"] as? Int == 2)
            // A line that is gone has its story too.
            let id = try #require(story["line"] as? String)
            try store.tool.run("write", "Groceries", input: Array("nothing left\n".utf8)).checked()
            #expect(try store.tool.run("why", "Groceries", id).checked().text.contains("milk"))
        }
    }

    @Test func diffTellsLinesApartByIdentity() throws {
        try withSampleStore { store in
            #expect(try store.tool.run("diff", "Groceries").checked().lines == ["+ - [ ] oat flakes"])
            #expect(
                try store.tool.run("diff", "Groceries", "1", "2").checked().lines == ["- - [ ] milk", "+ - [x] milk"])
            #expect(
                try store.tool.run("diff", "Groceries", "2", "1").checked().lines == ["- - [x] milk", "+ - [ ] milk"])
            #expect(try store.tool.run("diff", "Groceries", "3", "3").checked().messages == "Nothing changed.\n")
            #expect(try store.tool.run("diff", "Groceries", "1", "--all").checked().lines.count == 8)
            let changes = try store.tool.run("diff", "Groceries", "1", "--json").checked().objects
            #expect(changes.map { $0["change"] as? String } == ["changed", "added"])
            try store.tool.run("title", "Groceries", "Food").checked()
            #expect(try store.tool.run("diff", "Food").checked().lines == ["title: “Groceries” → “Food”"])
        }
    }

    @Test func undoGoesBackAndRedoForth() throws {
        try withSampleStore { store in
            let states = try ["1", "2", "3"].map { try store.body("Groceries", at: $0) }
            #expect(try store.tool.run("undo", "Groceries").checked().messages.contains("Took back #3: added an item"))
            #expect(try store.body("Groceries") == states[1])
            try store.tool.run("undo", "Groceries").checked()
            #expect(try store.body("Groceries") == states[0])
            let run = try store.tool.run("redo", "Groceries").checked()
            #expect(run.messages.contains("Did again #2: ticked “milk”"))
            #expect(try store.body("Groceries") == states[1])
            try store.tool.run("redo", "Groceries").checked()
            #expect(try store.body("Groceries") == states[2])
            let end = try store.tool.run("redo", "Groceries")
            #expect(end.code == 1 && end.messages.contains("There is nothing to redo."))
        }
    }

    /// To take back what took something back is to do it again, and so on: what is told is about the first event.
    @Test func undoesOfUndoesSayWhatComesOfThem() throws {
        try withSampleStore { store in
            let start = try store.lastPosition()
            try store.tool.run("undo", "--event", "2").checked()
            for step in 1...4 {
                let run = try store.tool.run("undo", "--event", "\(start + step)").checked()
                let isTicked = !step.isMultiple(of: 2)
                #expect(run.messages == "\(isTicked ? "Did again" : "Took back") #2: ticked “milk”.\n")
                #expect(try store.body("Groceries").contains("- [x] milk") == isTicked)
                let told = try store.tool.run("log", "Groceries", "--limit", "1").checked().text
                #expect(told.hasSuffix("\(isTicked ? "did again" : "took back") #2: ticked “milk”\n"))
            }
        }
    }

    @Test func whatCannotBeTakenBackTwiceIsSaid() throws {
        try withSampleStore { store in
            try store.tool.run("undo", "--event", "1").checked()
            let end = try store.lastPosition()
            let again = try store.tool.run("undo", "--event", "1")
            #expect(again.code == 1 && again.messages.contains("#1 is taken back already, by #\(end)"))
            #expect(try store.lastPosition() == end)
        }
    }

    @Test func watchingFromBehindTheEndIsRefused() throws {
        try withSampleStore { store in
            let run = try store.tool.run("watch", "--after", "99", "--count", "1")
            #expect(run.code == 66 && run.messages.contains("ends at position 7"))
        }
    }

    @Test func undoWithoutANoteTakesTheNewestOfAll() throws {
        try withSampleStore { store in
            try store.tool.run("toggle", "Groceries", "4").checked()
            try store.tool.run("toggle", "Trip", "6").checked()
            try store.tool.run("undo").checked()
            #expect(try store.body("Trip").contains("* [ ] call the hotel"))
            try store.tool.run("undo").checked()
            #expect(try store.body("Groceries").contains("- [ ] eggs"))
            try store.tool.run("redo").checked()
            #expect(try store.body("Groceries").contains("- [x] eggs"))
        }
    }

    @Test func anOlderEventIsTakenBackByItsPosition() throws {
        try withSampleStore { store in
            try store.tool.run("undo", "--event", "2").checked()
            #expect(try store.body("Groceries").contains("- [ ] milk\n"))
            #expect(try store.body("Groceries").contains("oat flakes"))
            #expect(try store.tool.run("undo", "--event", "99").code == 66)
            #expect(try store.tool.run("undo", "Trip", "--event", "3").code == 64)
        }
    }

    @Test func revertMakesANoteWhatItWas() throws {
        try withSampleStore { store in
            let position = try store.lastPosition()
            try store.tool.run("revert", "Groceries", "--at", "1").checked()
            #expect(try store.body("Groceries") == SampleStore.groceries)
            #expect(try store.lastPosition() > position)
            #expect(try store.tool.run("revert", "Groceries", "--at", "1").messages == "It is what it was already.\n")
            #expect(try store.tool.run("revert", "Groceries").code == 64)
            try store.tool.run("undo", "Groceries").checked()
            #expect(try store.body("Groceries").contains("oat flakes"))
        }
    }

    @Test func watchSeesWhatComesFromOtherProcesses() throws {
        try withSampleStore { store in
            let script = """
                noteledger watch --count 2 > seen & watcher=$!
                # The watcher has begun once it holds its place in the reader table; ticking until it has seen enough
                # needs no clock.
                while kill -0 $watcher 2>/dev/null; do noteledger toggle Groceries 4 >/dev/null; done
                wait $watcher
                """
            try store.tool.shell(script).checked()
            let seen = String(decoding: try store.read("seen"), as: UTF8.self).split(separator: "\n")
            #expect(seen.count == 2)
            #expect(seen.allSatisfy { $0.contains("“eggs”") && $0.contains("Groceries") })
        }
    }

    @Test func watchCatchesUpFirst() throws {
        try withSampleStore { store in
            let run = try store.tool.run("watch", "--after", "1", "--count", "3", "--json").checked()
            #expect(try run.objects.map { $0["position"] as? Int } == [2, 3, 4])
        }
    }

    /// The next event may never come.
    @Test func watchEndsWhenNobodyReadsAnyMore() throws {
        try withSampleStore { store in
            for (options, reader) in [("", "true"), ("--json", "true"), ("--after 6", "head -n 1 > first")] {
                let run = try store.tool.shell(
                    "timeout 60 noteledger watch \(options) | \(reader); echo ${PIPESTATUS[0]}")
                #expect(run.text == "141\n", "\(options): \(run)")
            }
        }
    }

    @Test func beforeAllTimesIsBeforeEverything() throws {
        try withSampleStore { store in
            for time in ["1969-12-31", "1969-12-31T23:59", "0001-01-01", "1971-01-01"] {
                let note = try store.tool.run("show", "Groceries", "--at", time)
                #expect(note.code == 66 && note.messages.contains("did not exist then"), "\(time): \(note)")
                #expect(try store.tool.run("list", "--json", "--at", time).checked().text.isEmpty, "\(time)")
                #expect(
                    try store.tool.run("verify", "--at", time).checked().text.hasPrefix("sound  0 events"), "\(time)")
                #expect(try store.tool.run("log", "--until", time, "--json").checked().text.isEmpty, "\(time)")
                #expect(try store.tool.run("diff", "Groceries", time).checked().text.contains("milk"), "\(time)")
            }
        }
    }

    /// Names are labels that anybody may give; what tells devices apart is their id.
    @Test func devicesOfOneNameAreToldApartByTheirIDs() throws {
        try withSampleStore { store in
            let path = store.folder + "/store"
            let ledger = try Ledger.open(at: path)
            let own = try #require(ledger.device)
            let name = try #require(try ledger.name(of: own))
            let note = try #require(try ledger.notes().first { $0.title == "Groceries" })
            let other = DeviceID(0x1234_5678_9ABC_DEF0)
            let newest = try #require(try ledger.event(at: 3)?.event)
            let line = try ledger.note(note.id).document.line(at: 3).id
            let ticked = Event(
                id: EventID(device: other, counter: 1), note: note.id, stamp: newest.stamp.successor,
                parents: EventFrontier(newest.id), change: .toggled(line, to: true, mark: UInt8(ascii: "x")))
            try ledger.append(ticked)
            try ledger.setName("another", of: other)
            #expect(try ledger.label(of: own) == name && ledger.label(of: other) == "another")
            for command in ["log", "blame Groceries", "why Groceries 4"] {
                #expect(
                    try !store.tool.shell("noteledger \(command)").checked().text.contains("12345678"), "\(command)")
            }
            try ledger.setName(name, of: other)
            ledger.close()
            for command in ["log", "blame Groceries", "why Groceries 4"] {
                #expect(try store.tool.shell("noteledger \(command)").checked().text.contains("12345678"), "\(command)")
            }
            for command in ["log", "blame Groceries"] {
                let text = try store.tool.shell("noteledger \(command)").checked().text
                #expect(text.contains(own.description.prefix(8)), "\(command)")
            }
            let event = try #require(try store.tool.run("log", "--limit", "1", "--json").checked().objects.first)
            #expect(event["device"] as? String == other.description && event["deviceName"] as? String == name)
            let story = try #require(try store.tool.run("why", "Groceries", "4", "--json").checked().objects.first)
            #expect((story["cause"] as? [String: Any])?["device"] as? String == other.description)
            let lines = try store.tool.run("blame", "Groceries", "--json").checked().objects
            #expect((lines[3]["newest"] as? [String: Any])?["device"] as? String == other.description)
        }
    }
}
