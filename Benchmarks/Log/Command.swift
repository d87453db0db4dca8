import Glibc
import Measuring

/// The `noteledger` command as its users run it: a new process each time.
enum Command {
    struct Failure: Error {
        var arguments: [String]
        var status: CInt
    }

    /// Where `noteledger` lies: beside this program. Nil when it was not built.
    private static let executable: String? = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard length > 0 else { return nil }
        let own = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let slash = own.lastIndex(of: "/") else { return nil }
        let path = own[..<slash] + "/noteledger"
        return access(String(path), X_OK) == 0 ? String(path) : nil
    }()

    /// Runs it again and again and adds how long it took and what it wrote to the disk.
    ///
    /// - Parameter arguments: Made anew for each run.
    static func measure(
        _ report: Report, _ name: String, rounds: Int, _ arguments: @autoclosure () -> [String]
    ) throws {
        guard let executable else { return report.progress("\(name): left out, noteledger is not built") }
        var durations: [UInt64] = []
        var written: [Int] = []
        for _ in 0..<rounds {
            let start = nanoseconds()
            let bytes = try run(executable, arguments())
            durations.append(nanoseconds() - start)
            written.append(bytes)
        }
        report.add(name, "ours", Samples(durations))
        report.add(name, "ours", "written", Double(written.sorted()[written.count / 2]), "B")
    }

    /// Runs it once, if it was built.
    static func run(_ arguments: [String]) throws {
        if let executable { _ = try run(executable, arguments) }
    }

    /// Runs a command with its output thrown away.
    ///
    /// - Returns: How many bytes it wrote to the disk, as the system counts them.
    private static func run(_ executable: String, _ arguments: [String]) throws -> Int {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let status = posix_spawn(&process, executable, &actions, nil, &words, environ)
        guard status == 0 else { throw Failure(arguments: arguments, status: status) }
        var ending: CInt = 0
        var usage = rusage()
        guard wait4(process, &ending, 0, &usage) == process, ending == 0 else {
            throw Failure(arguments: arguments, status: ending)
        }
        return usage.ru_oublock * 512
    }
}
