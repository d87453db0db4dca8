import CLineTable
import Checklist
import Measuring

/// Reading a whole note: ours with ids and summaries, the physical limit, a bare line table, and whole parsers.
struct FullParse {
    let report: Report
    let corpus: Corpus

    private static let event = EventID(device: DeviceID(1), counter: 1)

    func run() {
        let bytes = corpus.bytes
        let name = "parse \(corpus.name)"
        guard report.wants(name) else { return }
        let seconds = report.isQuick ? 0.3 : 1.0
        // Letting go of a document is no part of reading one.
        var document: ChecklistDocument?
        report.addThroughput(
            name, bytes: bytes.count, "ours",
            Samples(for: seconds, prepare: { document = nil }) {
                document = ChecklistDocument(parsing: bytes, madeBy: FullParse.event)
            })
        keep(document)
        document = nil
        report.addThroughput(
            name, bytes: bytes.count, "memchr",
            Samples(for: seconds) { keep(linetable_count_newlines(bytes, bytes.count)) })
        var starts = [UInt32](repeating: 0, count: bytes.count)
        var kinds = [UInt8](repeating: 0, count: bytes.count)
        report.addThroughput(
            name, bytes: bytes.count, "C line table",
            Samples(for: seconds) { keep(linetable_build(bytes, bytes.count, &starts, &kinds)) })
        if bytes.count <= 20_000_000 {
            report.addThroughput(
                name, bytes: bytes.count, "md4c",
                Samples(for: seconds, least: 1) { keep(linetable_md4c(bytes, bytes.count)) })
            report.addThroughput(
                name, bytes: bytes.count, "cmark-gfm",
                Samples(for: seconds, least: 1) { keep(linetable_cmark(bytes, bytes.count)) })
        }
        measureMemory()
    }

    private func measureMemory() {
        let before = linetable_allocated_bytes()
        let document = ChecklistDocument(parsing: corpus.bytes, madeBy: FullParse.event)
        let taken = linetable_allocated_bytes() - before
        let allowed = Double(corpus.bytes.count) * 1.5 + 24 * Double(document.lineCount)
        report.add(
            "memory \(corpus.name)", bytes: corpus.bytes.count, "ours", "share of budget", Double(taken) / allowed, "")
        report.add(
            "memory \(corpus.name)", bytes: corpus.bytes.count, "ours", "beyond the text",
            (Double(taken) - Double(corpus.bytes.count)) / Double(document.lineCount), "bytes a line")
        keep(document)
    }
}
