/// The description of a command, from which its help, man page and completions are made.
package struct CommandPage: Sendable {
    /// What it does, in a line: an imperative without capital and full stop.
    package var summary: String
    /// What more there is to know, a paragraph each.
    package var details: [String]
    /// Calls that work as they stand, the plainest first. Help begins with them.
    package var examples: [Example]
    /// Its arguments; operands in their order.
    package var arguments: [any TableArgument]
    /// Whether it changes a store. What changes one carries on when nobody reads its output any more.
    package var effect: Effect
    /// Whether it waits for people, or for what other processes do, so that its taking long says nothing.
    package var waits: Bool
    /// What people who know other tools type instead; it is suggested to them then.
    package var otherWords: [String]
    /// Whether help and completions leave it out.
    package var isHidden: Bool

    /// Whether a command changes something.
    package enum Effect: Sendable {
        case reads
        case writes
    }

    package init(
        summary: String, details: [String] = [], examples: [Example], arguments: [any TableArgument] = [],
        effect: Effect = .reads, waits: Bool = false, otherWords: [String] = [], isHidden: Bool = false
    ) {
        self.summary = summary
        self.details = details
        self.examples = examples
        self.arguments = arguments
        self.effect = effect
        self.waits = waits
        self.otherWords = otherWords
        self.isHidden = isHidden
    }

    /// The page as a tool shows it: commands that both tools have write `TOOL` for its name.
    package func named(for tool: Tool) -> CommandPage {
        var page = self
        page.details = details.map { $0.replacing("TOOL", with: tool.name) }
        for index in page.examples.indices {
            page.examples[index].line = examples[index].line.replacing("TOOL", with: tool.name)
            page.examples[index].purpose = examples[index].purpose.replacing("TOOL", with: tool.name)
        }
        return page
    }

    package var operands: [ArgumentRow] { arguments.map(\.row).filter(\.isOperand) }
    package var options: [ArgumentRow] { arguments.map(\.row).filter { !$0.isOperand } }
}

/// A call that works, and what it is for.
package struct Example: Sendable {
    /// The line as one types it at a shell.
    package var line: String
    /// What it does, in a few words.
    package var purpose: String
    /// What it exits with; 0 but for what is meant to find something.
    package var exit: ExitCode

    package init(_ line: String, _ purpose: String, exit: ExitCode = .done) {
        self.line = line
        self.purpose = purpose
        self.exit = exit
    }
}
