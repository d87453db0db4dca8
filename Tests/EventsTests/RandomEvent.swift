import Checklist
import Events
import TestSupport

/// Random events of every kind, from few devices and notes, so that references repeat.
struct RandomEvents {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    mutating func device() -> DeviceID { DeviceID([1, 2, .max, 0xA1B2_C3D4_E5F6_0718][number(below: 4)]) }

    mutating func eventID() -> EventID {
        EventID(device: device(), counter: [0, 1, 127, 128, 1_000_000, .max][number(below: 6)])
    }

    mutating func line() -> LineID {
        LineID(event: eventID(), index: [0, 1, 300, .max][number(below: 4)])
    }

    mutating func optionalLine() -> LineID? { number(below: 3) == 0 ? nil : line() }

    mutating func bytes() -> [UInt8] {
        (0..<number(below: 20)).map { _ in UInt8(number(below: 256)) }
    }

    mutating func text() -> String { ["", "milk", "Käse 🧀", "a\"b\\c\n\u{0}\t\u{7F}"][number(below: 4)] }

    mutating func edits() -> [LineEdit] {
        (0..<number(below: 5)).map { _ in
            switch number(below: 8) {
            case 0: .mark(line(), to: UInt8(number(below: 256)))
            case 1: .prefix(line(), to: bytes())
            case 2: .text(line(), to: bytes())
            case 3: .ending(line(), to: bytes())
            case 4: .insert(after: optionalLine(), before: optionalLine(), bytes: bytes())
            case 5: .delete([LineRun(first: LineID(event: eventID(), index: 7), count: 12), LineRun(first: line())])
            case 6: .restore(line(), after: optionalLine(), bytes: bytes())
            default: .move(line(), after: optionalLine())
            }
        }
    }

    mutating func settings() -> [AttributeSetting] {
        (0..<number(below: 3)).map { _ in
            AttributeSetting(name: text(), values: (0..<number(below: 3)).map { _ in bytes() })
        }
    }

    /// Edits alone every other time.
    mutating func parts() -> NoteParts {
        if number(below: 2) == 0 { return NoteParts(edits: edits()) }
        return NoteParts(
            edits: edits(), title: number(below: 2) == 0 ? nil : text(),
            trashed: [nil, true, false][number(below: 3)], attributes: number(below: 2) == 0 ? [] : settings())
    }

    mutating func change() -> Change {
        switch number(below: 12) {
        case 0:
            .created(
                title: text(), body: bytes(),
                attributes: (0..<number(below: 3)).map { _ in Attribute(name: text(), value: bytes()) })
        case 1: .toggled(line(), to: number(below: 2) == 0, mark: UInt8(number(below: 256)))
        case 2: .appended(edits())
        case 3: .converted(toChecklist: number(below: 2) == 0, edits())
        case 4: .edited(edits())
        case 5: .retitled(text())
        case 6: .trashed
        case 7: .restored
        case 8:
            .undone(eventID(), parts())
        case 9: .received(from: device(), stamp: Stamp(rawValue: generator.next()), parts())
        case 10: .attributed(settings())
        default: .unknown(kind: [0, 40, 64, .max][number(below: 4)], payload: bytes())
        }
    }

    mutating func event() -> Event {
        var id = eventID()
        var parents = (0..<number(below: 3)).map { _ in eventID() }
        // The common case, which the codec writes in short.
        if number(below: 2) == 0 {
            id.counter = 5000
            parents = [EventID(device: id.device, counter: 4999)]
        }
        return Event(
            id: id, note: NoteID(high: UInt64(number(below: 3)), low: 9),
            stamp: Stamp(milliseconds: UInt64(number(below: 1 << 47)), counter: UInt16(number(below: 1 << 16))),
            parents: EventFrontier(parents), change: change(), context: context(of: id))
    }

    /// Mostly nothing, as with real events.
    private mutating func context(of event: EventID) -> EventContext {
        var context = EventContext()
        guard number(below: 3) == 0 else { return context }
        let texts = ["Ada", "", "Ada's phone 📱", "because of\nthis"]
        if number(below: 2) == 0 {
            let isOwn = number(below: 2) == 0 && event.counter > 1
            context.group = isOwn ? EventID(device: event.device, counter: event.counter - 1) : eventID()
        }
        if number(below: 2) == 0 { context.author = texts[number(below: texts.count)] }
        if number(below: 2) == 0 { context.deviceName = texts[number(below: texts.count)] }
        if number(below: 2) == 0 { context.reason = texts[number(below: texts.count)] }
        return context
    }
}
