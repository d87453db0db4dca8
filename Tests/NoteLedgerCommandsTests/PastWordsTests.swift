import CommandTesting
import Foundation
import TestSupport
import Testing

/// What an event did is told in the words of its own place in the log, whatever was done since.
@Suite struct PastWordsTests {
    /// Rows of a note that is changed in every way after its first events.
    private func withChangedStore(_ body: (SampleStore) throws -> Void) throws {
        try withSampleStore { store in
            let tool = store.tool
            try tool.run("new", "Payments", "- [ ] approve 100 EUR", "- [ ] call the bank", "- [ ] rent").checked()
            try tool.run("toggle", "Payments", "1", "2").checked()
            try tool.run(
                "write", "Payments",
                input: Array("intro\n- [x] approve 1000000 EUR\n- [ ] rent\n".utf8)
            ).checked()
            try tool.run("title", "Payments", "Charity").checked()
            try tool.run("attribute", "Charity", "label", "home").checked()
            try tool.run("attribute", "Charity", "label", "work").checked()
            try body(store)
        }
    }

    @Test func `an old event is told with the text and the title of its time`() throws {
        try withChangedStore { store in
            let now = try store.tool.run("log", "--oldest-first").checked().lines
            func line(_ position: Int) throws -> String {
                try #require(now.first { $0.drop { $0 == " " }.hasPrefix("\(position)  ") })
            }
            #expect(try line(9).contains("ticked “approve 100 EUR” → now “approve 1000000 EUR”"))
            #expect(try line(9).contains("  Payments  ") && line(9).contains("now “Charity”"))
            #expect(try line(10).contains("ticked “call the bank” → now gone"))
            #expect(try line(12).hasSuffix("renamed “Payments” to “Charity”"))
            #expect(try line(13).contains("label: none → home") && line(14).contains("label: home → work"))
            // Looking back, nothing is told of what came later.
            let then = try store.tool.run("log", "--at", "10").checked().lines
            #expect(then[0].hasSuffix("ticked “call the bank”") && then[1].hasSuffix("ticked “approve 100 EUR”"))
            #expect(then.allSatisfy { !$0.contains("Charity") && !$0.contains("now") })
        }
    }

    @Test func `for programs, an event says what happened to each line as data`() throws {
        try withChangedStore { store in
            let events = try store.tool.run("log", "--json", "--oldest-first", "Charity").checked().objects
            func lines(_ event: [String: Any]) throws -> [[String: Any]] {
                try #require(event["lines"] as? [[String: Any]])
            }
            let tick = events[1]
            #expect(tick["title"] as? String == "Payments" && tick["titleNow"] as? String == "Charity")
            #expect(tick["deviceName"] as? String != nil && tick["what"] as? String == "ticked “approve 100 EUR”")
            let line = try #require(try lines(tick).first)
            #expect(line["number"] as? Int == 1 && (line["line"] as? String)?.isEmpty == false)
            #expect(line["before"] as? String == "- [ ] approve 100 EUR")
            #expect(line["after"] as? String == "- [x] approve 100 EUR")
            #expect(line["markBefore"] as? String == " " && line["markAfter"] as? String == "x")
            #expect(line["now"] as? String == "- [x] approve 1000000 EUR")
            let gone = try #require(try lines(events[2]).first)
            #expect(gone["gone"] as? Bool == true && gone["number"] as? Int == 2)
            let edit = try lines(events[3])
            #expect(edit.contains { $0["before"] as? String == "- [x] call the bank" && $0["after"] == nil })
            #expect(edit.contains { $0["after"] as? String == "intro" && $0["before"] == nil })
            let attributes = try #require(events[6]["attributes"] as? [[String: Any]])
            #expect(attributes[0]["before"] as? [String] == ["home"] && attributes[0]["after"] as? [String] == ["work"])
        }
    }

    @Test func `watch, blame, why and undo tell an event in the words of its time`() throws {
        try withChangedStore { store in
            let tool = store.tool
            let seen = try tool.run("watch", "--after", "8", "--count", "1").checked().text
            #expect(seen.contains("Payments") && seen.contains("ticked “approve 100 EUR”"))
            let blame = try tool.run("blame", "Charity", "--json").checked().objects
            let marked = try #require(blame[1]["marked"] as? [String: Any])
            #expect(marked["what"] as? String == "ticked “approve 100 EUR”" && marked["title"] as? String == "Payments")
            let change = try #require(marked["change"] as? [String: Any])
            #expect(change["number"] as? Int == 1 && change["after"] as? String == "- [x] approve 100 EUR")
            let why = try #require(try tool.run("why", "Charity", "2", "--json").checked().objects.first)
            let cause = try #require(why["cause"] as? [String: Any])
            let edited = try #require(cause["change"] as? [String: Any])
            #expect(edited["before"] as? String == "- [x] approve 100 EUR" && edited["number"] as? Int == 2)
            let undone = try tool.run("undo", "--event", "14").checked().messages
            #expect(undone == "Took back #14: label: home → work.\n")
            let told = try #require(try tool.run("log", "-n", "1", "--json").checked().objects.first)
            #expect((told["undone"] as? [String: Any])?["position"] as? Int == 14)
        }
    }

