import Checklist
import Measuring

/// What the line tree costs, against everything that people would take in its place.
@main
enum Main {
    static func main() {
        let report = Report("bench-linetree", options: [("chart", "write the drawing of keystroke cost to this file")])
        let corpora =
            report.files.isEmpty
            ? Corpus.sizes(quick: report.isQuick).flatMap { [Corpus.mixed($0), Corpus.list($0)] }
            : report.files.compactMap { path in readFile(path).map { Corpus(name: path, bytes: $0) } }
        for corpus in corpora {
            report.progress("\(corpus.name) of \(Report.size(corpus.bytes.count))")
            FullParse(report: report, corpus: corpus).run()
            Keystrokes(report: report, corpus: corpus).run()
        }
        report.finish()
    }
}
