import Checklist
import DataFormats
import Events
import TestSupport
import Testing

@testable import EventLog

@Suite struct `Rows of a log` {
    @Test(arguments: 1...10)
    func `a block of a stream gives its positions back`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var block = StreamBlock(index: 3)
        var positions: [UInt64] = []
        var position: UInt64 = 0
        while !block.isFull {
            position += UInt64.random(in: 1...(seed % 2 == 0 ? 3 : 1 << 40), using: &generator)
            positions.append(position)
            block.append(position)
        }
        var found: [UInt64] = []
        try block.row.withUnsafeBytes {
            try StreamBlock.forEachPosition(in: $0) {
                found.append($0); return true
            }
        }
        #expect(found == positions)
        #expect(try block.row.withUnsafeBytes { try StreamBlock(index: 3, row: $0) } == block)
        #expect(StreamBlock.place(of: 1) == (0, 0))
        #expect(StreamBlock.place(of: 128) == (0, 127))
        #expect(StreamBlock.place(of: 129) == (1, 0))
    }

    @Test func `a run of ids knows which events it has`() throws {
        let run = IDRun(firstCounter: 5, firstPosition: 100, count: 3)
        #expect((4...8).map { run.position(of: $0) } == [nil, 100, 101, 102, nil])
        #expect(run.isContinued(by: 8, at: 103) && !run.isContinued(by: 8, at: 104) && !run.isContinued(by: 9, at: 103))
        let key = Keys.id(device: 1, counter: 5)
        #expect(try key.withUnsafeBytes { key in try run.row.withUnsafeBytes { try IDRun(key: key, row: $0) } } == run)
    }

    /// The rows of format 1, written here by hand as it had them: no parts of a list, nothing unfinished, and which
    /// numbers of chunks snapshots of the past may have, which is no longer kept.
    @Test func `rows of the first format are read as they are, and written alike where nothing is new`() throws {
        var row = ByteWriter()
        for number in [77, 5] as [UInt64] { row.write(varint: number) }
        row.write(counted: [1, 2, 3])
        row.write(varint: 2)
        for (serial, anchor, size) in [(0, 0xDEAD_BEEF, 5000), (4, 7, 12)] as [(UInt64, UInt64, UInt64)] {
            row.write(varint: serial)
            row.write(bigEndian: anchor, count: 4)
            row.write(varint: size)
        }
        let manifest = try row.bytes.withUnsafeBytes { try SnapshotManifest(version: 9, row: $0) }
        let chunks: [SnapshotManifest.Chunk] = [
            .init(serial: 0, anchor: 0xDEAD_BEEF, byteCount: 5000), .init(serial: 4, anchor: 7, byteCount: 12),
        ]
        #expect(
            manifest
                == SnapshotManifest(version: 9, position: 77, nextSerial: 5, fields: [1, 2, 3], chunks: chunks))
        #expect(manifest.row(inParts: false) == row.bytes)

        var head = ByteWriter()
        for number in [3, 12, 77, 99, 1] as [UInt64] { head.write(varint: number) }
        head.write(bigEndian: 7)
        for number in [5, 400, 9, 300, 20] as [UInt64] { head.write(varint: number) }
        let keptSerial = head.count
        for number in [2, 0] as [UInt64] { head.write(varint: number) }
        let read = try head.bytes.withUnsafeBytes { bytes in
            var reader = RecordReader(bytes)
            return try NoteHead(reading: &reader)
        }
        #expect(read.number == 3 && read.version == 12 && read.snapshotVersion == 9)
        #expect(read.pending == nil && read.retiring == nil)
        var again = ByteWriter()
        read.write(into: &again)
        var expected = head.bytes
        expected[keptSerial] = 0
        #expect(again.bytes == expected)
    }

    @Test(arguments: [0, 1, 31, 32, 33, 300])
    func `what is unfinished of a snapshot comes back from its row`(count: Int) throws {
        let chunks = (0..<count).map {
            SnapshotManifest.Chunk(serial: UInt32($0), anchor: UInt32($0 &* 31), byteCount: 4000)
        }
        var head = NoteHead(number: .max)
        head.version = 5
        head.position = 7
        head.recordBytes = 100
        // More than a part of a list has stand in the list.
        head.pending = PendingSnapshot(
            version: 4, position: 6, recordBytes: 80, byteCount: 1 << 33, nextSerial: 9, listedCount: 64,
            unlisted: Array(chunks.prefix(SnapshotManifest.partSize)))
        if count > 0 { head.retiring = RetiringSnapshot(version: 2, chunkCount: 3) }
        var writer = ByteWriter()
        head.write(into: &writer)
        let read = try writer.bytes.withUnsafeBytes { bytes in
            var reader = RecordReader(bytes)
            return try NoteHead(reading: &reader)
        }
        #expect(read == head)
        // A list in parts is the list.
        let manifest = SnapshotManifest(version: 1, position: 2, nextSerial: 3, fields: [4], chunks: chunks)
        let rows = (0..<SnapshotManifest.partCount(count)).map { SnapshotManifest.part($0, of: chunks) }
        let parted = try manifest.row(inParts: true).withUnsafeBytes { row in
            try SnapshotManifest(version: 1, row: row) { part, read in try rows[part].withUnsafeBytes(read) }
        }
        #expect(parted == manifest)
    }

    @Test func `rows that are damaged are refused, never a trap`() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<3000 {
            let count = Int.random(in: 0..<40, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            bytes.withUnsafeBytes { bytes in
                _ = try? Tail(row: bytes)
                _ = try? IDRun(key: bytes, row: bytes)
                _ = try? StreamBlock(index: 0, row: bytes)
                _ = try? SnapshotManifest(version: 1, row: bytes)
                _ = try? LogTables.noteRow(bytes)
                _ = try? StoredRecord.record(in: bytes, at: 1)
            }
        }
    }

    @Test func `a head says which snapshots an event that came late rules out`() {
        var head = NoteHead(number: 0)
        head.version = 20
        head.addLateArrival(seen: 8)
        #expect(head.isBase(8, for: 21) && !head.isBase(9, for: 21) && !head.isBase(20, for: 30))
        #expect(head.isBase(15, for: 20) && head.isBase(21, for: 30) && !head.isBase(22, for: 21))
        #expect(head.hasLateArrivals(after: 8, upTo: 21) && !head.hasLateArrivals(after: 21, upTo: 30))
        head.version = 100
        head.addLateArrival(seen: 50)
        // Near stretches became one, as cautious as the more cautious of them.
        #expect(head.lateArrivals == [.init(first: 21, last: 101, seen: 8)])
        head.version = 1000
        head.addLateArrival(seen: 990)
        #expect(head.lateArrivals.count == 2)
        #expect(head.isBase(500, for: 1000) && head.isBase(990, for: 1001))
        #expect(!head.isBase(991, for: 1001))
    }

    /// Stores are full of checksums: whatever way they are computed, the values stay what they were.
    @Test func `a checksum is what it always was`() throws {
        func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
            let mixed = (state ^ word) &* 0xD1B5_4A32_D192_ED03
            return mixed ^ mixed >> 29
        }
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        func plainly(_ record: [UInt8], _ position: UInt64) -> UInt32 {
            var lanes = (0..<4).map { position &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(record.count) &+ UInt64($0) }
            var rest = record[...]
            while rest.count >= 32 {
                for lane in 0..<4 { lanes[lane] = step(lanes[lane], word(rest.dropFirst(8 * lane).prefix(8))) }
                rest = rest.dropFirst(32)
            }
            var state = step(step(lanes[0], lanes[1]), step(lanes[2], lanes[3]))
            while rest.count >= 8 {
                state = step(state, word(rest.prefix(8)))
                rest = rest.dropFirst(8)
            }
            state = step(state, rest.reduce(0) { $0 << 8 | UInt64($1) })
            return UInt32(truncatingIfNeeded: state &* 0xBF58_476D_1CE4_E5B9 >> 32)
        }
        var generator = SeededGenerator(seed: 3)
        for count in 1...200 {
            for _ in 0..<20 {
                let record = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
                let position =
                    UInt64.random(in: 0...(.max), using: &generator) >> UInt64.random(in: 0...63, using: &generator)
                let checksum = record.withUnsafeBytes { StoredRecord.checksum($0, at: position) }
                #expect(checksum == plainly(record, position), "\(count) bytes at \(position)")
                let row = record + withUnsafeBytes(of: checksum.littleEndian) { Array($0) }
                let read = try row.withUnsafeBytes { try Array(StoredRecord.record(in: $0, at: position)) }
                #expect(read == record)
                var damaged = row
                damaged[Int.random(in: 0..<row.count, using: &generator)] ^= 1
                #expect(throws: LogError.self) {
                    try damaged.withUnsafeBytes { _ = try StoredRecord.record(in: $0, at: position) }
                }
            }
        }
    }

    /// A flipped bit of a short record changes its checksum.
    @Test func `a checksum tells single bits apart`() {
        var generator = SeededGenerator(seed: 2)
        for count in 1...70 {
            let record = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let right = record.withUnsafeBytes { StoredRecord.checksum($0, at: 9) }
            #expect(record.withUnsafeBytes { StoredRecord.checksum($0, at: 10) } != right)
            for bit in 0..<count * 8 {
                var changed = record
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                #expect(changed.withUnsafeBytes { StoredRecord.checksum($0, at: 9) } != right)
            }
        }
    }
}
