import Checklist
import DataFormats

/// A record of version 1 or 2 while it is read; the format stands at ``RecordEncoder``.
struct RecordVersion1 {
    private var reader: RecordReader
    private var devices: [DeviceID]
    private let notes: [NoteID]
    private var flags: UInt8 = 0
    /// Devices that this record names first. They may be on the roster already.
    private(set) var introduced: [(number: UInt64, device: DeviceID)] = []
    private(set) var introducedNote: NoteID?
    private(set) var noteNumber: UInt64 = 0
    /// Whether the body of a note that begins stays where it is, and where that is.
    private let lendsBody: Bool
    private(set) var lentBody: UnsafeRawBufferPointer?

    /// Whether a context stands before the kind: so it does in version 2.
    private let hasContext: Bool

    init(reader: RecordReader, roster: Roster, hasContext: Bool = false, lendsBody: Bool = false) {
        self.reader = reader
        self.hasContext = hasContext
        self.lendsBody = lendsBody
        devices = roster.devices
        notes = roster.notes
    }

    /// What stands before the author.
    mutating func readHeader() throws(DecodingFailure) {
        flags = try reader.byte()
        guard flags & ~RecordEncoder.Flag.all == 0 else { throw DecodingFailure(.invalidField("flags"), at: 1) }
        if flags & RecordEncoder.Flag.introducesDevices != 0 {
            for _ in 0..<(try reader.elementCount()) {
                introduced.append((try reader.varint(), DeviceID(try reader.bigEndian())))
            }
        }
        noteNumber = try reader.varint()
        if flags & RecordEncoder.Flag.introducesNote != 0 {
            introducedNote = NoteID(high: try reader.bigEndian(), low: try reader.bigEndian())
        }
    }

    mutating func decode() throws(DecodingFailure) -> Event {
        try readHeader()
        let note: NoteID
        if let introducedNote {
            note = introducedNote
        } else if noteNumber < UInt64(notes.count) {
            note = notes[Int(noteNumber)]
        } else {
            throw DecodingFailure(.unknownReference(noteNumber), at: reader.offset)
        }
        let id = try eventID()
        let milliseconds = try reader.bigEndian(count: 6)
        let start = reader.offset
        guard let tick = UInt16(exactly: try reader.varint()) else {
            throw DecodingFailure(.numberTooLarge, at: start)
        }
        let parents = try parents(of: id)
        let context = hasContext ? try context(of: id) : EventContext()
        let change = try change(code: try reader.varint())
        return Event(
            id: id, note: note, stamp: Stamp(milliseconds: milliseconds, counter: tick), parents: parents,
            change: change, context: context)
    }

    private mutating func context(of id: EventID) throws(DecodingFailure) -> EventContext {
        let start = reader.offset
        let bits = try reader.byte()
        let groups = bits & (ContextBits.ownGroup | ContextBits.otherGroup)
        // One without anything would be of version 1.
        guard bits > 0, bits < 0b10_0000, groups != ContextBits.ownGroup | ContextBits.otherGroup else {
            throw DecodingFailure(.invalidField("context"), at: start)
        }
        var context = EventContext()
        if groups == ContextBits.ownGroup {
            let distance = try reader.varint()
            guard distance > 0, distance <= id.counter else { throw DecodingFailure(.invalidField("group"), at: start) }
            context.group = EventID(device: id.device, counter: id.counter - distance)
        } else if groups == ContextBits.otherGroup {
            context.group = try eventID()
        }
        if bits & ContextBits.author != 0 { context.author = try reader.text() }
        if bits & ContextBits.deviceName != 0 { context.deviceName = try reader.text() }
        if bits & ContextBits.reason != 0 { context.reason = try reader.text() }
        return context
    }

    private mutating func parents(of id: EventID) throws(DecodingFailure) -> EventFrontier {
        switch flags & RecordEncoder.Flag.parentMask {
        case 0: return []
        case 1:
            let start = reader.offset
            let distance = try reader.varint()
            guard distance > 0, distance <= id.counter else {
                throw DecodingFailure(.invalidField("parent"), at: start)
            }
            return EventFrontier(EventID(device: id.device, counter: id.counter - distance))
        case 2:
            let count = try reader.elementCount()
            var parents: [EventID] = []
            parents.reserveCapacity(count)
            for _ in 0..<count { parents.append(try eventID()) }
            return EventFrontier(parents)
        default: throw DecodingFailure(.invalidField("flags"), at: 1)
        }
    }

    private func device(_ number: UInt64) throws(DecodingFailure) -> DeviceID {
        if number < UInt64(devices.count) { return devices[Int(number)] }
        for entry in introduced where entry.number == number { return entry.device }
        throw DecodingFailure(.unknownReference(number), at: reader.offset)
    }

    private mutating func eventID() throws(DecodingFailure) -> EventID {
        let device = try device(try reader.varint())
        return EventID(device: device, counter: try reader.varint())
    }

    private mutating func line() throws(DecodingFailure) -> LineID {
        let event = try eventID()
        return LineID(event: event, index: try reader.varint32())
    }

