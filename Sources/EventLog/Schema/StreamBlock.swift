import DataFormats

internal import Events

/// The positions of up to 128 consecutive versions of a note: one row of `streams`. The first position stands whole,
/// each further one as its distance from the one before.
struct StreamBlock: Hashable, Sendable {
    static let capacity: UInt64 = 128
    /// How many versions of a note can be found: blocks have numbers of 32 bits.
    static let mostVersions = capacity << 32

    /// Which block it is: version ÷ capacity, versions counted from 0.
    private(set) var index: UInt32
    private(set) var count: UInt64 = 0
    private(set) var lastPosition: UInt64 = 0
    private(set) var row: [UInt8] = []

    init(index: UInt32) { self.index = index }

    /// The block as it stands in its row.
    init(index: UInt32, row: UnsafeRawBufferPointer) throws {
        self.index = index
        try Self.forEachPosition(in: row) { position in
            lastPosition = position
            count += 1
            return true
        }
        self.row = Array(row)
    }

    /// The block that holds a version, and the version's place in it. Versions count from 1.
    static func place(of version: UInt64) -> (block: UInt32, offset: UInt64) {
        (UInt32((version - 1) / capacity), (version - 1) % capacity)
    }

    var isFull: Bool { count == Self.capacity }

    /// Adds the next version's position.
    mutating func append(_ position: UInt64) {
        row.append(varint: position - lastPosition)
        lastPosition = position
        count += 1
    }

    /// Hands the positions on, one by one, until `body` returns false.
    static func forEachPosition(in row: UnsafeRawBufferPointer, _ body: (UInt64) -> Bool) throws {
        var reader = RecordReader(row)
        var position: UInt64 = 0
        do {
            while !reader.isAtEnd {
                let distance = try reader.varint()
                let (next, overflows) = position.addingReportingOverflow(distance)
                guard distance > 0, !overflows else { throw LogError.damagedRow(table: "streams") }
                position = next
                if !body(position) { return }
            }
        } catch {
            throw LogError.damagedRow(table: "streams")
        }
    }
}
