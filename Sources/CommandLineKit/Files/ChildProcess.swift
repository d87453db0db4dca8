#if canImport(Glibc)
    import Glibc
#endif

/// A program that is started and waited for.
package enum ChildProcess {
    /// How it ended.
    package enum Ending: Equatable, CustomStringConvertible {
        case exited(Int32)
        case killed(signal: Int32)

        package var description: String {
            switch self {
            case .exited(let code): "ended with \(code)"
            case .killed(let signal): "was ended by signal \(signal)"
            }
        }
    }

    /// A program that was started.
    package struct Child {
        fileprivate let id: pid_t

        /// Waits until it has ended.
        @discardableResult
        package func wait() -> Ending { ChildProcess.wait(for: id) }

        /// Ends it, and waits for that.
        package func end() {
            kill(id, SIGKILL)
            wait()
        }
    }

    /// Starts a program with our streams, its standard output aside, and does not wait for it.
    package static func start(_ words: [String]) throws(CommandFailure) -> Child {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        return Child(id: try spawn(words, [], &actions))
    }

    /// Starts a program that reads from a pipe and has our other streams, and does not wait for it.
    ///
    /// - Parameter other: the end of the pipe that the program must not hold open.
    static func startReading(
        _ descriptor: Int32, _ words: [String], closing other: Int32
    ) throws(CommandFailure) -> Child {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, descriptor, 0)
        for end in [descriptor, other] { posix_spawn_file_actions_addclose(&actions, end) }
        return Child(id: try spawn(words, [], &actions))
    }

    /// Runs a program with our streams. `read` is given what it writes to its standard output, piece by piece;
    /// without it, the output is ours too. `variables` are set in its environment besides ours, as `NAME=value`.
    ///
    /// - Parameter ownsTerminal: whether keys that interrupt (Ctrl-C, Ctrl-\) are meant for the program alone.
    package static func run(
        _ words: [String], variables: [String] = [], ownsTerminal: Bool = false, read: (([UInt8]) -> Void)? = nil
    ) throws(CommandFailure) -> Ending {
        let keys = ownsTerminal ? [SIGINT, SIGQUIT] : []
        let handlers = keys.map { signal($0, SIG_IGN) }
        defer { for (key, handler) in zip(keys, handlers) { signal(key, handler) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var ends: [Int32] = [-1, -1]
        if read != nil {
            guard pipe(&ends) == 0 else { throw .inputOutput("A pipe cannot be made: \(describe(errno)).") }
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            posix_spawn_file_actions_addclose(&actions, ends[0])
            posix_spawn_file_actions_addclose(&actions, ends[1])
        }
        let child: pid_t
        do throws(CommandFailure) {
            child = try spawn(words, variables, &actions)
        } catch {
            for end in ends where end >= 0 { close(end) }
            throw error
        }
        if ends[1] >= 0 { close(ends[1]) }
        defer { if ends[0] >= 0 { close(ends[0]) } }
        if let read { pass(ends[0], to: read) }
        return wait(for: child)
    }

    private static func spawn(
        _ words: [String], _ variables: [String], _ actions: inout posix_spawn_file_actions_t
    ) throws(CommandFailure) -> pid_t {
        // What we ignore for our own sake, the program meets as usual.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGPIPE, SIGINT, SIGQUIT] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        // Of a variable that is there twice, the first one counts.
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) }
        defer { for variable in environment.prefix(variables.count) { free(variable) } }
        for index in 0... {
            environment.append(environ[index])
            if environ[index] == nil { break }
        }
        let code = posix_spawn(&child, words[0], &actions, &attributes, &arguments, &environment)
        guard code == 0 else { throw .inputOutput("\(words[0].forTerminal) cannot be started: \(describe(code)).") }
        return child
    }

    private static func pass(_ descriptor: Int32, to read: ([UInt8]) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count > 0 {
                read(Array(buffer[..<count]))
            } else if count == 0 || errno != EINTR {
                return
            }
        }
    }

    private static func wait(for child: pid_t) -> Ending {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        // The macros of wait.h, which Swift does not import.
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }
}
