import DataFormats

/// How a word of the command line becomes a value, and what a shell offers for it.
package struct ValueReader<Value: Sendable>: Sendable {
    /// What a shell offers.
    package var completion: Completion
    /// What is expected, as an error says it: `a whole number from 1 on`.
    package var expectation: String
    /// The value, or nil for a word that is none.
    package var value: @Sendable (String, ReadingContext) -> Value?

    package init(
        _ expectation: String, completion: Completion = .none,
        value: @escaping @Sendable (String, ReadingContext) -> Value?
    ) {
        self.expectation = expectation
        self.completion = completion
        self.value = value
    }

    package func read(_ word: String, as argument: String, in context: ReadingContext) throws(CommandFailure) -> Value {
        if let value = value(word, context) { return value }
        var hint: String?
        if case .choices(let choices) = completion, let near = Spelling.nearest(to: word, among: choices) {
            hint = "Did you mean “\(near)”?"
        }
        throw .usage("\(argument) must be \(expectation), and “\(word.forTerminal)” is not.", hint: hint)
    }
}

/// What reading a word may depend on besides the word.
package struct ReadingContext: Sendable {
    /// Milliseconds since 1970 (UTC).
    package var now: Int64
    /// Where days begin.
    package var zone: TimeZoneRules

    package init(now: Int64, zone: TimeZoneRules) {
        self.now = now
        self.zone = zone
    }
}

extension ValueReader<String> {
    /// Any text.
    package static var text: ValueReader { ValueReader("a text") { word, _ in word } }

    /// A path; `-` for standard input or output where the command says so.
    package static var file: ValueReader {
        ValueReader("a path", completion: .files) { word, _ in word.isEmpty ? nil : word }
    }

    /// A path of a folder.
    package static var folder: ValueReader {
        ValueReader("a folder", completion: .folders) { word, _ in word.isEmpty ? nil : word }
    }
}

extension ValueReader<Int> {
    /// A whole number within bounds.
    package static func integer(_ bounds: ClosedRange<Int>) -> ValueReader {
        let expectation =
            bounds.upperBound == .max
            ? "a whole number from \(bounds.lowerBound) on"
            : "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
        return ValueReader(expectation) { word, _ in
            Int(word).flatMap { bounds.contains($0) ? $0 : nil }
        }
    }
}

extension ValueReader<Double> {
    /// A number within bounds.
    package static func number(_ bounds: ClosedRange<Double>) -> ValueReader {
        ValueReader("a number from \(bounds.lowerBound) to \(bounds.upperBound)") { word, _ in
            Double(word).flatMap { bounds.contains($0) ? $0 : nil }
        }
    }
}

extension ValueReader<Duration> {
    /// A length of time: `250ms`, `1.5s`, `2m`, `1h`; a bare number is seconds.
    package static var duration: ValueReader {
        ValueReader("a length of time such as 250ms, 1.5s or 2m") { word, _ in
            guard let length = Duration(word), length >= .zero, length < .seconds(1_000_000_000_000) else { return nil }
            return length
        }
    }
}

extension ValueReader where Value: CaseIterable & RawRepresentable<String> {
    /// One of the cases, by its raw value.
    package static func choice(_: Value.Type = Value.self) -> ValueReader {
        let choices = Value.allCases.map(\.rawValue)
        return ValueReader(choices.spokenList(with: "or"), completion: .choices(choices)) { word, _ in
            Value(rawValue: word)
        }
    }
}

extension [String] {
    /// `a, b or c`.
    package func spokenList(with conjunction: String) -> String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}
