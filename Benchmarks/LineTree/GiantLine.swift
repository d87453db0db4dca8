import Checklist
import Measuring

/// Typing in a note that is one line, which lies in thousands of leaves.
struct GiantLine {
    let report: Report

    func run() {
        let name = "type anywhere in one line"
        guard report.wants(name) else { return }
        let size = 10_000_000
        let bytes = Array("- [ ] ".utf8) + Array(repeating: UInt8(ascii: "y"), count: size - 6)
        let event = EventID(device: DeviceID(1), counter: 1)
        var document = ChecklistDocument(parsing: bytes, madeBy: event)
        var random: UInt64 = 11
        report.add(
            name, bytes: size, "ours",
            Samples(report.isQuick ? 5_000 : 20_000) { _ in
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let at = Int((random >> 33) % UInt64(document.utf8Count + 1))
                document.replace(at..<at, with: CollectionOfOne(UInt8(ascii: "a")), by: event)
            })
    }
}
