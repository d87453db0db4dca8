import Checklist

/// A line as a text file has it, with the id that the line model keeps for it.
struct PlainLine: Hashable, Sendable {
    var id: LineID
    /// Its bytes, ending included.
    var bytes: [UInt8]
}

extension ChecklistDocument {
    /// The lines with their bytes.
    var plainLines: [PlainLine] { lines.map { PlainLine(id: $0.id, bytes: Array($0.bytes)) } }

    /// The document of those lines. An id that is there twice is replaced in its later places by one that nothing else
    /// has; a line without an ending gets one unless it is the last.
    init(_ lines: [PlainLine]) {
        var lines = lines
        var used: Set<LineID> = []
        for index in lines.indices {
            if !used.insert(lines[index].id).inserted {
                var fresh = LineID(event: lines[index].id.event, index: lines[index].id.index | 1 << 31)
                while !used.insert(fresh).inserted { fresh.index &+= 1 }
                lines[index].id = fresh
            }
            let isEnded = lines[index].bytes.last.map { $0 == 0x0A || $0 == 0x0D } ?? false
            if index + 1 < lines.count, !isEnded { lines[index].bytes.append(0x0A) }
        }
        let bytes = lines.flatMap(\.bytes)
        let runs = lines.map { LineRun(first: $0.id) }
        let made = bytes.withUnsafeBufferPointer { buffer in
            ChecklistDocument(
                chunks: CollectionOfOne((bytes: buffer, ids: runs)),
                remembered: EmptyCollection<(line: LineID, memory: LineMemory)>())
        }
        // Bytes that do not split into these lines (a lone CR before an LF) are a text without known lines.
        let event = lines.first?.id.event ?? EventID(device: DeviceID(0), counter: 0)
        self = bytes.isEmpty ? ChecklistDocument() : made ?? ChecklistDocument(parsing: bytes, madeBy: event)
    }
}
