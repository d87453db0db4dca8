import Checklist
import DataFormats

/// Reads records of every version that was ever written, and gives events of today.
///
/// Decoding is total: any bytes end in an event or in a ``DecodingFailure``.
package struct RecordDecoder {
    /// Reads the record of one version, its version byte already taken.
    typealias Upcaster = @Sendable (inout RecordReader, Roster) throws(DecodingFailure) -> Event

    /// What reads each version. A version that comes out of use keeps its line: stores live longer than programs.
    static let upcasters: [UInt8: Upcaster] = [
        0: { (reader, _) throws(DecodingFailure) in try RecordVersion0.decode(&reader) }
    ]

    private let roster: Roster

    /// A decoder that knows what these numbers stand for.
    package init(roster: Roster) { self.roster = roster }

    /// The event that a record holds.
    package func decode(_ record: UnsafeRawBufferPointer) throws(DecodingFailure) -> Event {
        var reader = RecordReader(record)
        let version = try reader.byte()
        if let hasContext = Self.hasContext(version) {
            var body = RecordVersion1(reader: reader, roster: roster, hasContext: hasContext)
            return try body.decode()
        }
        guard let upcaster = Self.upcasters[version] else { throw DecodingFailure(.unknownVersion(version), at: 0) }
        let event = try upcaster(&reader, roster)
        try reader.end()
        return event
    }

    /// The event that a record holds. If it begins a note, the note's body may come beside it, as it lies in the record,
    /// and be missing in the event: it may be long, and who parses it needs no copy.
    package func decodeLendingBody(
        of record: UnsafeRawBufferPointer
    ) throws(DecodingFailure) -> (event: Event, body: UnsafeRawBufferPointer?) {
        var reader = RecordReader(record)
        guard let hasContext = Self.hasContext(try reader.byte()) else { return (try decode(record), nil) }
        var body = RecordVersion1(reader: reader, roster: roster, hasContext: hasContext, lendsBody: true)
        let event = try body.decode()
        return (event, body.lentBody)
    }

    /// The event that a record holds.
    package func decode(_ record: [UInt8]) throws(DecodingFailure) -> Event {
        let result = record.withUnsafeBytes { bytes in
            Result { () throws(DecodingFailure) in try decode(bytes) }
        }
        return try result.get()
    }

    /// Whether records of a version have a context; nil for older versions.
    private static func hasContext(_ version: UInt8) -> Bool? {
        switch version {
        case RecordEncoder.version: false
        case RecordEncoder.versionWithContext: true
        default: nil
        }
    }

    /// Adds the devices and the note that a record introduces to a roster, in the order that the numbers say.
    package static func admit(
        from record: UnsafeRawBufferPointer, to roster: inout Roster
    ) throws(DecodingFailure) {
        var reader = RecordReader(record)
        let version = try reader.byte()
        guard hasContext(version) != nil else {
            // Older versions named everything in full.
            let event = try RecordDecoder(roster: roster).decode(record)
            roster.admit(event.id.device)
            roster.admit(event.note)
            return
        }
        var header = RecordVersion1(reader: reader, roster: roster)
        try header.readHeader()
        for (number, device) in header.introduced {
            guard number == UInt64(roster.devices.count), roster.number(of: device) == nil else {
                throw DecodingFailure(.invalidField("device number"), at: 2)
            }
            roster.admit(device)
        }
        if let note = header.introducedNote {
            guard header.noteNumber == UInt64(roster.notes.count), roster.number(of: note) == nil else {
                throw DecodingFailure(.invalidField("note number"), at: 2)
            }
            roster.admit(note)
        }
    }
}
