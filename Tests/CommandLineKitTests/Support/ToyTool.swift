@testable import CommandLineKit

/// A tool with one command of every kind of argument, for tests of the table itself.
enum ToyCommand: Command {
    static let name = "paint"
    static let page = CommandPage(
        summary: "paint things",
        details: ["Paint is not taken off again."],
        examples: [Example("toy paint fence --color-name red", "one thing, in red")],
        arguments: [thing, more, color, coats, tags, quickly], effect: .writes, otherWords: ["colour"])

    enum Paint: String, CaseIterable, Sendable {
        case red
        case green
    }

    static let thing = Argument.operand("THING", .text, "what to paint")
    static let more = Argument.operands("MORE", .text, orNone: true, "what else")
    static let color = Argument.option("color-name", short: "c", "NAME", .choice(Paint.self), "which paint")
    static let coats = Argument.option("coats", "N", .integer(1...9), "how many coats")
    static let tags = Argument.options("tag", short: "t", "TAG", .text, "a label on it")
    static let quickly = Argument.flag("quickly", short: "q", "without waiting between coats")

    static func run(_ call: Call) throws -> ExitCode {
        try call.output.line(call[thing])
        return .done
    }
}

/// A command whose operands may be left out.
enum ToyLookCommand: Command {
    static let name = "look"
    static let page = CommandPage(
        summary: "look at things", examples: [Example("toy look", "at all")],
        arguments: [from, to])

    static let from = Argument.optionalOperand("FROM", .integer(0...9), "where to begin")
    static let to = Argument.optionalOperand("TO", .integer(0...9), "where to end")

    static func run(_ call: Call) throws -> ExitCode { .done }
}

extension Tool {
    static let toy = Tool(
        name: "toy", summary: "a tool for tests", details: ["It paints."], examples: [Example("toy look", "around")],
        sections: [Section("Work", [ToyCommand.self, ToyLookCommand.self])])
}

extension ReadingContext {
    static let fixed = ReadingContext(now: 1_796_000_000_000, zone: .utc)
}
