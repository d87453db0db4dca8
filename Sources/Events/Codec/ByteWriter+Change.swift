import Checklist
import DataFormats

/// The parts of a record of version 1 below the header. Every device was admitted to the roster before.
extension ByteWriter {
    mutating func write(_ event: EventID, _ roster: borrowing Roster) {
        write(varint: UInt64(roster.number(of: event.device) ?? 0))
        write(varint: event.counter)
    }

    private mutating func write(_ line: LineID, _ roster: borrowing Roster) {
        write(line.event, roster)
        write(varint: UInt64(line.index))
    }

    /// 0 for none; else the device's number is one greater.
    private mutating func write(optional line: LineID?, _ roster: borrowing Roster) {
        guard let line else { return write(byte: 0) }
        write(varint: UInt64(roster.number(of: line.event.device) ?? 0) + 1)
        write(varint: line.event.counter)
        write(varint: UInt64(line.index))
    }

    mutating func write(payload change: Change, _ roster: borrowing Roster) {
        switch change {
        case .created(let title, let body, let attributes):
            write(counted: title)
            write(varint: UInt64(attributes.count))
            for attribute in attributes {
                write(counted: attribute.name)
                write(counted: attribute.value)
            }
            write(counted: body)
        case .toggled(let line, let ticked, let mark):
            write(line, roster)
            write(byte: ticked ? 1 : 0)
            write(byte: mark)
        case .appended(let edits), .edited(let edits):
            write(edits, roster)
        case .converted(let toChecklist, let edits):
            write(byte: toChecklist ? 1 : 0)
            write(edits, roster)
        case .retitled(let title):
            write(counted: title)
        case .trashed, .restored:
            break
        case .attributed(let settings):
            write(settings)
        case .undone(let target, let parts):
            write(target, roster)
            write(parts, roster)
        case .received(let device, let stamp, let parts):
            write(varint: UInt64(roster.number(of: device) ?? 0))
            write(bigEndian: stamp.rawValue)
            if change.isPortable { write(parts, roster) } else { write(parts.edits, roster) }
        case .unknown(_, let payload):
            write(raw: payload)
        }
    }

    private mutating func write(_ parts: NoteParts, _ roster: borrowing Roster) {
        write(byte: parts.flags)
        if let title = parts.title { write(counted: title) }
        if !parts.attributes.isEmpty { write(parts.attributes) }
        write(parts.edits, roster)
    }

    private mutating func write(_ settings: [AttributeSetting]) {
        write(varint: UInt64(settings.count))
        for setting in settings {
            write(counted: setting.name)
            write(varint: UInt64(setting.values.count))
            for value in setting.values { write(counted: value) }
        }
    }

    private mutating func write(_ edits: [LineEdit], _ roster: borrowing Roster) {
        write(varint: UInt64(edits.count))
        for edit in edits {
            write(byte: edit.tag.rawValue)
            switch edit {
            case .mark(let line, let mark):
                write(line, roster)
                write(byte: mark)
            case .prefix(let line, let bytes), .text(let line, let bytes), .ending(let line, let bytes):
                write(line, roster)
                write(counted: bytes)
            case .insert(let after, let before, let bytes):
                write(optional: after, roster)
                write(optional: before, roster)
                write(counted: bytes)
            case .delete(let runs):
                write(varint: UInt64(runs.count))
                for run in runs {
                    write(run.first, roster)
                    write(varint: UInt64(run.count))
                }
            case .restore(let line, let after, let bytes):
                write(line, roster)
                write(optional: after, roster)
                write(counted: bytes)
            case .move(let line, let after):
                write(line, roster)
                write(optional: after, roster)
            }
        }
    }
}

extension NoteParts {
    /// Bit 0: a title follows; bit 1: the trashed flag is set, to bit 2; bit 3: attributes follow.
    var flags: UInt8 {
        (title == nil ? 0 : 1) | (trashed == nil ? 0 : 2) | (trashed == true ? 4 : 0) | (attributes.isEmpty ? 0 : 8)
    }
}

/// The byte that says which edit follows.
enum EditTag: UInt8 {
    case mark = 1
    case prefix = 2
    case text = 3
    case ending = 4
    case insert = 5
    case delete = 6
    case restore = 7
    case move = 8
}

extension LineEdit {
    var tag: EditTag {
        switch self {
        case .mark: .mark
        case .prefix: .prefix
        case .text: .text
        case .ending: .ending
        case .insert: .insert
        case .delete: .delete
        case .restore: .restore
        case .move: .move
        }
    }
}
