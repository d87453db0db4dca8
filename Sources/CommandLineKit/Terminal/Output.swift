import Checklist

#if canImport(Glibc)
    import Glibc
#endif

/// Where data goes: standard output.
///
/// Bytes are gathered and written in large pieces; `flush()` writes what is left.
package final class Output {
    /// Whether data may be coloured.
    package let isColored: Bool
    /// How wide a line may be; nil for as wide as it is.
    package let width: Int?

    /// What to do when nobody reads any more.
    package enum WhenClosed {
        case stop
        case carryOn
    }

    /// Nobody reads any more: the process ends as if it had never caught SIGPIPE.
    package struct Closed: Error {
        package init() {}
    }

    /// Whether people see it as it comes.
    package let isTerminal: Bool

    private let descriptor: Int32
    private let whenClosed: WhenClosed
    private let heartbeat: Heartbeat?
    private var buffer: [UInt8] = []
    private var isClosed = false
    /// What to add where output cannot be written: what is done nevertheless.
    package var noteOfFailure: (() -> String?)?

    package init(
        descriptor: Int32 = 1, traits: TerminalTraits, whenClosed: WhenClosed = .stop, heartbeat: Heartbeat? = nil
    ) {
        self.descriptor = descriptor
        self.heartbeat = heartbeat
        self.whenClosed = whenClosed
        isColored = traits.colorsOutput
        isTerminal = traits.showsOutput
        width = traits.showsOutput ? traits.width : nil
    }

    /// Bytes as they are.
    package func write(_ bytes: some Sequence<UInt8>) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// The text of a document, as it lies in memory.
    package func write(_ document: ChecklistDocument) throws {
        for chunk in document.chunks {
            let isWritten: Void? = chunk.bytes.withContiguousStorageIfAvailable { buffer.append(contentsOf: $0) }
            if isWritten == nil { buffer.append(contentsOf: chunk.bytes) }
            if buffer.count >= 1 << 16 { try flush() }
        }
    }

    /// A line of text.
    package func line(_ text: String = "") throws {
        buffer.append(contentsOf: text.utf8)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// A JSON value on a line of its own.
    package func line(_ value: JSON) throws {
        try line(value.text)
    }

    /// The text in a style, if there are colours.
    package func styled(_ text: String, _ style: Style) -> String { style.applied(to: text, ifColored: isColored) }

    /// Writes what was gathered.
    package func flush() throws {
        defer { buffer.removeAll(keepingCapacity: true) }
        guard !isClosed, !buffer.isEmpty else { return }
        if isTerminal { heartbeat?.stop() }
        do throws(WriteFailure) {
            try writeAll(isTerminal ? TerminalGuard.harmless(buffer) : buffer, to: descriptor)
        } catch .closed {
            isClosed = true
            if whenClosed == .stop { throw Closed() }
        } catch .failed(let code) {
            isClosed = true
            throw CommandFailure.inputOutput(
                "Standard output cannot be written: \(describe(code)).",
                hint: noteOfFailure?())
        }
    }

    /// Whether somebody may still read what is written to a descriptor; false for a pipe or socket whose other end is
    /// closed.
    package static func isRead(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&request, 1, 0) <= 0 || Int32(request.revents) & (POLLERR | POLLHUP) == 0
    }

    /// Forgets what was gathered.
    func discard() { buffer.removeAll() }
}

/// Where what is said to people goes: standard error.
package struct Messages: Sendable {
    package let traits: TerminalTraits
    /// Whether warnings and errors are given as JSON.
    let asJSON: Bool
    /// What is silenced when something is said.
    var heartbeat: Heartbeat?

    /// A remark: what was done, what to do next. Left out under `--json`, where the data says it.
    package func note(_ text: String) {
        if !asJSON { write(text + "\n") }
    }

    /// A warning.
    package func warning(_ text: String) {
        guard !asJSON else {
            write((["warning": .string(text)] as JSON).text + "\n")
            return
        }
        write(styled("warning:", .warning) + " \(text)\n")
    }

    /// What went wrong, and what to do about it.
    package func failure(_ failure: CommandFailure, of tool: String) { write(text(of: failure, tool)) }

    /// How a failure is told.
    package func text(of failure: CommandFailure, _ tool: String) -> String {
        if asJSON { return failure.json.text + "\n" }
        let hint = failure.hint.map { styled("hint:", .faint) + " \($0)\n" } ?? ""
        return styled("\(tool):", .failure) + " \(failure.message)\n" + hint
    }

    /// The text in a style, if there are colours.
    package func styled(_ text: String, _ style: Style) -> String {
        style.applied(to: text, ifColored: traits.colorsMessages)
    }

    /// Text without a line end. Nothing can be said about messages that cannot be written.
    package func write(_ text: String) {
        heartbeat?.stop()
        let bytes = Array(text.utf8)
        try? writeAll(traits.showsMessages ? TerminalGuard.harmless(bytes) : bytes, to: 2)
    }

    /// Asks, and is true for an answer that begins with `y`. Only where `canAsk`.
    package func confirms(_ question: String) -> Bool {
        write("\(question) [y/N] ")
        guard let answer = readLine() else {
            write("\n")
            return false
        }
        return answer.first?.lowercased() == "y"
    }
}

/// Why bytes were not written.
package enum WriteFailure: Error {
    /// Nobody reads any more.
    case closed
    /// The error number.
    case failed(Int32)
}

package func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(WriteFailure) {
    var written = 0
    while written < bytes.count {
        let count = bytes.withUnsafeBytes { buffer in
            Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
        }
        if count >= 0 {
            written += count
        } else if errno == EPIPE {
            throw .closed
        } else if errno != EINTR {
            throw .failed(errno)
        }
    }
}

/// What an error number means.
package func describe(_ code: Int32) -> String {
    var text = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &text, text.count) == 0 else { return "error \(code)" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
