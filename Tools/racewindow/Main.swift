import CommandLineKit
import RaceWindowCommands

@main
enum Main {
    static func main() async { await Tool.racewindow.main() }
}
