import Checklist
import DataFormats
import Events
import Foundation
import TestSupport
import Testing

@Suite struct `An event as JSON` {
    @Test(arguments: 1...10)
    func `comes back as it was, invalid UTF-8 included`(seed: Int) throws {
        var random = RandomEvents(seed: UInt64(seed))
        for _ in 0..<200 {
            let event = random.event()
            #expect(try Event(json: event.json) == event, "seed \(seed): \(event.json)")
            #expect(!event.json.contains("\n"))
        }
    }

    @Test func `is JSON to others`() throws {
        var random = RandomEvents(seed: 99)
        for _ in 0..<200 {
            let event = random.event()
            let object = try JSONSerialization.jsonObject(with: Data(event.json.utf8)) as? [String: Any]
            #expect(object?["id"] as? String == "\(event.id)")
            #expect(object?["kind"] as? String == "\(event.change.kind)")
        }
    }

    @Test(arguments: [
        "", "{", "[1,2", "{\"id\":}", "{\"a\":1}x", "nul", "\"\\ud800\"", "\"\u{1}\"", "01", "1.", "1e", "-", "\"\\x\"",
        "{\"id\":\"0000000000000001-1\"}", String(repeating: "[", count: 100),
    ])
    func `that is none is refused`(text: String) {
        #expect(throws: DecodingFailure.self) { try Event(json: text) }
    }

    /// A program that knows no such parts looks for `edits` beside the event: it must not take half of it.
    @Test func `of a later form has its parts apart`() throws {
        func object(_ change: Change) throws -> [String: Any] {
            let event = Event(
                id: EventID(device: DeviceID(1), counter: 3), note: NoteID(high: 1, low: 2), stamp: Stamp(rawValue: 5),
                parents: [], change: change)
            return try #require(try JSONSerialization.jsonObject(with: Data(event.json.utf8)) as? [String: Any])
        }
        let undone = EventID(device: DeviceID(1), counter: 2)
        let (peer, stamp) = (DeviceID(2), Stamp(rawValue: 4))
        #expect(try object(.undone(undone, NoteParts(title: "T")))["edits"] != nil)
        let body = try object(.received(from: peer, stamp: stamp, NoteParts()))
        #expect(body["edits"] != nil && body["title"] == nil && body["parts"] == nil)
        let settings = [AttributeSetting(name: "due", values: [])]
        let later: [(Change, String)] = [
            (.undone(undone, NoteParts(attributes: settings)), "attributes"),
            (.received(from: peer, stamp: stamp, NoteParts(title: "T")), "title"),
            (.received(from: peer, stamp: stamp, NoteParts(trashed: false)), "trashed"),
        ]
        for (change, part) in later {
            let object = try object(change)
            #expect(object["edits"] == nil && object[part] == nil)
            #expect((object["parts"] as? [String: Any])?[part] != nil)
        }
    }

    @Test func `a kind of the first release by its number is refused`() throws {
        let event = Event(
            id: EventID(device: DeviceID(1), counter: 3), note: NoteID(high: 1, low: 2), stamp: Stamp(rawValue: 5),
            parents: [], change: .unknown(kind: 7, payload: []))
        #expect(throws: DecodingFailure.self) { try Event(json: event.json) }
    }

    @Test func `damaged in any way is read or refused`() {
        var random = RandomEvents(seed: 5)
        for _ in 0..<300 {
            var text = Array(random.event().json.utf8)
            text[random.number(below: text.count)] = UInt8(random.number(below: 256))
            _ = try? Event(json: String(decoding: text, as: UTF8.self))
        }
    }

    @Test(arguments: 0...40)
    func `base64 is what Foundation makes of it`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
        #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString())
        #expect(Base64.decode(Data(bytes).base64EncodedString()) == bytes)
    }

    @Test(arguments: ["A", "AA", "AAA", "AB==", "A===", "====", "AA=A", "AA-_"])
    func `base64 that nobody writes is refused`(text: String) { #expect(Base64.decode(text) == nil) }
}
