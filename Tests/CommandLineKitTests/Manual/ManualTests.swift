import CommandTesting
import Testing

@testable import CommandLineKit

@Suite("Help and man page")
struct ManualTests {
    @Test func helpLeadsWithExamples() {
        #expect(
            Manual(tool: .toy).help(for: ToyCommand.self, nil) == """
                toy paint: paint things

                  toy paint fence --color-name red  one thing, in red

                Usage
                  toy paint THING [MORE…] [--color-name NAME] [--coats N] [--tag TAG]… [--quickly]

                Paint is not taken off again.

                Arguments
                  THING  what to paint
                  MORE   what else

                Options
                  -c, --color-name NAME  which paint
                  --coats N              how many coats
                  -t, --tag TAG          a label on it
                  -q, --quickly          without waiting between coats

                On every command
                  --json        print JSON, one object a line for lists
                  --color WHEN  auto (on a terminal), always or never
                  -h, --help    print help for the command
                  --version     print the version

                """)
    }

    @Test func overviewShowsEveryCommandThatIsNotHidden() { Tool.toy.expectReadableHelp() }

    @Test func longTextIsWrapped() {
        #expect("aa bb cc".wrapped(to: 5) == ["aa bb", "cc"])
        #expect("aaaaaaaa b".wrapped(to: 5) == ["aaaaaaaa", "b"])
        #expect("牛乳 卵".wrapped(to: 5) == ["牛乳", "卵"])
        #expect("".wrapped(to: 5) == [])
    }

    @Test func manualQuotesWhatTroffWouldObey() {
        let page = Manual(tool: .toy).manualPage()
        #expect(page.contains("\\-\\-coats"))
        #expect(!page.contains("…"))
    }
}
