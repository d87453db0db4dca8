/// `completions`: what a shell needs to complete command lines.
enum CompletionsCommand: Command {
    static let name = "completions"
    static let page = CommandPage(
        summary: "print completions for bash, zsh or fish",
        details: [
            "For bash, add “source <(TOOL completions bash)” to ~/.bashrc; for zsh, the same with zsh to "
                + "~/.zshrc behind compinit; for fish, save the output as "
                + "~/.config/fish/completions/TOOL.fish."
        ],
        examples: [
            Example("TOOL completions bash > TOOL.bash", "completions for bash, to be sourced"),
            Example("TOOL completions fish", "completions for fish"),
        ],
        arguments: [shell])

    static let shell = Argument.operand("SHELL", .choice(Shell.self), "bash, zsh or fish")

    static func run(_ call: Call) async throws -> ExitCode {
        let shell = try call[shell]
        let script = Manual(tool: call.tool).completions(for: shell)
        if call.wantsJSON {
            try call.output.line(["shell": .string(shell.rawValue), "text": .string(script)] as JSON)
        } else {
            try call.output.write(script.utf8)
        }
        return .done
    }
}