    private mutating func optionalLine() throws(DecodingFailure) -> LineID? {
        let number = try reader.varint()
        guard number > 0 else { return nil }
        let device = try device(number - 1)
        let event = EventID(device: device, counter: try reader.varint())
        return LineID(event: event, index: try reader.varint32())
    }

    /// The change that the rest is the payload of.
    mutating func change(code: UInt64) throws(DecodingFailure) -> Change {
        let isPortable = code == Change.undoneWithAttributes || code == Change.receivedWithFields
        if isPortable { try readOwnDevices() }
        let change = try change(Change.Kind(code: code), isPortable: isPortable)
        try reader.end()
        return change
    }

    /// The devices that a portable payload brings: what follows has their numbers, not those of the log.
    private mutating func readOwnDevices() throws(DecodingFailure) {
        let count = try reader.elementCount()
        (devices, introduced) = ([], [])
        for _ in 0..<count { devices.append(DeviceID(try reader.bigEndian())) }
    }

    private mutating func change(_ kind: Change.Kind, isPortable: Bool) throws(DecodingFailure) -> Change {
        switch kind {
        case .created:
            let title = try reader.text()
            var attributes: [Attribute] = []
            for _ in 0..<(try reader.elementCount()) {
                attributes.append(Attribute(name: try reader.text(), value: try reader.counted()))
            }
            let body = try reader.countedSlice()
            if lendsBody { lentBody = body }
            return .created(title: title, body: lendsBody ? [] : [UInt8](body), attributes: attributes)
        case .toggled:
            let line = try line()
            let ticked = try reader.flag("state")
            return .toggled(line, to: ticked, mark: try reader.byte())
        case .appended: return .appended(try edits())
        case .converted:
            let toChecklist = try reader.flag("direction")
            return .converted(toChecklist: toChecklist, try edits())
        case .edited: return .edited(try edits())
        case .retitled: return .retitled(try reader.text())
        case .trashed: return .trashed
        case .restored: return .restored
        case .undone:
            let target = try eventID()
            return .undone(target, try parts(mayHaveAttributes: isPortable))
        case .received:
            let device = try device(try reader.varint())
            let stamp = Stamp(rawValue: try reader.bigEndian())
            let parts = isPortable ? try parts(mayHaveAttributes: true) : NoteParts(edits: try edits())
            return .received(from: device, stamp: stamp, parts)
        case .attributed: return .attributed(try settings())
        case .unknown(let code): return .unknown(kind: code, payload: [UInt8](reader.rest()))
        }
    }

    private mutating func parts(mayHaveAttributes: Bool) throws(DecodingFailure) -> NoteParts {
        let start = reader.offset
        let flags = try reader.byte()
        guard flags < (mayHaveAttributes ? 16 : 8), flags & 6 != 4 else {
            throw DecodingFailure(.invalidField("parts"), at: start)
        }
        let title = flags & 1 != 0 ? try reader.text() : nil
        let attributes = flags & 8 != 0 ? try settings() : []
        return NoteParts(
            edits: try edits(), title: title, trashed: flags & 2 != 0 ? flags & 4 != 0 : nil, attributes: attributes)
    }

    private mutating func settings() throws(DecodingFailure) -> [AttributeSetting] {
        var settings: [AttributeSetting] = []
        for _ in 0..<(try reader.elementCount()) {
            let name = try reader.text()
            var values: [[UInt8]] = []
            for _ in 0..<(try reader.elementCount()) { values.append(try reader.counted()) }
            settings.append(AttributeSetting(name: name, values: values))
        }
        return settings
    }

    private mutating func edits() throws(DecodingFailure) -> [LineEdit] {
        let count = try reader.elementCount()
        var edits: [LineEdit] = []
        edits.reserveCapacity(count)
        for _ in 0..<count { edits.append(try edit()) }
        return edits
    }

    private mutating func edit() throws(DecodingFailure) -> LineEdit {
        let start = reader.offset
        guard let tag = EditTag(rawValue: try reader.byte()) else {
            throw DecodingFailure(.invalidField("edit"), at: start)
        }
        switch tag {
        case .mark:
            let line = try line()
            return .mark(line, to: try reader.byte())
        case .prefix:
            let line = try line()
            return .prefix(line, to: try reader.counted())
        case .text:
            let line = try line()
            return .text(line, to: try reader.counted())
        case .ending:
            let line = try line()
            return .ending(line, to: try reader.counted())
        case .insert:
            let after = try optionalLine()
            let before = try optionalLine()
            return .insert(after: after, before: before, bytes: try reader.counted())
        case .delete:
            var runs: [LineRun] = []
            for _ in 0..<(try reader.elementCount()) { runs.append(try run()) }
            return .delete(runs)
        case .restore:
            let line = try line()
            let after = try optionalLine()
            return .restore(line, after: after, bytes: try reader.counted())
        case .move:
            let line = try line()
            return .move(line, after: try optionalLine())
        }
    }

    private mutating func run() throws(DecodingFailure) -> LineRun {
        let first = try line()
        let start = reader.offset
        let run = LineRun(first: first, count: try reader.varint32())
        guard run.isWellFormed else { throw DecodingFailure(.invalidField("run"), at: start) }
        return run
    }
}
