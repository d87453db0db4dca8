import Checklist
import DataFormats

/// The format before the first release, still read: everything is named in full, a toggle has no mark, a note
/// carries no attributes, and only edits existed that set, insert and delete.
///
/// ```
/// version  1 byte, 0
/// author   8 bytes of device ‖ 8 of counter
/// note     16 bytes
/// stamp    8 bytes
/// parents  1 byte of count, then 16 bytes each
/// kind     1 byte: created 1, toggled 2, edited 5, retitled 7, trashed 8, restored 9
/// payload  created: title, body · toggled: line, state · edited: edits · retitled: title
/// ```
/// A line is 16 bytes of event ‖ 4 of index; texts and edits have a count of 4 bytes before them. All big-endian.
enum RecordVersion0 {
    static func decode(_ reader: inout RecordReader) throws(DecodingFailure) -> Event {
        let id = try eventID(&reader)
        let note = NoteID(high: try reader.bigEndian(), low: try reader.bigEndian())
        let stamp = Stamp(rawValue: try reader.bigEndian())
        var parents: [EventID] = []
        for _ in 0..<(try reader.byte()) { parents.append(try eventID(&reader)) }
        let change = try change(&reader)
        return Event(id: id, note: note, stamp: stamp, parents: EventFrontier(parents), change: change)
    }

    private static func change(_ reader: inout RecordReader) throws(DecodingFailure) -> Change {
        let start = reader.offset
        switch try reader.byte() {
        case 1:
            let title = try text(&reader)
            return .created(title: title, body: try bytes(&reader), attributes: [])
        case 2:
            let line = try line(&reader)
            let ticked = try reader.flag("state")
            // The mark that everybody wrote then.
            return .toggled(line, to: ticked, mark: ticked ? UInt8(ascii: "x") : UInt8(ascii: " "))
        case 5:
            var edits: [LineEdit] = []
            for _ in 0..<(try reader.bigEndian(count: 4)) { edits.append(try edit(&reader)) }
            return .edited(edits)
        case 7: return .retitled(try text(&reader))
        case 8: return .trashed
        case 9: return .restored
        default: throw DecodingFailure(.invalidField("kind"), at: start)
        }
    }

    private static func edit(_ reader: inout RecordReader) throws(DecodingFailure) -> LineEdit {
        let start = reader.offset
        switch try reader.byte() {
        case 1:
            let line = try line(&reader)
            return .text(line, to: try bytes(&reader))
        case 2:
            let hasAfter = try reader.flag("neighbour")
            let after = hasAfter ? try line(&reader) : nil
            let hasBefore = try reader.flag("neighbour")
            let before = hasBefore ? try line(&reader) : nil
            return .insert(after: after, before: before, bytes: try bytes(&reader))
        case 3: return .delete([LineRun(first: try line(&reader))])
        default: throw DecodingFailure(.invalidField("edit"), at: start)
        }
    }

    private static func eventID(_ reader: inout RecordReader) throws(DecodingFailure) -> EventID {
        let device = DeviceID(try reader.bigEndian())
        return EventID(device: device, counter: try reader.bigEndian())
    }

    private static func line(_ reader: inout RecordReader) throws(DecodingFailure) -> LineID {
        let event = try eventID(&reader)
        return LineID(event: event, index: UInt32(truncatingIfNeeded: try reader.bigEndian(count: 4)))
    }

    private static func bytes(_ reader: inout RecordReader) throws(DecodingFailure) -> [UInt8] {
        [UInt8](try reader.raw(count: Int(try reader.bigEndian(count: 4))))
    }

    private static func text(_ reader: inout RecordReader) throws(DecodingFailure) -> String {
        let start = reader.offset
        guard let text = String(validating: try bytes(&reader), as: UTF8.self) else {
            throw DecodingFailure(.invalidText, at: start)
        }
        return text
    }
}
