/// A command of a tool, such as `toggle` of `noteledger`.
///
/// One description, its ``CommandPage``, is the source of parsing, help, man page and the completions of three shells;
/// nothing is written down twice. To add a command:
///
/// 1. In a file of its own, write an `enum` that conforms. Its arguments are constants, typed by what they give:
///
///    ```swift
///    enum RunCommand: Command {
///        static let name = "run"
///        static let page = CommandPage(
///            summary: "play a scenario and judge every action",
///            examples: [Example("racewindow run shop --seed 7", "the shop, with the seventh roll of the dice")],
///            arguments: [scenario, seed])
///
///        static let scenario = Argument.operand("SCENARIO", .file, "the scenario file, or a name from the library")
///        static let seed = Argument.option("seed", "N", .integer(0...Int.max), "the seed of all chance")
///
///        static func run(_ call: Call) async throws -> ExitCode {
///            let path = try call[scenario]      // String
///            let seed = try call[seed] ?? 1     // Int?
///            …
///            try call.output.line("3 actions, none lost")     // data: stdout
///            call.messages.note("played in 2 ms")             // for people: stderr
///            return .done
///        }
///    }
///    ```
/// 2. List the type in its tool: `Tool.noteledger` or `Tool.racewindow`, in the section under which help shows it.
///
/// What goes wrong is thrown, as a ``CommandFailure`` where there is more to say than the error says itself.
/// `--json`, `--color`, `--help` are there on every command: ask ``Call/wantsJSON``, and give ``Output`` a ``JSON``.
/// Every example runs in a test.
package protocol Command: SendableMetatype {
    /// The word that calls it.
    static var name: String { get }

    /// What it is for, how it is called, and how that reads.
    static var page: CommandPage { get }

    /// Does it. Its arguments have been checked by the time it is called.
    static func run(_ call: Call) async throws -> ExitCode
}
