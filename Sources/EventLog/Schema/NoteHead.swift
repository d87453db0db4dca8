import DataFormats

internal import Checklist
package import Events

/// What the log keeps of a note beside its events: where its stream ends, and what its snapshots cover.
package struct NoteHead: Hashable, Sendable {
    /// The note's number in the roster.
    package var number: UInt32
    /// How many events it has.
    package var version: UInt64 = 0
    /// Position of the newest of them.
    package var position: UInt64 = 0
    /// The greatest stamp among them.
    package var stamp = Stamp(rawValue: 0)
    /// The events that no other event of the note has for a parent, in order of id.
    package var heads = EventFrontier()
    /// Bytes of its records.
    package var recordBytes: UInt64 = 0
    /// The version that the newest snapshot stands for; 0 if there is none.
    package var snapshotVersion: UInt64 = 0
    /// `recordBytes` at that snapshot.
    var snapshotRecordBytes: UInt64 = 0
    /// Bytes that are on disk only for the sake of snapshots of the past.
    var keptBytes: UInt64 = 0
    /// The snapshot that is being written, a few chunks a commit.
    var pending: PendingSnapshot?
    /// The snapshot that is being removed, while the next one is written.
    var retiring: RetiringSnapshot?
    /// Stretches of events that came without having seen all that was there, in order of version.
    package var lateArrivals: [LateArrival] = []

    /// Versions whose events had not seen all that the store had. A snapshot of before holds too much to fold them in.
    package struct LateArrival: Hashable, Sendable {
        /// The first version of the stretch.
        package var first: UInt64
        /// The last version of the stretch.
        package var last: UInt64
        /// The newest version all of which these events, and whatever saw them, had seen.
        package var seen: UInt64
    }

    /// A note without events.
    package init(number: UInt32) { self.number = number }

    /// Whether a snapshot of one version can be the start for folding up to another one.
    func isBase(_ base: UInt64, for version: UInt64) -> Bool {
        base <= version
            && !lateArrivals.contains { late in
                late.seen < base && max(base + 1, late.first) <= min(version, late.last)
            }
    }

    /// Whether any of the versions behind one, up to another, came late.
    func hasLateArrivals(after base: UInt64, upTo version: UInt64) -> Bool {
        lateArrivals.contains { max(base + 1, $0.first) <= min(version, $0.last) }
    }

    /// Notes that the next version comes late.
    mutating func addLateArrival(seen: UInt64) {
        let next = version + 1
        // Stretches that lie near each other become one: that may rule a snapshot out, but keeps the list short.
        if let last = lateArrivals.last, next - last.last <= Self.stretchGap {
            lateArrivals[lateArrivals.count - 1] = LateArrival(
                first: last.first, last: next, seen: min(last.seen, seen))
        } else {
            lateArrivals.append(LateArrival(first: next, last: next, seen: seen))
        }
    }

    private static var stretchGap: UInt64 { 256 }

    init(reading reader: inout RecordReader) throws(DecodingFailure) {
        let start = reader.offset
        let numbered = try reader.varint()
        number = UInt32(truncatingIfNeeded: numbered)
        let parts = numbered >> 32
        guard parts < 4 else { throw DecodingFailure(.numberTooLarge, at: start) }
        version = try reader.quantity()
        position = try reader.quantity()
        stamp = Stamp(rawValue: try reader.varint())
        var heads: [EventID] = []
        for _ in 0..<(try reader.elementCount()) {
            let device = DeviceID(try reader.bigEndian())
            heads.append(EventID(device: device, counter: try reader.varint()))
        }
        self.heads = EventFrontier(heads)
        recordBytes = try reader.quantity()
        snapshotVersion = try reader.quantity()
        snapshotRecordBytes = try reader.quantity()
        keptBytes = try reader.quantity()
        _ = try reader.varint32()
        for _ in 0..<(try reader.elementCount()) {
            let first = try reader.varint()
            let last = try reader.varint()
            lateArrivals.append(LateArrival(first: first, last: last, seen: try reader.varint()))
        }
        if parts & 1 != 0 { pending = try PendingSnapshot(reading: &reader) }
        if parts & 2 != 0 { retiring = try RetiringSnapshot(reading: &reader) }
        guard isPossible else { throw DecodingFailure(.invalidField("head"), at: start) }
    }

    /// Whether the numbers go together as those of a note do: what reckons with them need not ask.
    private var isPossible: Bool {
        // Each version has a position of its own.
        guard version >= 1, version <= position, version <= StreamBlock.mostVersions else { return false }
        guard snapshotVersion <= version, snapshotRecordBytes <= recordBytes else { return false }
        var end: UInt64 = 0
        for late in lateArrivals {
            guard late.first > end, late.last >= late.first, late.seen < late.first else { return false }
            end = late.last
        }
        if let pending {
            guard (1...version).contains(pending.version), pending.recordBytes <= recordBytes else { return false }
        }
        if let retiring { guard (1...version).contains(retiring.version) else { return false } }
        return end <= version
    }

    func write(into writer: inout ByteWriter) {
        // Bits above the number say what stands at the end; mostly nothing does.
        writer.write(varint: UInt64(number) | (pending == nil ? 0 : 1 << 32) | (retiring == nil ? 0 : 1 << 33))
        writer.write(varint: version)
        writer.write(varint: position)
        writer.write(varint: stamp.rawValue)
        writer.write(varint: UInt64(heads.count))
        for head in heads {
            writer.write(bigEndian: head.device.rawValue)
            writer.write(varint: head.counter)
        }
        writer.write(varint: recordBytes)
        writer.write(varint: snapshotVersion)
        writer.write(varint: snapshotRecordBytes)
        writer.write(varint: keptBytes)
        // Up to format 2, the first number of a chunk that no snapshot of the past has: numbers were not used again.
        writer.write(varint: 0)
        writer.write(varint: UInt64(lateArrivals.count))
        for late in lateArrivals {
            writer.write(varint: late.first)
            writer.write(varint: late.last)
            writer.write(varint: late.seen)
        }
        pending?.write(into: &writer)
        retiring?.write(into: &writer)
    }
}
