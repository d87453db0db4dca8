import CLineTable
import Checklist
import Measuring

/// What it takes to hold every version of a note.
struct HeldVersions {
    let report: Report

    func run() {
        let name = "10,000 versions held"
        guard report.wants(name) else { return }
        let corpus = Corpus.list(1_000_000)
        var document = ChecklistDocument(parsing: corpus.bytes, madeBy: EventID(device: DeviceID(1), counter: 1))
        var versions: [ChecklistDocument] = []
        versions.reserveCapacity(10_000)
        let before = linetable_allocated_bytes()
        var random: UInt64 = 7
        for _ in 0..<10_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            guard let line = document.line(forCheckbox: Int((random >> 33) % UInt64(document.checkboxCount))) else {
                return
            }
            document.setMark(line.id, to: UInt8(ascii: line.isTicked ? " " : "x"))
            versions.append(document)
        }
        let taken = linetable_allocated_bytes() - before
        report.add(
            name, bytes: corpus.bytes.count, "ours", "memory a version", Double(taken) / 10_000 / 1000, "kB")
        keep(versions)
    }
}
