import Checklist
import Measuring
import Pathological

/// Inputs that some parser goes quadratic on, at a size and at twice the size: parsing them, and a keystroke in their middle.
struct PathologicalRun {
    let report: Report

    func run() {
        let n = 20_000
        let event = EventID(device: DeviceID(1), counter: 1)
        for input in PathologicalInput.all where report.wants("pathological \(input.name)") {
            let (small, large) = (input.text(n), input.text(2 * n))
            let times = [small, large].map { bytes in
                Samples(for: report.isQuick ? 0.02 : 0.1) { keep(ChecklistDocument(parsing: bytes, madeBy: event)) }
            }
            let name = "pathological \(input.name)"
            // Of the fastest runs: what else the machine does only ever slows one down.
            report.add(name, bytes: large.count, "ours", "parse", times[1].least / 1000, "µs")
            // The inputs do not all double in length: growth is held against the bytes.
            let growth = times[1].least / times[0].least * 2 * Double(small.count) / Double(large.count)
            report.add(name, bytes: large.count, "ours", "growth when doubled", growth, "×")
            var document = ChecklistDocument(parsing: large, madeBy: event)
            let middle = document.utf8Count / 2
            let typing = Samples(500) { _ in
                document.replace(middle..<middle, with: CollectionOfOne(UInt8(ascii: "a")), by: event)
            }
            report.add(name, bytes: large.count, "ours", "keystroke, median", typing.median / 1000, "µs")
        }
    }
}
