import Commands

@main
enum Main {
    static func main() { Tool.noteledger.main() }
}
