import Checklist
import Measuring

/// Reading a note from the chunks that a snapshot keeps of it, ids included.
struct Snapshots {
    let report: Report
    let corpus: Corpus

    func run() {
        let name = "load the chunks of a snapshot, \(corpus.name)"
        guard report.wants(name) else { return }
        let event = EventID(device: DeviceID(1), counter: 1)
        let chunks = ChecklistDocument(parsing: corpus.bytes, madeBy: event).chunks
        let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: corpus.bytes.count)
        defer { text.deallocate() }
        var end = 0
        let stored = chunks.map { chunk in
            defer { end += chunk.bytes.count }
            let part = UnsafeMutableBufferPointer(rebasing: text[end..<(end + chunk.bytes.count)])
            _ = part.initialize(from: chunk.bytes)
            return (bytes: UnsafeBufferPointer(part), ids: chunk.ids)
        }
        var loaded: ChecklistDocument?
        report.addThroughput(
            name, bytes: corpus.bytes.count, "ours",
            Samples(for: report.isQuick ? 0.3 : 1, prepare: { loaded = nil }) {
                loaded = ChecklistDocument(chunks: stored, remembered: [])
            })
        keep(loaded)
    }
}
