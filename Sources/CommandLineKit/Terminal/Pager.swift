#if canImport(Glibc)
    import Glibc
#endif

/// A program that shows long output a screen at a time.
package enum Pager {
    /// Runs `body`; what it writes to the output goes through `$PAGER` if it is longer than the terminal.
    ///
    /// - Parameter lineCount: how many lines will be written.
    package static func run(lineCount: Int, _ call: Call, _ body: () throws -> Void) throws {
        guard let height = call.messages.traits.height, lineCount >= height, call.messages.traits.canAsk else {
            return try body()
        }
        try call.output.flush()
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return try body() }
        let terminal = dup(1)
        defer { close(terminal) }
        let pager = call.surroundings.variable("PAGER") ?? standard
        let child = try ChildProcess.startReading(ends[0], ["/bin/sh", "-c", pager], closing: ends[1])
        dup2(ends[1], 1)
        for end in ends { close(end) }
        defer {
            dup2(terminal, 1)
            child.wait()
        }
        // Who leaves the pager early has seen enough.
        do { try body(); try call.output.flush() } catch is Output.Closed { call.output.discard() }
    }

    /// Colours stay, and short output is not held back; where there is no `less`, nothing is lost.
    private static let standard =
        "if command -v less > /dev/null; then exec less -FRX; else exec cat; fi"
}
