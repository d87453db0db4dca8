/// `help`: what the tool or a command does.
enum HelpCommand: Command {
    static let name = "help"
    static let page = CommandPage(
        summary: "say what the commands do, or all about one",
        examples: [
            Example("TOOL help", "all commands"),
            Example("TOOL help man", "one command; also “TOOL man --help”"),
        ],
        arguments: [subject])

    static let subject = Argument.optionalOperand("COMMAND", .command, "the command to tell about")

    static func run(_ call: Call) async throws -> ExitCode {
        let manual = Manual(tool: call.tool)
        guard let name = try call[subject] else {
            if call.wantsJSON {
                for command in manual.visibleCommands { try call.output.line(manual.json(of: command)) }
            } else {
                try call.output.write(manual.overview(call.output).utf8)
            }
            return .done
        }
        guard let command = call.tool.command(named: name) else { throw call.tool.unknownCommand(name) }
        if call.wantsJSON {
            try call.output.line(manual.json(of: command))
        } else {
            try call.output.write(manual.help(for: command, call.output).utf8)
        }
        return .done
    }
}

extension ValueReader<String> {
    fileprivate static var command: ValueReader {
        ValueReader("a command", completion: .commands) { word, _ in word }
    }
}

extension Manual {
    /// The row of the table, for programs.
    func json(of command: any Command.Type) -> JSON {
        let page = command.page.named(for: tool)
        return [
            "command": .string(command.name), "summary": .string(page.summary),
            "usage": .string(tool.usage(of: command)),
            "changes": .bool(page.effect == .writes),
            "examples": .array(page.examples.map { ["line": .string($0.line), "purpose": .string($0.purpose)] }),
        ]
    }
}
