/// A program with commands: the table of all that can be typed.
package struct Tool: Sendable {
    /// What it is called by.
    package var name: String
    /// What it is, in a line.
    package var summary: String
    /// What more there is to know, a paragraph each; the man page has it.
    package var details: [String]
    /// Calls that show what it is about. The overview begins with them.
    package var examples: [Example]
    /// Its commands, in the sections under which help shows them.
    package var sections: [Section]
    /// The options that every command has.
    package var shared: [any TableArgument]
    /// The environment variables that it looks at, with what they do.
    package var variables: [(name: String, meaning: String)]
    /// The files that it uses, with what they are.
    package var files: [(path: String, meaning: String)]

    /// What is done to a command line and its surroundings before it is read: configuration and aliases come in here.
    package var prepare: Preparation

    /// Changes a command line of a tool, and its surroundings.
    package typealias Preparation = @Sendable (inout [String], inout Surroundings, Tool) throws(CommandFailure) -> Void

    /// A heading of the overview, and the commands under it.
    package struct Section: Sendable {
        package var title: String
        package var commands: [any Command.Type]

        package init(_ title: String, _ commands: [any Command.Type]) {
            self.title = title
            self.commands = commands
        }
    }

    /// The version of both tools.
    package static let version = "1.0.0"

    package init(
        name: String, summary: String, details: [String] = [], examples: [Example] = [], sections: [Section],
        shared: [any TableArgument] = [],
        variables: [(name: String, meaning: String)] = [], files: [(path: String, meaning: String)] = [],
        prepare: @escaping Preparation = { (_, _, _) throws(CommandFailure) in }
    ) {
        self.prepare = prepare
        self.name = name
        self.summary = summary
        self.details = details
        self.examples = examples
        self.sections = sections + [Section("Help", [HelpCommand.self, ManualCommand.self, CompletionsCommand.self])]
        self.shared = shared + [Self.json, Self.color, Self.help, Self.versionFlag]
        self.variables =
            variables + [
                ("NO_COLOR", "if set to anything, no colours"),
                ("COLUMNS", "how wide tables and help may be, instead of the terminal's own width"),
                ("TZ", "the time zone in which times are read and shown"),
            ]
        self.files = files
    }

    package static let json = Argument.flag("json", "print JSON, one object a line for lists")
    package static let color = Argument.option(
        "color", "WHEN", .choice(ColorChoice.self), "auto (on a terminal), always or never")
    /// For tools that show times.
    package static let utc = Argument.flag("utc", "read and show times in UTC instead of local time")
    package static let help = Argument.flag("help", short: "h", "print help for the command")
    package static let versionFlag = Argument.flag("version", "print the version")

    package var commands: [any Command.Type] { sections.flatMap(\.commands) }

    package func command(named name: String) -> (any Command.Type)? {
        for section in sections {
            for command in section.commands where command.name == name { return command }
        }
        return nil
    }

    /// What to say to a word that is no command.
    func unknownCommand(_ word: String) -> CommandFailure {
        let visible = commands.filter { !$0.page.isHidden }
        let known = visible.first { $0.page.otherWords.contains(word) }?.name
        let near = known ?? Spelling.nearest(to: word, among: visible.map { $0.name })
        let suggestion = near.map { "Did you mean “\(name) \($0)”? " } ?? ""
        return .usage(
            "“\(word.forTerminal)” is no command of \(name).",
            hint: suggestion + "“\(name) help” lists the commands.")
    }
}
