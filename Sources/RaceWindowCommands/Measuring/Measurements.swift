import CommandLineKit
import DataFormats
import Events
import Simulation

/// Measured probabilities by what they were measured of, as `run --runs` and `sweep` write them with `--json`.
struct Measurements {
    struct Measurement {
        var trials: Int
        var lost: Int
    }

    /// By everything in the row that is not a result: two reports of the same command have the same keys.
    private(set) var rows: [(key: String, value: Measurement)] = []

    private static let results: Set = [
        "trials", "lost", "p", "low", "high", "closedForm", "decision", "seed", "difference",
    ]

    /// Reads a report: a JSON object a line. Rows without counts are passed over.
    init(reading path: String) throws(CommandFailure) {
        let bytes = try FileAccess.read(path)
        for (number, line) in bytes.split(separator: 0x0A).enumerated() {
            let value: JSONValue
            do { value = try JSONValue(parsing: Array(line)) } catch {
                throw .badData(
                    "\(path.forTerminal), line \(number + 1): this is no JSON.",
                    hint: "Give what “racewindow run … --runs N --json” or “sweep --json” printed.")
            }
            guard case .object(let members) = value,
                let trials = value["trials"]?.unsignedValue.flatMap({ Int(exactly: $0) }),
                let lost = value["lost"]?.unsignedValue.flatMap({ Int(exactly: $0) }), trials > 0, lost <= trials
            else { continue }
            let named = members.filter { !Self.results.contains($0.name) && $0.value != .null }
            let key = named.map { "\($0.name) \($0.value.stringValue ?? $0.value.text)" }.joined(separator: ", ")
            rows.append((key, Measurement(trials: trials, lost: lost)))
        }
        guard !rows.isEmpty else {
            throw .badData(
                "\(path.forTerminal) has no measurements.",
                hint: "Give what “racewindow run … --runs N --json” or “sweep --json” printed.")
        }
    }
}
