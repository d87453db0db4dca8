import Checklist
import Events
import Merging
import TestSupport
import Testing

/// What two devices see after both did something without having seen the other, whichever hears of it first.
@Suite("Line merge of concurrent events")
struct LineMergeTests {
    static let list = "- [ ] milk\n- [ ] bread\n- [ ] tea\n"

    /// Both act, then each hears of the other.
    private func merge(
        _ start: String = list, _ first: (inout Author) -> [Event], _ second: (inout Author) -> [Event]
    ) -> String {
        var one = Author(1, on: start)
        var two = one.other(2)
        let events = first(&one)
        let others = second(&two)
        one.take(others)
        two.take(events)
        #expect(one.state.document == two.state.document)
        #expect(one.state.document.checkInvariants() == [])
        return one.text
    }

    @Test("ticks of different lines are both there")
    func ticks() {
        let text = merge {
            [$0.act(.toggle($0.line("milk"), to: true))].compacted
        } _: {
            [$0.act(.toggle($0.line("tea"), to: true))].compacted
        }
        #expect(text == "- [x] milk\n- [ ] bread\n- [x] tea\n")
    }

    @Test("two ticks of one line make one mark: never [xx], never back to [ ]")
    func agreeing() {
        let text = merge {
            [$0.act(.toggle($0.line("milk"), to: true))].compacted
        } _: {
            [$0.act(.toggle($0.line("milk"), to: true))].compacted
        }
        #expect(text == "- [x] milk\n- [ ] bread\n- [ ] tea\n")
    }

    @Test("a tick of a line that is deleted concurrently leaves nothing behind")
    func deleteAgainstTick() {
        let text = merge {
            [$0.act(.delete([$0.line("milk")]))].compacted
        } _: {
            [$0.act(.toggle($0.line("milk"), to: true), at: 2000)].compacted
        }
        #expect(text == "- [ ] bread\n- [ ] tea\n")
    }

    @Test("a rewrite of a line that is deleted concurrently brings it back", arguments: [true, false])
    func deleteAgainstRewrite(isDeleteFirst: Bool) {
        let text = merge {
            [$0.act(.delete([$0.line("bread")]), at: isDeleteFirst ? 1000 : 3000)].compacted
        } _: {
            [
                $0.act(.type($0.line("bread"), Array("rye bread".utf8)), at: 2000),
                $0.act(.toggle($0.line("rye bread"), to: true), at: 2001),
            ].compacted
        }
        #expect(text == "- [ ] milk\n- [x] rye bread\n- [ ] tea\n")
    }

    @Test("a delete by somebody who had seen the rewrite holds")
    func deleteAfterRewrite() {
        var one = Author(1, on: LineMergeTests.list)
        var two = one.other(2)
        let rewrite = one.act(.edited([.text(one.line("milk"), to: Array("oat milk".utf8))]))
        two.take([rewrite])
        let delete = two.act(.delete([two.line("oat milk")]))
        let tick = one.act(.toggle(one.line("oat milk"), to: true))
        one.take([delete].compacted)
        two.take([tick].compacted)
        #expect(one.text == "- [ ] bread\n- [ ] tea\n")
        #expect(two.text == one.text)
    }

    @Test("of two rewrites, deleting the one that was seen leaves the other")
    func deleteOneOfTwoTexts() {
        var one = Author(1, on: LineMergeTests.list)
        var two = one.other(2)
        var three = one.other(3)
        let milk = one.line("milk")
        let first = one.act(.edited([.text(milk, to: Array("oat milk".utf8))]), at: 1000)
        let second = two.act(.edited([.text(milk, to: Array("soy milk".utf8))]), at: 2000)
        three.take([second])
        let delete = three.act(.edited([.delete([LineRun(first: milk)])]), at: 3000)
        for order in [[first, second, delete], [delete, second, first], [second, delete, first]] {
            var author = Author(9, on: LineMergeTests.list)
            for event in order { author.take([event]) }
            #expect(author.text == "- [ ] oat milk\n- [ ] bread\n- [ ] tea\n")
        }
    }

    @Test("items that two devices append stand one device's after the other's, also without a last newline")
    func appends() {
        func add(_ author: inout Author, _ items: [String]) -> [Event] {
            items.enumerated().compactMap { author.act(.append(Array($1.utf8), toBlockOf: nil), at: 1000 + UInt64($0)) }
        }
        for start in ["- [ ] milk", "- [ ] milk\n"] {
            let text = merge(start) {
                add(&$0, ["a1", "a2", "a3"])
            } _: {
                add(&$0, ["b1", "b2", "b3"])
            }
            let items = ["milk", "a1", "a2", "a3", "b1", "b2", "b3"].map { "- [ ] \($0)" }.joined(separator: "\n")
            #expect(text == items + (start.hasSuffix("\n") ? "\n" : ""))
        }
    }

    @Test("runs typed backwards do not interleave either")
    func prepends() {
        func add(_ author: inout Author, _ items: [String]) -> [Event] {
            items.enumerated().map { step, item in
                let first = author.state.document.line(at: 0).id
                return author.act(
                    .edited([.insert(after: nil, before: first, bytes: Array("- [ ] \(item)\n".utf8))]),
                    at: 1000 + UInt64(step))
            }
        }
        let text = merge("- [ ] milk\n") {
            add(&$0, ["a3", "a2", "a1"])
        } _: {
            add(&$0, ["b3", "b2", "b1"])
        }
        #expect(text == ["a1", "a2", "a3", "b1", "b2", "b3", "milk"].map { "- [ ] \($0)\n" }.joined())
    }

