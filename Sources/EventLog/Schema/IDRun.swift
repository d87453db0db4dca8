import DataFormats

internal import Events

/// Events of one device with consecutive counters at consecutive positions: one row of `ids`.
struct IDRun: Hashable, Sendable {
    var firstCounter: UInt64
    var firstPosition: UInt64
    var count: UInt64

    /// The position of the event with that counter, if the run has it.
    func position(of counter: UInt64) -> UInt64? {
        guard counter >= firstCounter, counter - firstCounter < count else { return nil }
        return firstPosition + (counter - firstCounter)
    }

    /// Whether an event goes right behind the run.
    func isContinued(by counter: UInt64, at position: UInt64) -> Bool {
        counter == firstCounter + count && position == firstPosition + count
    }

    var lastCounter: UInt64 { firstCounter + count - 1 }

    init(firstCounter: UInt64, firstPosition: UInt64, count: UInt64 = 1) {
        self.firstCounter = firstCounter
        self.firstPosition = firstPosition
        self.count = count
    }

    init(key: UnsafeRawBufferPointer, row: UnsafeRawBufferPointer) throws {
        guard key.count == 12 else { throw LogError.damagedRow(table: "ids") }
        firstCounter = UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
        var reader = RecordReader(row)
        do {
            firstPosition = try reader.quantity()
            count = try reader.quantity()
            try reader.end()
        } catch {
            throw LogError.damagedRow(table: "ids")
        }
        guard firstPosition > 0, count > 0, !firstCounter.addingReportingOverflow(count).overflow else {
            throw LogError.damagedRow(table: "ids")
        }
    }

    var row: [UInt8] {
        var writer = ByteWriter()
        writer.write(varint: firstPosition)
        writer.write(varint: count)
        return writer.bytes
    }
}
