import CommandLineKit
import NoteLedgerCommands

@main
enum Main {
    static func main() { Tool.noteledger.main() }
}
