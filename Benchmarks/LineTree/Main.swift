import Checklist
import Measuring

/// What the line tree costs, against everything that people would take in its place.
@main
enum Main {
    static func main() {
        let report = Report(
            "bench-linetree",
            options: [
                ("chart", "draw keystroke cost to files that begin so: docs/keystroke"),
                ("only", "measure only cases whose name holds this"),
                ("size", "measure on notes of so many bytes only"),
            ])
        let corpora =
            report.files.isEmpty
            ? (report.options["size"].flatMap(Int.init).map { [$0] } ?? Corpus.sizes(quick: report.isQuick)).flatMap {
                [Corpus.mixed($0), Corpus.list($0)]
            }
            : report.files.compactMap { path in readFile(path).map { Corpus(name: path, bytes: $0) } }
        for corpus in corpora {
            report.progress("\(corpus.name) of \(Report.size(corpus.bytes.count))")
            FullParse(report: report, corpus: corpus).run()
            Snapshots(report: report, corpus: corpus).run()
            Keystrokes(report: report, corpus: corpus).run()
            Adopting(report: report, corpus: corpus).run()
            Peers(report: report, corpus: corpus).run()
        }
        if report.files.isEmpty {
            GiantLine(report: report).run()
            HeldVersions(report: report).run()
            PathologicalRun(report: report).run()
        }
        if let chart = report.options["chart"] { KeystrokeChart.write(report, to: chart) }
        report.finish()
    }
}
