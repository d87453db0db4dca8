import CommandLineKit
import Simulation

/// The scenarios that come with the tool: the app's own case, and one for every report of lost edits collected from users
/// of other tools.
enum ScenarioLibrary {
    /// A scenario of the library.
    struct Entry: Sendable {
        var name: String
        /// The bytes of the scenario file, as `Scenarios` holds it.
        var file: [UInt8]
    }

    /// In the order in which they are listed. Each file of `Scenarios` is embedded in the code by the package manager.
    static let entries: [Entry] = [
        ("shop", PackageResources.shop_json5),
        ("typing-against-tapping", PackageResources.typing_against_tapping_json5),
        ("offline-phone", PackageResources.offline_phone_json5),
        ("drifting-clocks", PackageResources.drifting_clocks_json5),
        ("hour-off", PackageResources.hour_off_json5),
        ("airplane-mode", PackageResources.airplane_mode_json5),
        ("two-days", PackageResources.two_days_json5),
        ("typing-during-sync", PackageResources.typing_during_sync_json5),
        ("fuller-copy", PackageResources.fuller_copy_json5),
        ("same-line-offline", PackageResources.same_line_offline_json5),
        ("both-append", PackageResources.both_append_json5),
        ("fields", PackageResources.fields_json5),
        ("rapid-checks", PackageResources.rapid_checks_json5),
        ("clock-behind", PackageResources.clock_behind_json5),
        ("force-quit", PackageResources.force_quit_json5),
        ("last-letters", PackageResources.last_letters_json5),
        ("deleted-note", PackageResources.deleted_note_json5),
        ("blocked-write", PackageResources.blocked_write_json5),
        ("stale-note", PackageResources.stale_note_json5),
    ].map(Entry.init)

    static func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

    static func scenario(_ entry: Entry) throws(CommandFailure) -> Scenario {
        try ScenarioReader.scenario(in: entry.file, of: entry.name)
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
