import Checklist
import Measuring

/// Taking in a whole new text: of which one line differs, and the worst cases of a line diff.
struct Adopting {
    let report: Report
    let corpus: Corpus

    private static let event = EventID(device: DeviceID(1), counter: 1)

    func run() {
        let size = corpus.bytes.count
        var changed = corpus.bytes
        changed[size / 2] = UInt8(ascii: "#")
        measure("one changed line, \(corpus.name)", corpus.bytes, changed)
        guard corpus.name == "list", size <= 20_000_000 else { return }
        let equal = Array("- [ ] milk\n".utf8)
        let lines = size / equal.count
        measure(
            "all lines equal, some fewer", Array(repeatElement(equal, count: lines).joined()),
            Array(repeatElement(equal, count: lines - 1000).joined()))
        measure("every line changed", corpus.bytes, Adopting.numbered(corpus.bytes))
        measure("another text", corpus.bytes, Adopting.numbers(size))
        measure("all lines in reverse order", corpus.bytes, Adopting.reversed(corpus.bytes))
    }

    private func measure(_ name: String, _ old: [UInt8], _ new: [UInt8]) {
        let name = "adopt: \(name)"
        guard report.wants(name) else { return }
        let document = ChecklistDocument(parsing: old, madeBy: Adopting.event)
        let samples = Samples(for: report.isQuick ? 0.2 : 1) { keep(document.edits(adopting: new)) }
        report.add(name, bytes: corpus.bytes.count, "ours", "median", samples.median / 1000, "µs")
    }

    /// The lines with a number at the end of each.
    private static func numbered(_ bytes: [UInt8]) -> [UInt8] {
        bytes.split(separator: UInt8(ascii: "\n")).enumerated().flatMap { $1 + Array(" \($0)\n".utf8) }
    }

    private static func reversed(_ bytes: [UInt8]) -> [UInt8] {
        bytes.split(separator: UInt8(ascii: "\n")).reversed().flatMap { $0 + [UInt8(ascii: "\n")] }
    }

    /// A text of so many bytes that has no line in common with any note.
    private static func numbers(_ size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var number: UInt64 = 1
        while bytes.count < size {
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes += "\(number) \(number >> 7)\n".utf8
        }
        return bytes
    }
}
