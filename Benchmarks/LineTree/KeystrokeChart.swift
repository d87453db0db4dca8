import Measuring

/// Draws what one typed character costs against the size of the note.
enum KeystrokeChart {
    static func write(_ report: Report, to path: String) {
        for corpus in ["mixed", "list"] {
            let name = "type at the middle, \(corpus)"
            let rows = report.measurements.filter { $0.name == name && $0.metric == "median" }
            var subjects: [String] = []
            for row in rows where !subjects.contains(row.subject) { subjects.append(row.subject) }
            let series = subjects.map { subject in
                LogLogChart.Series(
                    name: subject,
                    points: rows.filter { $0.subject == subject }.map { (Double($0.bytes), max($0.value, 0.001)) })
            }
            let title =
                corpus == "list" ? "One typed character in one flat checklist" : "One typed character in a mixed note"
            let chart = LogLogChart(
                title: title, xTitle: "size of the note", yTitle: "microseconds, median", series: series)
            let file = "\(path)-\(corpus).svg"
            report.progress(writeFile(file, chart.svg()) ? "wrote \(file)" : "cannot write \(file)")
        }
    }
}
