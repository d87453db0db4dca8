#if canImport(Glibc)
    import Glibc
#endif

/// One measured value.
package struct Measurement {
    /// What was done: `parse`, `type in the middle`.
    package var name: String
    /// The size of what it was done to, in bytes; 0 where that says nothing.
    package var bytes: Int
    /// Who did it: ours or the peer's name.
    package var subject: String
    /// What was measured: `throughput`, `median`, `p99`.
    package var metric: String
    package var value: Double
    package var unit: String
}

/// Takes a benchmark's arguments, collects what it measures, and prints it: a table for people, or with `--json` one
/// JSON object a line as soon as it is known.
package final class Report {
    /// The benchmark's name.
    package let benchmark: String
    /// Whether to end within a minute.
    package let isQuick: Bool
    /// Whether to print JSON.
    package let isJSON: Bool
    /// Arguments that are no options: files to measure on.
    package let files: [String]
    /// The values of the further options that the benchmark takes.
    package let options: [String: String]
    /// What was measured, in order.
    package private(set) var measurements: [Measurement] = []

    /// Reads the command line; ends the process with 64 on one that makes no sense, with 0 after `--help`.
    ///
    /// - Parameter options: Further options, each with a value, by name and what they do.
    package init(_ benchmark: String, options known: [(name: String, help: String)] = []) {
        var isQuick = false
        var isJSON = false
        var files: [String] = []
        var options: [String: String] = [:]
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            switch argument {
            case "--quick": isQuick = true
            case "--json": isJSON = true
            case "--help", "-h":
                print(Report.usage(benchmark, known))
                exit(0)
            case _ where known.contains { "--\($0.name)" == argument }:
                guard let value = arguments.popFirst() else {
                    Report.refuse("\(argument) needs a value", benchmark, known)
                }
                options[String(argument.dropFirst(2))] = value
            case _ where argument.hasPrefix("-"): Report.refuse("unknown option \(argument)", benchmark, known)
            default: files.append(argument)
            }
        }
        self.benchmark = benchmark
        self.isQuick = isQuick
        self.isJSON = isJSON
        self.files = files
        self.options = options
    }

    /// Adds a measurement.
    package func add(
        _ name: String, bytes: Int = 0, _ subject: String, _ metric: String, _ value: Double, _ unit: String
    ) {
        measurements.append(
            Measurement(name: name, bytes: bytes, subject: subject, metric: metric, value: value, unit: unit))
        if isJSON {
            print(json(measurements[measurements.count - 1]))
            fflush(nil)
        }
    }

    /// Adds median and p99 in microseconds.
    package func add(_ name: String, bytes: Int = 0, _ subject: String, _ samples: Samples) {
        add(name, bytes: bytes, subject, "median", samples.median / 1000, "µs")
        add(name, bytes: bytes, subject, "p99", samples.p99 / 1000, "µs")
    }

    /// Adds the throughput of the fastest run, in megabytes (10⁶ bytes) a second: what else the machine does only ever
    /// slows a run down.
    package func addThroughput(_ name: String, bytes: Int, _ subject: String, _ samples: Samples) {
        add(name, bytes: bytes, subject, "throughput", Double(bytes) * 1000 / samples.least, "MB/s")
    }

    /// Says what is going on, to people only.
    package func progress(_ text: String) { writeError("\(text)\n") }

    /// Prints the table, unless the rows went out as JSON.
    package func finish() {
        if !isJSON { print(table()) }
    }

    private func json(_ row: Measurement) -> String {
        let value = row.value.isFinite ? "\(row.value)" : "null"
        return "{\"benchmark\":\(quoted(benchmark)),\"case\":\(quoted(row.name)),\"bytes\":\(row.bytes),"
            + "\"subject\":\(quoted(row.subject)),\"metric\":\(quoted(row.metric)),\"value\":\(value),"
            + "\"unit\":\(quoted(row.unit))}"
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func usage(_ benchmark: String, _ known: [(name: String, help: String)]) -> String {
        let further = known.map { "\n  --\($0.name) VALUE  \($0.help)" }.joined()
        return """
            usage: \(benchmark) [--quick] [--json] [FILE ...]
              --quick  end within a minute
              --json   one JSON object a line in place of the table\(further)
            """
    }

    private static func refuse(_ reason: String, _ benchmark: String, _ known: [(name: String, help: String)]) -> Never
    {
        writeError("\(benchmark): \(reason)\n\(usage(benchmark, known))\n")
        exit(64)
    }
}

/// Writes to the standard error.
private func writeError(_ text: String) {
    Array(text.utf8).withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
