/// `man`: the manual page.
enum ManualCommand: Command {
    static let name = "man"
    static let page = CommandPage(
        summary: "print the manual page",
        examples: [
            Example("TOOL man > TOOL.1", "save it; “man ./TOOL.1” shows it")
        ])

    static func run(_ call: Call) async throws -> ExitCode {
        let source = Manual(tool: call.tool).manualPage()
        if call.wantsJSON {
            try call.output.line(["format": "man", "text": .string(source)] as JSON)
        } else {
            try call.output.write(source.utf8)
        }
        return .done
    }
}
