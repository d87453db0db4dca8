import Testing

@testable import CommandLineKit

@Suite("Command lines")
struct ParsingTests {
    private func values(_ words: String...) throws -> [String: [String]] { try Tool.toy.parse(words).values }

    private func failure(_ words: String...) -> CommandFailure? {
        do throws(CommandFailure) {
            let line = try Tool.toy.parse(words)
            try Tool.toy.check(line, in: .fixed)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ["paint", "fence", "--coats", "2"], ["paint", "fence", "--coats=2"], ["paint", "--coats", "2", "fence"],
        ["paint", "--coats=2", "--", "fence"],
    ])
    func optionsStandAnywhere(_ words: [String]) throws {
        #expect(try Tool.toy.parse(words).values == ["THING": ["fence"], "coats": ["2"]])
    }

    @Test func lettersAreJoined() throws {
        #expect(try values("paint", "-qcred", "door") == ["quickly": [""], "color-name": ["red"], "THING": ["door"]])
        #expect(try values("paint", "-c", "red", "-t", "a", "-tb", "door")["tag"] == ["a", "b"])
    }

    @Test func sharedOptionsStandInFrontOfTheCommandToo() throws {
        let line = try Tool.toy.parse(["--json", "paint", "door"])
        #expect(line.command?.name == "paint")
        #expect(line.has(Tool.json))
    }

    @Test func operandsAreDealtOutInOrder() throws {
        #expect(try values("paint", "a", "b", "c") == ["THING": ["a"], "MORE": ["b", "c"]])
        #expect(try values("look", "3") == ["FROM": ["3"]])
        #expect(try values("look", "3", "4") == ["FROM": ["3"], "TO": ["4"]])
    }

    @Test func whatLooksLikeAnItemIsText() throws {
        #expect(try values("paint", "- milk", "-") == ["THING": ["- milk"], "MORE": ["-"]])
        #expect(try values("paint", "--", "--coats") == ["THING": ["--coats"]])
        #expect(try values("paint", "--coats=", "x")["coats"] == [""])
    }

    @Test func helpNeedsNoOperands() throws {
        #expect(try Tool.toy.parse(["paint", "--help"]).has(Tool.help))
        #expect(try Tool.toy.parse(["paint", "-h"]).has(Tool.help))
    }

    @Test(arguments: [
        (["piant"], "“piant” is no command of toy.", "toy paint"),
        (["colour"], "“colour” is no command of toy.", "toy paint"),
        (["pa"], "“pa” is no command of toy.", "toy paint"),
        (["paint", "x", "--caots", "1"], "toy paint has no option --caots.", "--coats"),
        (["paint", "x", "--colors", "1"], "toy paint has no option --colors.", "--color"),
        (["--jsno"], "toy has no option --jsno.", "--json"),
        (["paint", "x", "--color-name", "gren"], "is not.", "green"),
    ])
    func mistypedWordsGetASuggestion(_ words: [String], _ message: String, _ suggestion: String) throws {
        let failure = try #require(
            { () -> CommandFailure? in
                do throws(CommandFailure) {
                    try Tool.toy.check(Tool.toy.parse(words), in: .fixed)
                    return nil
                } catch {
                    return error
                }
            }())
        #expect(failure.exit == .usage)
        #expect(failure.message.hasSuffix(message))
        #expect(try #require(failure.hint).contains("Did you mean “\(suggestion)”?"))
    }

    @Test func nothingIsSuggestedForNonsense() throws {
        #expect(failure("xylophone")?.hint?.contains("Did you mean") == false)
        #expect(failure("paint", "x", "--xylophone")?.hint?.contains("Did you mean") == false)
    }

    @Test func whatIsMissingIsNamed() {
        #expect(failure("paint")?.message == "THING is missing: what to paint.")
        #expect(failure("paint")?.hint?.contains("toy paint THING [MORE…]") == true)
        #expect(failure("paint", "x", "--coats")?.message == "--coats needs a value: how many coats.")
    }

    @Test func whatIsTooMuchIsNamed() {
        #expect(failure("look", "1", "2", "3")?.message == "“3” is one argument too many.")
        #expect(failure("paint", "x", "--quickly=yes")?.message == "--quickly takes no value.")
        #expect(failure("paint", "x", "-z")?.message == "toy paint has no option -z.")
    }

    @Test(arguments: ["0", "10", "two", "", "1.5"])
    func numbersStayWithinBounds(_ word: String) {
        #expect(
            failure("paint", "x", "--coats", word)?.message
                == "--coats must be a whole number from 1 to 9, and “\(word)” is not.")
    }

    @Test func valuesAreTyped() throws {
        let line = try Tool.toy.parse(["paint", "a", "-c", "red", "--coats", "3", "-q", "-t", "x", "-t", "y"])
        let call = Call(
            tool: .toy, values: line.values, output: Output(traits: .none),
            messages: Messages(traits: .none, asJSON: false),
            surroundings: Surroundings(now: 0, zone: .utc, variable: { _ in nil }))
        #expect(try call[ToyCommand.thing] == "a")
        #expect(try call[ToyCommand.more] == [])
        #expect(try call[ToyCommand.color] == .red)
        #expect(try call[ToyCommand.coats] == 3)
        #expect(try call[ToyCommand.quickly])
        #expect(try call[ToyCommand.tags] == ["x", "y"])
        #expect(!call.wantsJSON)
    }

    @Test func controlCharactersOfAMistypedWordAreHarmless() {
        #expect(failure("\u{1B}[31mred")?.message == "“␛[31mred” is no command of toy.")
    }

    @Test(arguments: [("250ms", 0.25), ("1.5s", 1.5), ("2m", 120), ("1h", 3_600), ("3", 3), ("10us", 0.000_01)])
    func durationsHaveUnits(_ word: String, _ seconds: Double) throws {
        let duration = try ValueReader<Duration>.duration.read(word, as: "--gap", in: .fixed)
        #expect(abs(duration / .seconds(1) - seconds) < 1e-9)
    }
}
