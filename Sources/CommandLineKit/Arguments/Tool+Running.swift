#if canImport(Glibc)
    import Glibc
#endif

extension Surroundings {
    /// Those of this process.
    package static var process: Surroundings {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Surroundings(
            now: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000, zone: .system,
            variable: { name in
                guard let value = getenv(name), value.pointee != 0 else { return nil }
                return String(cString: value)
            })
    }
}

extension Tool {
    /// Runs the process's command line on the thread that calls, and ends the process.
    package func main() -> Never {
        exit(CallingThreadExecutor().run(runCommandLine).rawValue)
    }

    /// Runs the process's command line, with all threads there are for a command that can use them, and ends the process.
    package func main() async -> Never {
        exit(await runCommandLine().rawValue)
    }

    @Sendable
    private func runCommandLine() async -> ExitCode {
        // A closed pipe is met when writing, so that the store is closed properly before the process goes.
        signal(SIGPIPE, SIG_IGN)
        // A file size limit (ulimit -f) is met when writing, too, as an error.
        signal(SIGXFSZ, SIG_IGN)
        if getpid() == 1 {
            // The kernel drops signals to the first process of a container that it does not handle.
            for number in [SIGTERM, SIGINT, SIGHUP] { signal(number) { _exit(128 + $0) } }
        }
        do {
            return try await run(try Self.words(), in: .process)
        } catch let failure as CommandFailure {
            Messages(traits: .current(color: .auto, variables: Surroundings.process.variable), asJSON: false)
                .failure(failure, of: name)
            return failure.exit
        } catch {
            // Now as any program that nobody reads from: killed by the signal, without a word.
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
            return .done
        }
    }

    /// The words of the process's command line, without the tool's own name.
    ///
    /// One that is no UTF-8 is refused: Swift would repair it, and then another text be written down, or another file looked
    /// for, than was meant.
    private static func words() throws(CommandFailure) -> [String] {
        var words: [String] = []
        for index in 1..<max(1, Int(Swift.CommandLine.argc)) {
            guard let bytes = Swift.CommandLine.unsafeArgv[index] else { break }
            guard let word = String(validatingCString: bytes) else {
                throw .usage(
                    "“\(String(cString: bytes).forTerminal)” is not UTF-8.",
                    hint: "Standard input takes any bytes; a file can be imported with the folder that it lies in.")
            }
            words.append(word)
        }
        return words
    }

    /// Runs a command line; throws only where nobody reads its output.
    package func run(_ words: [String], in surroundings: Surroundings) async throws(Output.Closed) -> ExitCode {
        // An error in the line itself is told as the line would have liked it.
        let wantsJSON = words.prefix { $0 != "--" }.contains("--json")
        var messages = Messages(
            traits: .current(color: .auto, variables: surroundings.variable), asJSON: wantsJSON)
        do {
            var (words, surroundings) = (words, surroundings)
            try prepare(&words, &surroundings, self)
            let line = try parse(words)
            if line.has(Self.utc) { surroundings.zone = .utc }
            let color = try Self.color.result(line.values[Self.color.row.name] ?? [], surroundings.reading)
            let traits = TerminalTraits.current(color: color ?? .auto, variables: surroundings.variable)
            let heartbeat = heartbeat(of: line.command, traits, wantsJSON)
            defer { heartbeat?.stop() }
            messages = Messages(traits: traits, asJSON: wantsJSON, heartbeat: heartbeat)
            let output = Output(
                traits: traits, whenClosed: line.command?.page.effect == .writes ? .carryOn : .stop,
                heartbeat: heartbeat)
            let call = Call(
                tool: self, values: line.values, output: output, messages: messages, surroundings: surroundings)
            let code = try await perform(line, call)
            try output.flush()
            return code
        } catch let closed as Output.Closed {
            throw closed
        } catch {
            let failure = CommandFailure(describing: error)
            messages.failure(failure, of: name)
            return failure.exit
        }
    }

    /// The sign of life of a command that may take long.
    private func heartbeat(
        of command: (any Command.Type)?, _ traits: TerminalTraits, _ wantsJSON: Bool
    ) -> Heartbeat? {
        guard let command, traits.showsMessages, !wantsJSON, !command.page.waits else { return nil }
        let heartbeat = Heartbeat("\(name) \(command.name)")
        heartbeat.start()
        return heartbeat
    }

    private func perform(_ line: ParsedLine, _ call: Call) async throws -> ExitCode {
        if line.has(Self.help) {
            let manual = Manual(tool: self)
            try call.output.write(
                (line.command.map { manual.help(for: $0, call.output) } ?? manual.overview(call.output)).utf8)
            return .done
        }
        if line.has(Self.versionFlag) {
            if call.wantsJSON {
                try call.output.line(["tool": .string(name), "version": .string(Self.version)] as JSON)
            } else {
                try call.output.line("\(name) \(Self.version)")
            }
            return .done
        }
        guard let command = line.command else {
            call.messages.note(Manual(tool: self).overview(nil))
            throw CommandFailure.usage("A command is missing.")
        }
        try check(line, in: call.surroundings.reading)
        do {
            return try await command.run(call)
        } catch {
            // What was said before it went wrong is said.
            try call.output.flush()
            throw error
        }
    }
}
