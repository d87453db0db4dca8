import CommandLineKit

extension Tool {
    /// The `racewindow` command. Its commands live in this folder; ``Command`` says how to add one.
    package static let racewindow = Tool(
        name: "racewindow",
        summary: "measure and draw what last-writer-wins loses, and lose nothing instead",
        details: [
            "Plays what several devices do to a note at once, in virtual time and from a seed, judges every action "
                + "that a user was told is done, and draws what became of it."
        ],
        sections: [
            Section("Play", [RunCommand.self, ScenariosCommand.self, PoliciesCommand.self]),
            Section("Measure", [SweepCommand.self, MergeCommand.self, SizeCommand.self, CompareCommand.self]),
            Section("Search", [ExploreCommand.self, ShrinkCommand.self]),
            Section(
                "Real stores",
                [
                    LiveCommand.self, ReplayCommand.self, RecoverCommand.self, HistoryCommand.self,
                    LiveDeviceCommand.self,
                    LiveRelayCommand.self,
                ]),
            Section("Draw", [ReportCommand.self]),
        ])
}
