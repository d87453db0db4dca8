import Checklist
import Measuring

/// One small change to a note of any size.
struct Keystrokes {
    let report: Report
    let corpus: Corpus

    private static let event = EventID(device: DeviceID(2), counter: 1)

    func run() {
        let parsed = ChecklistDocument(parsing: corpus.bytes, madeBy: EventID(device: DeviceID(1), counter: 1))
        let count = report.isQuick ? 5_000 : 20_000
        let size = corpus.bytes.count
        for (place, offset) in [("start", 0), ("middle", size / 2), ("end", size)] {
            var document = parsed
            var at = offset
            measure("type at the \(place)", count) { number in
                document.replace(at..<at, with: CollectionOfOne(UInt8(ascii: "a")), by: Keystrokes.event)
                at += 1
                if number % 60 == 59 { at = offset }
            }
        }
        var random: UInt64 = 1
        func next(_ bound: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((random >> 33) % UInt64(bound))
        }
        // A document of its own, and one of which an older version is held, so that what an edit touches is copied first.
        var document = ChecklistDocument(parsing: corpus.bytes, madeBy: EventID(device: DeviceID(1), counter: 1))
        measure("type anywhere", count) { _ in
            let at = next(document.utf8Count + 1)
            document.replace(at..<at, with: CollectionOfOne(UInt8(ascii: "a")), by: Keystrokes.event)
        }
        document = parsed
        measure("type anywhere, a version held", count) { _ in
            let at = next(document.utf8Count + 1)
            document.replace(at..<at, with: CollectionOfOne(UInt8(ascii: "a")), by: Keystrokes.event)
        }
        document = parsed
        measure("type ``` on the first line", count) { number in
            // The third makes a fence of all that follows; then they are taken away again.
            if number % 6 < 3 {
                document.replace(0..<0, with: CollectionOfOne(UInt8(ascii: "`")), by: Keystrokes.event)
            } else {
                document.replace(0..<1, with: [], by: Keystrokes.event)
            }
        }
        document = parsed
        measure("break a line anywhere", min(count, 5000)) { number in
            let at = next(document.utf8Count + 1)
            let event = EventID(device: DeviceID(2), counter: UInt64(number + 2))
            document.replace(at..<at, with: CollectionOfOne(UInt8(ascii: "\n")), by: event)
        }
        let boxes = parsed.checkboxCount
        guard boxes > 0 else { return }
        document = parsed
        let ids = (0..<count).compactMap { _ in document.line(forCheckbox: next(boxes))?.id }
        measure("toggle by id", count) { number in
            guard let edit = try? document.edit(toggling: ids[number]) else { return }
            document.apply([edit], by: Keystrokes.event)
        }
        measure("toggle by index", count) { _ in
            let line = document.line(at: next(document.lineCount))
            guard line.form.isCheckbox else { return }
            document.setMark(line.id, to: UInt8(ascii: line.isTicked ? " " : "x"))
        }
        measure("toggle the n-th checkbox", count) { _ in
            guard let line = document.line(forCheckbox: next(boxes)) else { return }
            document.setMark(line.id, to: UInt8(ascii: line.isTicked ? " " : "x"))
        }
        measure("set a mark by id", count) { number in
            document.setMark(ids[number], to: number % 2 == 0 ? UInt8(ascii: "x") : UInt8(ascii: " "))
        }
        measure("append an item", min(count, 2000)) { number in
            guard let edits = try? document.edits(appending: "one more".utf8, toBlockOf: nil) else { return }
            document.apply(edits, by: EventID(device: DeviceID(3), counter: UInt64(number + 1)))
        }
    }

    private func measure(_ name: String, _ count: Int, _ body: (Int) -> Void) {
        guard report.wants("\(name), \(corpus.name)") else { return }
        report.add("\(name), \(corpus.name)", bytes: corpus.bytes.count, "ours", Samples(count, body))
    }
}
