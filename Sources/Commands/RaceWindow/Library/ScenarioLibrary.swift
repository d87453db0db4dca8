import Simulation

/// The scenarios that come with the tool: the app's own case, and one for every report of lost edits collected from users
/// of other tools.
enum ScenarioLibrary {
    /// A scenario of the library: its file, and what should come of it.
    struct Entry: Sendable {
        var name: String
        /// The scenario file.
        var text: String
        /// Whether last-writer-wins loses something in it, in some run at least.
        var losesUnderLWW: Bool
    }

    static let entries = ownCases + editReports + faultReports

    static func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

    static func scenario(_ entry: Entry) throws(CommandFailure) -> Scenario {
        try ScenarioReader.scenario(in: Array(entry.text.utf8), of: entry.name)
    }

    /// The scenario of that name in the library, or in that file.
    static func scenario(at path: String) throws(CommandFailure) -> Scenario {
        if let entry = entry(named: path) { return try scenario(entry) }
        guard FileAccess.exists(path) else {
            let near = Spelling.nearest(to: path, among: entries.map(\.name)).map { " Is “\($0)” meant?" } ?? ""
            throw .notFound(
                "There is no scenario “\(path.forTerminal)”, neither in the library nor as a file.\(near)",
                hint: "“racewindow scenarios” lists the library.")
        }
        return try ScenarioReader.scenario(in: try FileAccess.read(path), of: path)
    }
}
