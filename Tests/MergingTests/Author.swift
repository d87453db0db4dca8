import Checklist
import Events
import Merging
import TestSupport

/// A device of a test: acts on what it has seen, and takes in what others did.
struct Author {
    static let note = NoteID(high: 7, low: 7)

    let id: DeviceID
    var state: LineMerge.State
    var clock = HybridLogicalClock()
    var counter: UInt64 = 0
    /// How far this device's clock is ahead, in milliseconds.
    var skew: UInt64 = 0
    /// What it did last.
    var last: Event?

    init(_ number: UInt64, on start: String = "", stride: Int = 4) {
        id = DeviceID(number)
        state = LineMerge.State(stride: stride)
        if !start.isEmpty {
            state.apply(Author.creation(start))
            clock.observe(Stamp(milliseconds: 1), at: 1)
        }
    }

    static func creation(_ body: String) -> Event {
        Event(
            id: EventID(device: DeviceID(0), counter: 1), note: note, stamp: Stamp(milliseconds: 1), parents: [],
            change: .created(title: "", body: Array(body.utf8), attributes: []))
    }

    var text: String { String(decoding: state.document.bytes, as: UTF8.self) }

    func line(_ text: String) -> LineID {
        state.document.lines.first { $0.text.elementsEqual(text.utf8) }?.id
            ?? LineID(event: EventID(device: DeviceID(99), counter: 99), index: 0)
    }

    @discardableResult
    mutating func act(_ change: Change, at wall: UInt64 = 1000) -> Event {
        counter += 1
        let event = Event(
            id: EventID(device: id, counter: counter), note: Author.note, stamp: clock.tick(at: wall + skew),
            parents: state.heads, change: change)
        state.apply(event)
        last = event
        return event
    }

    @discardableResult
    mutating func act(_ action: Action<LineID>, at wall: UInt64 = 1000) -> Event? {
        guard case .change(let change) = state.document.plan(action, title: "", isTrashed: false) else { return nil }
        return act(change, at: wall)
    }

    /// Another device that has seen the same.
    func other(_ number: UInt64) -> Author {
        var other = Author(number)
        other.state = state
        other.clock = clock
        return other
    }

    mutating func take(_ events: some Sequence<Event>, at wall: UInt64 = 1000) {
        for event in events { clock.observe(event.stamp, at: wall + 1_000_000) }
        state.apply(contentsOf: events)
    }
}

extension Author {
    /// Something that this device's user might do, drawn at random: any edit there is.
    mutating func actAtRandom(_ random: inout SeededGenerator, at wall: UInt64) -> Event {
        let document = state.document
        let count = document.lineCount
        func some() -> LineID? {
            count == 0 ? nil : document.line(at: Int.random(in: 0..<count, using: &random)).id
        }
        let word = ["milk", "eggs", "bread", "tea"].randomElement(using: &random) ?? "" + "\(counter)"
        switch Int.random(in: 0..<24, using: &random) {
        case 0..<5:
            if let line = some(), let event = act(.toggle(line, to: Bool.random(using: &random)), at: wall) {
                return event
            }
        case 5..<9:
            if let event = act(.append(Array("\(word) \(id.rawValue).\(counter)".utf8), toBlockOf: nil), at: wall) {
                return event
            }
        case 9..<11:
            if let line = some() { return act(.edited([.text(line, to: Array("\(word)!".utf8))]), at: wall) }
        case 11..<14:
            // Several lines at once, anywhere.
            let place = Int.random(in: 0...count, using: &random)
            let after = place == 0 ? nil : document.line(at: place - 1).id
            let before = place == count ? nil : document.line(at: place).id
            let lines = (0..<Int.random(in: 1...3, using: &random)).map { "- [ ] \(id.rawValue)-\(counter)-\($0)\n" }
            return act(.edited([.insert(after: after, before: before, bytes: Array(lines.joined().utf8))]), at: wall)
        case 14..<16:
            if let line = some() { return act(.edited([.delete([LineRun(first: line)])]), at: wall) }
        case 16:
            if let line = some(), let after = some(), let event = act(.move(line, after: after), at: wall) {
                return event
            }
        case 17:
            if let line = some() {
                return act(.edited([.ending(line, to: Bool.random(using: &random) ? [13, 10] : [10])]), at: wall)
            }
        case 18:
            if let line = some(), let event = act(.convert([line], toChecklist: Bool.random(using: &random)), at: wall)
            {
                return event
            }
        case 19..<22:
            if count > 0 {
                let edits = document.typed(word, &random)
                if !edits.isEmpty { return act(.edited(edits), at: wall) }
            }
        default:
            // Deletes a line and brings it back: what an undo does.
            if let line = some() {
                let delete = [LineEdit.delete([LineRun(first: line)])]
                let inverse = document.inverse(of: delete, by: EventID(device: id, counter: counter + 1))
                let event = act(.edited(delete), at: wall)
                act(.undone(event.id, NoteParts(edits: inverse)), at: wall)
                return event
            }
        }
        return act(.retitled(word), at: wall)
    }
}

extension ChecklistDocument {
    /// What an editor records when a word is typed somewhere in the first lines, or a whole body comes back with one
    /// line changed, added or gone.
    fileprivate func typed(_ word: String, _ random: inout SeededGenerator) -> [LineEdit] {
        let line = line(at: Int.random(in: 0..<min(3, lineCount), using: &random))
        let text = line.offset + line.prefix.count
        let end = line.offset + line.content.count
        let new = Array("\(word) ".utf8)
        var bytes = self.bytes
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return edits(replacing: text..<text, with: new)
        case 1:
            let offset = Int.random(in: line.offset...end, using: &random)
            return edits(replacing: offset..<offset, with: new)
        case 2: bytes.insert(contentsOf: new, at: text)
        case 3: bytes.insert(contentsOf: Array("  ".utf8), at: line.offset)
        case 4: bytes.insert(contentsOf: Array("- [ ] \(word)\n".utf8), at: line.offset)
        default: bytes.removeSubrange(line.offset..<line.offset + line.bytes.count)
        }
        return edits(adopting: bytes)
    }
}
