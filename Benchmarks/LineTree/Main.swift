import Measuring

@main
enum Main {
    static func main() {}
}
