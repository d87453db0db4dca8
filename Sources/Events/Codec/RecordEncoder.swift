import Checklist
import DataFormats

/// Writes events as records: of version 2 where an event has a context, else of version 1, which is the same without.
///
/// ```
/// version  1 byte, 1 or 2
/// flags    1 byte: bits 0–1 parents (0 none, 1 one of the same device, 2 a list), bit 2 devices are introduced,
///          bit 3 the note is introduced
/// [devices]  count, then number ‖ 8 bytes each      only with bit 2
/// note     number [‖ 16 bytes with bit 3]
/// author   device number ‖ counter
/// stamp    6 bytes of milliseconds ‖ counter
/// parents  1: author's counter − parent's; 2: count, then device number ‖ counter each
/// [context]  1 byte of bits, then what they name, in their order    only in version 2
///   bit 0  group, of the same device: author's counter − group's
///   bit 1  group, of any other: device number ‖ counter
///   bit 2  author    bit 3  device's name    bit 4  reason: count of bytes ‖ UTF-8 each
/// kind     code
/// payload  to the end
/// ```
/// Numbers are LEB128 unless bytes are given; those are big-endian.
package enum RecordEncoder {
    /// The version that is written where there is no context.
    package static let version: UInt8 = 1
    /// The version that is written where there is one.
    package static let versionWithContext: UInt8 = 2

    /// Writes an event behind what is there; devices and the note that the log did not name yet join the roster.
    ///
    /// - Parameter number: the note's number, if the caller has it at hand.
    package static func encode(
        _ event: Event, into writer: inout ByteWriter, roster: inout Roster, numbered number: UInt32? = nil
    ) {
        let introduced = roster.devices.count
        admitDevices(of: event, to: &roster)
        let noteNumber: UInt32
        var flags: UInt8 = 0
        if let known = roster.number(of: event.note, guess: number) {
            noteNumber = known
        } else {
            noteNumber = roster.admit(event.note)
            flags |= Flag.introducesNote
        }
        let parents = ParentForm(of: event.id, event.parents)
        flags |= parents.rawValue
        if roster.devices.count > introduced { flags |= Flag.introducesDevices }

        writer.write(byte: event.hasContext ? versionWithContext : version)
        writer.write(byte: flags)
        if flags & Flag.introducesDevices != 0 {
            writer.write(varint: UInt64(roster.devices.count - introduced))
            for number in introduced..<roster.devices.count {
                writer.write(varint: UInt64(number))
                writer.write(bigEndian: roster.devices[number].rawValue)
            }
        }
        writer.write(varint: UInt64(noteNumber))
        if flags & Flag.introducesNote != 0 {
            writer.write(bigEndian: event.note.high)
            writer.write(bigEndian: event.note.low)
        }
        writer.write(event.id, roster)
        writer.write(bigEndian: event.stamp.milliseconds, count: 6)
        writer.write(varint: UInt64(event.stamp.counter))
        switch parents {
        case .none: break
        case .ownPrevious: writer.write(varint: event.id.counter - event.parents[0].counter)
        case .list:
            writer.write(varint: UInt64(event.parents.count))
            for parent in event.parents { writer.write(parent, roster) }
        }
        if event.hasContext { writer.write(event.context, of: event.id, roster) }
        writer.write(varint: event.change.code)
        writer.write(payloadOf: event.change, roster)
    }

    /// What the flags say of the parents.
    enum ParentForm: UInt8 {
        case none = 0
        case ownPrevious = 1
        case list = 2

        init(of event: EventID, _ parents: EventFrontier) {
            if parents.isEmpty {
                self = .none
            } else if parents.count == 1, parents[0].device == event.device, parents[0].counter < event.counter {
                self = .ownPrevious
            } else {
                self = .list
            }
        }
    }

    enum Flag {
        static let parentMask: UInt8 = 0b0011
        static let introducesDevices: UInt8 = 0b0100
        static let introducesNote: UInt8 = 0b1000
        static let all: UInt8 = 0b1111
    }

    /// The devices in the order in which the record refers to them.
    private static func admitDevices(of event: Event, to roster: inout Roster) {
        roster.admit(event.id.device)
        for index in event.parents.indices { roster.admit(event.parents[index].device) }
        if event.hasContext, let group = event.context.group { roster.admit(group.device) }
        if !event.change.isPortable { admitDevices(of: event.change, to: &roster) }
    }

    /// The devices in the order in which the payload refers to them.
    static func admitDevices(of change: Change, to roster: inout Roster) {
        switch change {
        case .toggled(let line, _, _): roster.admit(line.event.device)
        case .appended(let edits), .edited(let edits), .converted(_, let edits): admit(edits, to: &roster)
        case .undone(let target, let parts):
            roster.admit(target.device)
            admit(parts.edits, to: &roster)
        case .received(let device, _, let parts):
            roster.admit(device)
            admit(parts.edits, to: &roster)
        case .created, .retitled, .trashed, .restored, .attributed, .unknown: break
        }
    }

    private static func admit(_ edits: [LineEdit], to roster: inout Roster) {
        for edit in edits {
            switch edit {
            case .mark(let line, _), .prefix(let line, _), .text(let line, _), .ending(let line, _):
                roster.admit(line.event.device)
            case .insert(let after, let before, _):
                if let after { roster.admit(after.event.device) }
                if let before { roster.admit(before.event.device) }
            case .delete(let runs):
                for run in runs { roster.admit(run.first.event.device) }
            case .restore(let line, let after, _), .move(let line, let after):
                roster.admit(line.event.device)
                if let after { roster.admit(after.event.device) }
            }
        }
    }
}
