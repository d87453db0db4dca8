import DataFormats

package import Checklist
package import Events

/// A document as chunks of a few kilobytes, for snapshots that share what did not change.
///
/// A chunk holds some neighbouring leaves of the document's tree, each so:
/// ```
/// count of runs of ids
/// run: 0, device (8 bytes), counter, index, count     the first one, and wherever the device changes
///      1, counter, index, count                       of the same device as the run before
/// count of bytes, bytes
/// ```
/// Where a chunk ends depends on the ids near by, not on what stands far before: an edit elsewhere moves no boundary
/// (content-defined chunking, as in LBFS, Muthitacharoen et al. 2001).
package enum DocumentChunks {
    /// No chunk is shorter, but the last, and one before a leaf that would not fit.
    private static let leastBytes = 2048
    /// What fits into one page of LMDB's: it need not look for free pages that lie side by side.
    private static let mostBytes = 4080

    /// Hands on the chunks of a document until `body` returns false.
    ///
    /// - Parameters:
    ///   - start: where the first chunk begins, in bytes of the body: at its start, or where a chunk ended.
    ///   - body: is handed the chunk, its anchor, and where it ends in the body.
    /// - Complexity: O(bytes handed on).
    package static func forEach(
        in document: ChecklistDocument, from start: Int = 0,
        _ body: (_ anchor: UInt32, _ chunk: UnsafeRawBufferPointer, _ end: Int) throws -> Bool
    ) throws {
        var writer = ByteWriter()
        var piece = ByteWriter()
        var anchor: UInt32 = 0
        var device: DeviceID?
        var end = start
        var isWanted = true
        try document.forEachChunk(from: start) { (leaf) throws(any Error) -> Bool in
            let hash: UInt64 = leaf.ids.first.map { Self.hash(of: $0.first) } ?? 0
            piece.write(leaf, after: device)
            let isBoundary =
                writer.count + piece.count > mostBytes || (writer.count >= leastBytes && hash & 1 == 0)
            if isBoundary && writer.count > 0 {
                isWanted = try writer.withUnsafeBytes { try body(anchor, $0, end) }
                if !isWanted { return false }
                writer.removeAll()
                // A chunk refers to no other.
                piece.write(leaf, after: nil)
            }
            if writer.count == 0 { anchor = UInt32(truncatingIfNeeded: hash >> 32) }
            piece.withUnsafeBytes { writer.write(raw: $0) }
            device = leaf.ids.last?.first.event.device ?? device
            end += leaf.bytes.count
            return true
        }
        if isWanted, writer.count > 0 { _ = try writer.withUnsafeBytes { try body(anchor, $0, end) } }
    }

    /// The document that chunks hold.
    package static func document(
        of chunks: [UnsafeRawBufferPointer], remembered: [(line: LineID, memory: LineMemory)]
    ) throws(DecodingFailure) -> ChecklistDocument {
        var leaves: [(bytes: UnsafeBufferPointer<UInt8>, ids: [LineRun])] = []
        for chunk in chunks {
            var reader = RecordReader(chunk)
            var device = DeviceID(0)
            while !reader.isAtEnd {
                var ids: [LineRun] = []
                let count = try reader.elementCount()
                ids.reserveCapacity(count)
                for _ in 0..<count { ids.append(try reader.run(after: &device)) }
                let bytes = try reader.countedSlice()
                leaves.append((bytes.assumingMemoryBound(to: UInt8.self), ids))
            }
        }
        guard let document = ChecklistDocument(chunks: leaves, remembered: remembered) else {
            throw DecodingFailure(.invalidField("chunks"), at: 0)
        }
        return document
    }

    /// A number that is as good as random and depends on the line's id only.
    private static func hash(of line: LineID) -> UInt64 {
        var mixed = line.event.counter &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(line.index) &* 0xD1B5_4A32_D192_ED03
        mixed ^= line.event.device.rawValue
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension ByteWriter {
    /// Writes a leaf in place of what was written before; `device` is that of the run before it in its chunk.
    fileprivate mutating func write(_ leaf: ChecklistDocument.Chunk, after device: DeviceID?) {
        removeAll()
        var device = device
        write(varint: UInt64(leaf.ids.count))
        for run in leaf.ids { write(run, after: &device) }
        write(varint: UInt64(leaf.bytes.count))
        write(raw: leaf.bytes)
    }

    fileprivate mutating func write(_ run: LineRun, after device: inout DeviceID?) {
        if device == run.first.event.device {
            write(byte: 1)
        } else {
            write(byte: 0)
            write(bigEndian: run.first.event.device.rawValue)
            device = run.first.event.device
        }
        write(varint: run.first.event.counter)
        write(varint: UInt64(run.first.index))
        write(varint: UInt64(run.count))
    }

    /// What the document remembers of lines for toggling and converting back.
    package mutating func write(_ remembered: [(line: LineID, memory: LineMemory)]) {
        write(varint: UInt64(remembered.count))
        for (line, memory) in remembered {
            write(line)
            write(byte: (memory.mark == nil ? 0 : 1) | (memory.beginning == nil ? 0 : 2))
            if let mark = memory.mark { write(byte: mark) }
            if let beginning = memory.beginning {
                write(varint: UInt64(beginning.dropCount))
                write(counted: beginning.bytes)
            }
        }
    }
}

extension RecordReader {
    fileprivate mutating func run(after device: inout DeviceID) throws(DecodingFailure) -> LineRun {
        if try !flag("run") { device = DeviceID(try bigEndian()) }
        let event = EventID(device: device, counter: try varint())
        let index = try varint32()
        let count = try varint32()
        guard count > 0, !index.addingReportingOverflow(count).overflow else {
            throw DecodingFailure(.invalidField("run"), at: offset)
        }
        return LineRun(first: LineID(event: event, index: index), count: count)
    }

    /// Reads what `write(_:)` wrote.
    package mutating func rememberedLines() throws(DecodingFailure) -> [(line: LineID, memory: LineMemory)] {
        var remembered: [(line: LineID, memory: LineMemory)] = []
        for _ in 0..<(try elementCount()) {
            let line = try lineID()
            let parts = try byte()
            let mark = parts & 1 != 0 ? try byte() : nil
            var beginning: LineMemory.Beginning?
            if parts & 2 != 0 {
                let dropCount = Int(try varint32())
                beginning = LineMemory.Beginning(dropCount: dropCount, bytes: try counted())
            }
            remembered.append((line, LineMemory(mark: mark, beginning: beginning)))
        }
        return remembered
    }
}
