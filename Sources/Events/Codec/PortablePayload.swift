import Checklist
import DataFormats

/// Payloads that mean the same in every log. What older programs carry along without knowing it must not refer to the
/// numbers of one log, so these bring the devices that they name, in full:
///
/// ```
/// devices  count, then 8 bytes each; the payload refers to them by number from 0
/// payload  as it would be, with those numbers
/// ```
extension Change {
    /// An undo of attributes: a second form of `undone`, which had no place for them.
    static let undoneWithAttributes: UInt64 = 12

    /// A title or a flag that came from a peer: a second form of `received`, which had place for a body only.
    static let receivedWithFields: UInt64 = 13

    /// Whether the devices that the payload names stand in it.
    var isPortable: Bool {
        switch self {
        case .undone(_, let parts): !parts.attributes.isEmpty
        case .received(_, _, let parts): parts.title != nil || parts.trashed != nil || !parts.attributes.isEmpty
        default: false
        }
    }

    /// The number that stands for kind and form in a record.
    var code: UInt64 {
        switch self {
        case .undone where isPortable: Self.undoneWithAttributes
        case .received where isPortable: Self.receivedWithFields
        default: kind.code
        }
    }

    /// The change that a payload of another log is, as a program carried it along that did not know it. What is not known
    /// here either stays so.
    init(code: UInt64, carried payload: [UInt8]) throws(DecodingFailure) {
        guard code == 0 || code >= Kind.attributed.code else { throw DecodingFailure(.invalidField("kind"), at: 0) }
        let result = payload.withUnsafeBytes { bytes in
            Result { () throws(DecodingFailure) in
                var record = RecordVersion1(reader: RecordReader(bytes), roster: Roster())
                return try record.change(code: code)
            }
        }
        self = try result.get()
    }
}

extension ByteWriter {
    /// The payload, with its devices before it if it brings them.
    mutating func write(payloadOf change: Change, _ roster: borrowing Roster) {
        guard change.isPortable else { return write(payload: change, roster) }
        var own = Roster()
        RecordEncoder.admitDevices(of: change, to: &own)
        write(varint: UInt64(own.devices.count))
        for device in own.devices { write(bigEndian: device.rawValue) }
        write(payload: change, own)
    }
}
