import Measuring

/// What the page model and its wire formats cost, against what people would take in their place.
@main
enum Main {
    static func main() throws {
        let report = Report("bench-page")
        MarkdownBenchmark(report: report).run()
        try CodecBenchmark(report: report).run()
        report.finish()
    }
}
