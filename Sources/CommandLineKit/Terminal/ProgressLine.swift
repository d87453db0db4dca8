/// A line on the terminal that says how far something long has got; silent anywhere else, and for the first second.
package struct ProgressLine: Sendable {
    private let messages: Messages
    private let label: String
    private let began = ContinuousClock.now
    private var drawn: ContinuousClock.Instant?

    package init(_ label: String, messages: Messages) {
        self.label = label
        self.messages = messages
    }

    /// Draws anew, ten times a second at most.
    package mutating func update(_ done: Int, of total: Int? = nil, _ detail: String = "") {
        guard messages.traits.showsMessages, !messages.asJSON else { return }
        let now = ContinuousClock.now
        guard now - began > .seconds(1), drawn.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
        drawn = now
        var text = "\(label): \(done)"
        if let total, total > 0 { text += " of \(total) (\(done * 100 / total) %)" }
        if !detail.isEmpty { text += ", \(detail.forTerminal)" }
        messages.write("\r\u{1B}[K" + text.truncated(to: (messages.traits.width ?? 80) - 1))
    }

    /// Takes the line away.
    package mutating func finish() {
        if drawn != nil { messages.write("\r\u{1B}[K") }
        drawn = nil
    }
}
