import Checklist
import Events
import Foundation
import Testing

@Suite struct `The words for events` {
    @Test func `every kind has a name that leads back to it`() {
        for kind in Change.Kind.allCases + [.unknown(41)] {
            #expect(Change.Kind(kind.description) == kind)
            #expect(Change.Kind(code: kind.code) == kind)
        }
        #expect(Change.Kind("kind-2") == .toggled)
        #expect(Change.Kind("ticked") == nil)
        // A second form is the same kind.
        #expect(Change.Kind("kind-12") == .undone)
        #expect(Change.Kind("kind-13") == .received)
    }

    @Test func `times are written as ISO 8601`() {
        let formatter = ISO8601DateFormatter()
        for seconds in [0, 951_782_399, 951_782_400, 1_709_164_800, 1_735_689_599, 4_102_444_800, 13_569_465_600] {
            #expect(
                Stamp(milliseconds: UInt64(seconds) * 1000 + 999).utc
                    == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))))
        }
    }

    @Test(arguments: [
        ("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("a\r\nb\r\n", 2), ("a\rb\r", 2), ("\n\r", 2), ("\r\n\r", 2),
    ])
    func `lines are counted`(text: String, count: Int) { #expect(Array(text.utf8).lineCount == count) }

    @Test func `a phrase says what was done`() {
        let line = LineID(event: EventID(device: DeviceID(1), counter: 1), index: 0)
        #expect(Change.toggled(line, to: true, mark: 120).phrase.past == "ticked")
        #expect(Change.edited([.text(line, to: []), .mark(line, to: 32)]).phrase.past == "edited 1 line")
        #expect(
            Change.converted(toChecklist: true, [.prefix(line, to: []), .insert(after: nil, before: nil, bytes: [10])])
                .phrase.imperative == "make 2 lines checklist items")
        func received(_ parts: NoteParts) -> String {
            Change.received(from: DeviceID(1), stamp: Stamp(rawValue: 1), parts).phrase.past
        }
        #expect(received(NoteParts(edits: [.mark(line, to: 32)])) == "received a value from 0000000000000001")
        #expect(received(NoteParts(title: "Shop")) == "received the title “Shop” from 0000000000000001")
        #expect(
            received(NoteParts(edits: [.mark(line, to: 32)], trashed: true))
                == "received a value and a move to the trash from 0000000000000001")
        let labels = ["home", "work"].map { Array($0.utf8) }
        let settings = [
            AttributeSetting(name: "label", values: labels), AttributeSetting(name: "due", values: []),
        ]
        #expect(Change.attributed(settings).phrase.past == "set labels to home, work; removed due")
        #expect(Change.attributed(settings).phrase.imperative == "set labels to home, work; remove due")
    }
}
