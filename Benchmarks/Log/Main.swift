import Measuring

/// Measures the log against plain LMDB and SQLite in the same run, their commits interleaved.
@main
enum Main {
    static func main() throws {
        let report = Report(
            "bench-log",
            options: [
                ("folder", "where the stores are made; else $TMPDIR"),
                ("only", "measure only cases whose name holds this"),
            ])
        let folder = try WorkFolder(in: report.options["folder"])
        defer { folder.remove() }
        report.progress("stores lie on \(folder.fileSystem)")
        try AppendCases(report: report, folder: folder).run()
        try ConcurrencyCase(report: report, folder: folder).run()
        if report.wants("reading") { try ReadingCases(report: report, folder: folder).run() }
        if report.wants("commands") { try CommandCases(report: report, folder: folder).run() }
        report.finish()
    }
}
