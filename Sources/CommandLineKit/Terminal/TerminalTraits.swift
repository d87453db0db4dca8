#if canImport(Glibc)
    import Glibc
#endif

/// `--color`.
package enum ColorChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never
}

/// What is known of the three streams that a process is started with.
package struct TerminalTraits: Sendable {
    /// Whether there is someone to ask: standard input and error are terminals.
    package var canAsk: Bool
    /// Whether standard output is a terminal.
    package var showsOutput: Bool
    /// Whether standard error is a terminal, so that progress may be drawn.
    package var showsMessages: Bool
    /// Whether data and messages may be coloured.
    package var colorsOutput: Bool
    package var colorsMessages: Bool
    /// How many columns there are; nil where output goes elsewhere than to a terminal.
    package var width: Int?
    /// How many lines the terminal has; nil where output goes elsewhere.
    package var height: Int?

    /// Streams that go to files and pipes.
    package static let none = TerminalTraits(
        canAsk: false, showsOutput: false, showsMessages: false, colorsOutput: false, colorsMessages: false, width: nil)

    #if canImport(Glibc)
        /// As the process finds them, with what its environment and `--color` say.
        package static func current(color: ColorChoice, variables: (String) -> String?) -> TerminalTraits {
            let (input, output, messages) = (isatty(0) == 1, isatty(1) == 1, isatty(2) == 1)
            let isDumb = variables("TERM") == "dumb"
            let isUnwanted = variables("NO_COLOR").map { !$0.isEmpty } ?? false
            func colors(_ isTerminal: Bool) -> Bool {
                switch color {
                case .always: true
                case .never: false
                case .auto: isTerminal && !isDumb && !isUnwanted
                }
            }
            let width = variables("COLUMNS").flatMap(Int.init) ?? (output ? size(of: 1).map(\.columns) : nil)
            return TerminalTraits(
                canAsk: input && messages, showsOutput: output, showsMessages: messages && !isDumb,
                colorsOutput: colors(output), colorsMessages: colors(messages), width: width.map { max(20, $0) },
                height: output ? variables("LINES").flatMap(Int.init) ?? size(of: 1).map(\.lines) : nil)
        }

        private static func size(of descriptor: Int32) -> (columns: Int, lines: Int)? {
            var size = winsize()
            guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
            return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : 24)
        }
    #endif
}
