/// A call of a command: what was typed, and what it is answered with.
package struct Call {
    /// The tool that the command is of.
    package let tool: Tool
    /// Where data goes.
    package let output: Output
    /// Where what is said to people goes.
    package let messages: Messages
    /// Clock, zone, environment.
    package let surroundings: Surroundings

    private let values: [String: [String]]

    package init(
        tool: Tool, values: [String: [String]], output: Output, messages: Messages, surroundings: Surroundings
    ) {
        self.tool = tool
        self.values = values
        self.output = output
        self.messages = messages
        self.surroundings = surroundings
    }

    /// What was given for an argument of the command's table.
    package subscript<Result>(argument: Argument<Result>) -> Result {
        get throws(CommandFailure) {
            try argument.result(values[argument.row.name] ?? [], surroundings.reading)
        }
    }

    /// Whether `--json` was given.
    package var wantsJSON: Bool { values[Tool.json.row.name] != nil }
}

/// What a command finds around it. Handed in, so that a test says what time it is.
package struct Surroundings: Sendable {
    /// Milliseconds since 1970 (UTC).
    package var now: Int64
    package var zone: TimeZoneRules
    /// An environment variable; nil where it is not set or empty.
    package var variable: @Sendable (String) -> String?

    package init(
        now: Int64, zone: TimeZoneRules, variable: @escaping @Sendable (String) -> String?
    ) {
        self.now = now
        self.zone = zone
        self.variable = variable
    }

    package var reading: ReadingContext { ReadingContext(now: now, zone: zone) }
    package var timeText: TimeText { TimeText(zone: zone) }
}
