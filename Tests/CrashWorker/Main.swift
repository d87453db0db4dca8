import CFaults
import Glibc

/// The second process of the tests: does what its arguments say, answers in lines, and may be killed at any time.
@main
enum CrashWorker {
    static func main() {
        // A line is out when it is printed, not when a buffer is full: a killed worker's last line counts.
        faults_print_by_lines()
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let name = arguments.first, let command = commands[name] else {
            print("usage: CrashWorker COMMAND …; COMMAND is one of \(commands.keys.sorted())")
            exit(64)
        }
        do {
            try command(Arguments(arguments.dropFirst()))
        } catch {
            print("error \(error)")
            exit(1)
        }
    }

    private static let commands: [String: Command] = [
        environmentCommands, faultCommands, powerFailureCommands, storeCommands, backupCommands, rawCommands,
    ].reduce(into: [:]) { all, more in all.merge(more) { $1 } }
}

/// What a word on the command line stands for.
typealias Command = @Sendable (Arguments) throws -> Void

/// The words behind the command's name.
struct Arguments {
    private let words: [String]

    init(_ words: some Sequence<String>) { self.words = Array(words) }

    struct Missing: Error { var index: Int }

    func text(_ index: Int) throws -> String {
        guard words.indices.contains(index) else { throw Missing(index: index) }
        return words[index]
    }

    func number(_ index: Int) throws -> Int {
        guard let number = Int(try text(index)) else { throw Missing(index: index) }
        return number
    }
}
