import Commands

@main
enum Main {
    static func main() async { await Tool.racewindow.main() }
}
