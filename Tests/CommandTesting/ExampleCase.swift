import CommandLineKit
import Testing

/// An example of a tool's table, as the argument of a test.
package struct ExampleCase: Sendable, CustomTestStringConvertible {
    package var tool: String
    package var example: Example
    package var testDescription: String { example.line }

    /// All examples of the tool and of its commands.
    package static func all(of tool: Tool) -> [ExampleCase] {
        let examples = tool.examples + tool.commands.flatMap { $0.page.named(for: tool).examples }
        return examples.map { ExampleCase(tool: tool.name, example: $0) }
    }
}
