import CommandLineKit
import CommandTesting
import RaceWindowCommands
import Testing

@Suite("The table of racewindow's commands")
struct RaceWindowTableTests {
    @Test func everyCommandIsDescribed() { Tool.racewindow.expectDescribedCommands() }

    @Test func argumentsDoNotCollide() { Tool.racewindow.expectDistinctArguments() }

    @Test func helpIsReadable() { Tool.racewindow.expectReadableHelp() }

    @Test func manualPageIsComplete() throws { try Tool.racewindow.expectCompleteManualPage() }
}