    @Test("a line dragged on two devices is there once, where the later one put it")
    func moves() {
        let text = merge {
            [$0.act(.move($0.line("milk"), after: $0.line("tea")), at: 2000)].compacted
        } _: {
            [$0.act(.move($0.line("milk"), after: $0.line("bread")), at: 1000)].compacted
        }
        #expect(text == "- [ ] bread\n- [ ] tea\n- [ ] milk\n")
    }

    @Test("two devices that take back the same delete bring back one line")
    func restores() {
        var one = Author(1, on: LineMergeTests.list)
        let milk = one.line("milk")
        let delete = [LineEdit.delete([LineRun(first: milk)])]
        let inverse = one.state.document.inverse(of: delete, by: EventID(device: one.id, counter: 1))
        let event = one.act(.edited(delete))
        var two = one.other(2)
        let first = one.act(.undone(event.id, NoteParts(edits: inverse)))
        let second = two.act(.undone(event.id, NoteParts(edits: inverse)), at: 2000)
        let tick = two.act(.toggle(milk, to: true), at: 2001)
        one.take([second, tick].compacted)
        two.take([first])
        #expect(one.text == "- [x] milk\n- [ ] bread\n- [ ] tea\n")
        #expect(two.text == one.text)
    }

    @Test("a tick that had not seen the delete is there when the delete is taken back")
    func tickAcrossUndo() {
        var one = Author(1, on: LineMergeTests.list)
        var two = one.other(2)
        let milk = one.line("milk")
        let delete = [LineEdit.delete([LineRun(first: milk)])]
        let inverse = one.state.document.inverse(of: delete, by: EventID(device: one.id, counter: 1))
        let event = one.act(.edited(delete), at: 1000)
        let undo = one.act(.undone(event.id, NoteParts(edits: inverse)), at: 3000)
        let tick = two.act(.toggle(milk, to: true), at: 2000)
        one.take([tick].compacted)
        two.take([event, undo])
        #expect(one.text == "- [x] milk\n- [ ] bread\n- [ ] tea\n")
        #expect(two.text == one.text)
    }

    @Test(
        "the same typing and the same conversion on two devices is there once",
        arguments: ["- [ ] tea", "- [ ] ---", "- [ ] - a", "- [x] [ ] b", "1. [ ] ```", "tea"])
    func sameWork(line: String) {
        for new in [nil, "- [ ] green tea", "green tea"] as [String?] {
            var one = Author(1, on: line + "\n")
            var two = one.other(2)
            let id = one.state.document.line(at: 0).id
            let changes = [one, two].map { author -> Event? in
                var author = author
                guard let new else { return author.act(.convert([id], toChecklist: false)) }
                return author.act(.edited(author.state.document.edits(adopting: Array((new + "\n").utf8))))
            }
            one.take([changes[0]].compacted)
            let alone = one.text
            one.take([changes[1]].compacted)
            two.take(changes.compacted.reversed())
            #expect(new == nil || alone == (new ?? "") + "\n")
            #expect(one.state.document.lines.contains { $0.bytes.elementsEqual(alone.utf8) }, "\(one.text)")
            #expect(one.text == alone || one.state.document.lineCount == 2, "\(one.text)")
            #expect(two.text == one.text)
        }
    }

    @Test("title and trashed flag follow an undo under either policy, in any order of arrival")
    func undoneRegisters() {
        let start = NoteStart(note: Author.note, document: ChecklistDocument(), title: "a", heads: [])
        var one = Author(1)
        let retitled = one.act(.retitled("b"))
        let trashed = one.act(.trashed)
        let undone = one.act(.undone(retitled.id, NoteParts(edits: [], title: "a")))
        let restored = one.act(.undone(trashed.id, NoteParts(edits: [], trashed: false)))
        let events = [retitled, trashed, undone, restored]
        for order in [events, events.reversed(), [undone, retitled, restored, trashed]] {
            var replica = LineMerge.Replica(note: start)
            for event in order { replica.receive([event]) }
            #expect(replica.title == "a" && !replica.isTrashed)
        }
        var replica = FieldLWW.Replica(note: start)
        for (index, event) in events.enumerated() {
            replica.commit(event, sequence: UInt64(index + 1), wallTime: 1000 + UInt64(index), editor: nil)
        }
        #expect(replica.title == "a" && !replica.isTrashed)
        #expect(replica.pending(after: 0)?.title?.value == "a" && replica.pending(after: 0)?.body == nil)
    }

    @Test("a delete that names more lines than there ever were removes those that its author saw")
    func longRun() {
        var one = Author(1, on: LineMergeTests.list)
        var two = one.other(2)
        let run = LineRun(first: one.line("milk"), count: .max)
        let rewrite = two.act(.edited([.text(two.line("bread"), to: Array("rye".utf8))]))
        let delete = one.act(.edited([.delete([run])]), at: 2000)
        one.take([rewrite])
        two.take([delete])
        #expect(one.text == "- [ ] rye\n")
        #expect(two.text == one.text)
    }

    @Test("a stamp that does not exceed its parents' is read as if it did")
    func badStamps() {
        var one = Author(1, on: LineMergeTests.list)
        let first = one.act(.edited([.text(one.line("milk"), to: Array("oat".utf8))]), at: 5000)
        var bad = one.act(.edited([.text(one.line("oat"), to: Array("soy".utf8))]), at: 6000)
        bad.stamp = Stamp(milliseconds: 2)
        let creation = Author.creation(LineMergeTests.list)
        for order in [[creation, first, bad], [bad, first, creation], [first, creation, bad]] {
            var state = LineMerge.State()
            for event in order { state.apply(event) }
            #expect(String(decoding: state.document.bytes, as: UTF8.self) == "- [ ] soy\n- [ ] bread\n- [ ] tea\n")
        }
    }
}

extension Array where Element == Event? {
    /// The events that are there.
    var compacted: [Event] { compactMap { $0 } }
}