    @Test func `sentences give local time, positions and no raw ids, and UTC where it is asked for`() throws {
        try withChangedStore { store in
            var tool = store.tool
            try tool.run("undo", "--event", "11").checked()
            tool.variables["TZ"] = "Asia/Kathmandu"
            let local = try tool.run("why", "Charity", "1").checked().text
            let utc = try tool.run("why", "Charity", "1", "--utc").checked().text
            #expect(local.contains("took back #11 and so changed") && local.contains("(#15)"))
            let event = try #require(try tool.run("log", "-n", "1", "--json").checked().objects.first)
            let time = try #require(event["time"] as? String)
            #expect(utc.contains(time.prefix(19).replacing("T", with: " ")) && !local.contains(time.prefix(19)))
            let listed = try tool.run("log", "-n", "1").checked().text
            let clock = try #require(listed.split(separator: " ").dropFirst(2).first)
            #expect(local.contains(clock) && !utc.contains(clock))
            #expect(try tool.run("log", "-n", "1", "--utc").checked().text.contains(time.prefix(19).suffix(8)))
        }
    }

    /// Each time that is printed with an event, given back, includes that event.
    @Test func `a printed time includes its own event when it is given back`() throws {
        try withChangedStore { store in
            let events = try store.tool.run("log", "--json", "Charity").checked().objects
            let lines = try store.tool.run("log", "Charity").checked().lines
            for (event, line) in zip(events, lines) {
                let position = try #require(event["position"] as? Int)
                let words = line.split(separator: " ")
                for time in [words[1...2].joined(separator: " "), words[1...2].joined(separator: "T"), event["time"]] {
                    let time = try #require(time as? String)
                    for filter in ["--until", "--at"] {
                        let found = try store.tool.run("log", "Charity", "--json", filter, time).checked().objects
                        #expect(found.contains { $0["position"] as? Int == position }, "\(filter) \(time)")
                    }
                }
            }
            let time = try #require(lines.first).split(separator: " ")[1...2].joined(separator: " ")
            let reverted = try store.tool.run("revert", "Charity", "--at", time).checked()
            #expect(reverted.messages == "It is what it was already.\n")
            let year = try #require(events.first?["time"] as? String).prefix(4)
            #expect(try store.tool.run("log", "--until", String(year), "--json").checked().objects.count == 14)
        }
    }

    @Test func `on a terminal --at says what it was taken for`() throws {
        try withSampleStore { store in
            let run = try store.tool.shell(
                "script -qec \"noteledger show Groceries --format preview --at 2\" /dev/null")
            #expect(run.text.contains("as of #2, "))
            #expect(try store.tool.run("show", "Groceries", "--at", "2").checked().messages.isEmpty)
        }
    }

    @Test func `what is taken back already is refused and named, in each way of asking twice`() throws {
        try withSampleStore { store in
            let tool = store.tool
            try tool.run("undo", "--event", "2").checked()
            let end = try store.lastPosition()
            let twice = try tool.run("undo", "--event", "2")
            #expect(twice.code == 1 && twice.messages.contains("#2 is taken back already, by #\(end)"))
            try tool.run("undo", "--event", "\(end)").checked()
            let redone = try tool.run("undo", "--event", "\(end)")
            #expect(redone.code == 1 && redone.messages.contains("#\(end) is taken back already, by #\(end + 1)"))
            #expect(try tool.run("redo", "Groceries").code == 1)
            #expect(try store.lastPosition() == end + 1)
            // In force again, it can be taken back again.
            try tool.run("undo", "--event", "2").checked()
            #expect(try store.body("Groceries").contains("- [ ] milk"))
        }
    }

    @Test(
        arguments: [
            ["log", "--device", "alcie"], ["log", "Groceries", "--device", "nobody"], ["log", "Grocreies"],
            ["log", "--at", "99"], ["log", "Groceries", "--line", "99"],
            ["log", "Groceries", "--line", "0123456789abcdef-7.0"], ["log", "--kind", "kind-99"],
            ["undo", "--event", "99"], ["diff", "Groceries", "1", "99"], ["show", "Groceries", "--at", "99"],
            ["why", "Groceries", "99"], ["blame", "Groceries", "--at", "99"], ["watch", "--after", "99"],
            ["attribute", "Trip", "label", "nosuch", "--remove"], ["attribute", "Trip", "colour", "--remove"],
        ])
    func `a name that fits nothing is an error`(_ words: [String]) throws {
        try withSampleStore { store in
            let run = try store.tool.run(words)
            #expect(run.code == 66 && run.text.isEmpty && !run.messages.isEmpty, "\(run)")
        }
    }
}
