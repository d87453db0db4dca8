import CommandLineKit

extension Tool {
    /// The `noteledger` command.
    package static let noteledger = Tool(
        name: "noteledger",
        summary: "checklist notes with a history that can be asked, undone and verified",
        details: [
            "Keeps notes as a log of what was done to them: every tick, every edit is an event that stays. From the log "
                + "follow the notes as they are, and as they were at any moment.",
            "NOTE is the id of a note, a beginning of it that no other note has, or a title that no other note has. LINE "
                + "is a line number counted from 1, as “show” prints it on a terminal, or the id of a line, which "
                + "stays with it wherever it moves, or a part of the text of one line only.",
            "TIME is ISO 8601 (2026-11-30, 2026-11-30T08:15, 2026-11-30T08:15:30+01:00), a date as people write it (Nov 30, "
                + "30 Nov 2026, 30.11.2026), a year (not with --at, where digits are a position), seconds since 1970 after an @, "
                + "or words: now, today, yesterday 18:00, yesterday at 9, this morning, tuesday, last tuesday at 9am, last week, "
                + "this month, 2h ago, 1 hour 30 minutes ago, 3 days ago. Without an offset it is local time, or UTC with "
                + "--utc. A time means all of what it names, a second, a minute, a day, a year: its end, except with "
                + "--since, where it means its beginning. So a time as it is printed, given back, includes every event "
                + "that is printed with it.",
            "Data goes to standard output, what is said about it to standard error.",
        ],
        examples: [
            Example("noteledger import vault", "bring in a folder of Markdown files"),
            Example("noteledger new Errands '[ ] post office' '[ ] bank'", "begin a checklist"),
            Example("noteledger toggle Groceries 2", "tick its second line, or clear it"),
            Example("noteledger log Groceries", "what was done to a note"),
            Example("noteledger show Groceries --at yesterday", "what it said when yesterday was over"),
            Example("noteledger undo", "take the newest event back"),
            Example("noteledger verify", "check that nobody changed the past"),
        ],
        sections: [
            Section(
                "Notes",
                [
                    NewCommand.self, ImportCommand.self, ListCommand.self, OpenCommand.self, ShowCommand.self,
                    SearchCommand.self,
                    TitleCommand.self, AttributeCommand.self, TrashCommand.self, RestoreCommand.self,
                ]),
            Section(
                "Rows and text",
                [
                    ToggleCommand.self, AppendCommand.self, RewriteCommand.self, RemoveCommand.self, MoveCommand.self,
                    ArchiveCommand.self, ConvertCommand.self, WriteCommand.self, EditCommand.self,
                    ConvertPageCommand.self,
                ]),
            Section(
                "History",
                [
                    LogCommand.self, BlameCommand.self, WhyCommand.self, DiffCommand.self, UndoCommand.self,
                    RedoCommand.self, RevertCommand.self, WatchCommand.self, PeopleCommand.self,
                ]),
            Section("Pages", [ServeCommand.self]),
            Section(
                "The store",
                [
                    VerifyCommand.self, HeadCommand.self, RebuildCommand.self, BackupCommand.self, ExportCommand.self,
                    ImportLogCommand.self, StatsCommand.self, DeviceCommand.self, DoctorCommand.self,
                    VerifyWorkerCommand.self,
                    CompleteNotesCommand.self, CompleteRowsCommand.self, CompleteDevicesCommand.self,
                    CompletePositionsCommand.self,
                ]),
        ],
        shared: [NoteArguments.store, Tool.utc],
        variables: [
            ("NOTELEDGER_STORE", "the folder of the store, where --store does not name one"),
            ("NOTELEDGER_AUTHOR", "who you are: what you do is recorded under that name"),
            (
                "XDG_DATA_HOME",
                "where the store is in a folder “noteledger”, if nothing names it; ~/.local/share unless set"
            ),
            ("VISUAL, EDITOR", "the editor that “edit” starts"),
        ],
        files: [
            ("~/.local/share/noteledger", "the store, unless something else is said"),
            (
                "~/.config/noteledger/config",
                "settings, a line each: author = Ada, store = DIR, color = never, utc = true, alias.done = toggle --to checked"
            ),
        ],
        prepare: { (words, surroundings, tool) throws(CommandFailure) in
            let configuration = try Configuration.read(surroundings.variable)
            configuration.apply(to: &words, &surroundings) { tool.command(named: $0) != nil }
        })
}
