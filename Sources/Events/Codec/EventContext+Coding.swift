import Checklist
import DataFormats

/// The bits that say what of a context follows.
enum ContextBits {
    static let ownGroup: UInt8 = 0b0_0001
    static let otherGroup: UInt8 = 0b0_0010
    static let author: UInt8 = 0b0_0100
    static let deviceName: UInt8 = 0b0_1000
    static let reason: UInt8 = 0b1_0000
}

extension ByteWriter {
    /// Writes the context of an event. The group's device was admitted to the roster before.
    mutating func write(_ context: EventContext, of event: EventID, _ roster: borrowing Roster) {
        let isOwn = context.group.map { $0.device == event.device && $0.counter < event.counter } ?? false
        var bits: UInt8 = context.group == nil ? 0 : isOwn ? ContextBits.ownGroup : ContextBits.otherGroup
        if context.author != nil { bits |= ContextBits.author }
        if context.deviceName != nil { bits |= ContextBits.deviceName }
        if context.reason != nil { bits |= ContextBits.reason }
        write(byte: bits)
        if let group = context.group {
            if isOwn { write(varint: event.counter - group.counter) } else { write(group, roster) }
        }
        for text in [context.author, context.deviceName, context.reason] {
            if let text { write(counted: text) }
        }
    }
}
