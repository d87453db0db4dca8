/// A row of the argument table: all that is known of an argument but the type of its value.
package struct ArgumentRow: Sendable {
    /// How an argument is written.
    package enum Shape: Sendable, Equatable {
        /// By its place.
        case operand(Count)
        /// `--name VALUE`.
        case option(repeats: Bool)
        /// `--name`.
        case flag
    }

    /// How many operands of a kind there may be.
    package enum Count: Sendable, Equatable {
        case one
        case optional
        case oneOrMore
        case any
    }

    package var shape: Shape
    /// The long name of an option, without dashes; the placeholder of an operand.
    package var name: String
    /// The letter of an option's short form.
    package var short: Character?
    /// The word that stands for the value in usage lines.
    package var placeholder: String
    /// What it is, in a line or two, without capital and full stop.
    package var explanation: String
    /// What a shell offers for it.
    package var completion: Completion

    var isOperand: Bool {
        if case .operand = shape { true } else { false }
    }

    var takesValue: Bool { shape != .flag }

    /// What may stand several times: `PATH…`.
    var repeats: Bool {
        switch shape {
        case .operand(let count): count == .oneOrMore || count == .any
        case .option(let repeats): repeats
        case .flag: false
        }
    }

    /// How it stands in a usage line: `NOTE`, `[LINE…]`, `[--to STATE]`.
    var usage: String {
        switch shape {
        case .operand(.one): name
        case .operand(.optional): "[\(name)]"
        case .operand(.oneOrMore): "\(name)…"
        case .operand(.any): "[\(name)…]"
        case .option(let repeats): "[--\(name) \(placeholder)]" + (repeats ? "…" : "")
        case .flag: "[--\(name)]"
        }
    }

    /// How it stands in a list of options: `-y, --yes`, `--to STATE`.
    var heading: String {
        guard !isOperand else { return name }
        let long = takesValue ? "--\(name) \(placeholder)" : "--\(name)"
        return short.map { "-\($0), \(long)" } ?? long
    }
}

/// What a shell offers where a value is due.
package enum Completion: Sendable, Equatable {
    /// Nothing: a text, a number.
    case none
    case files
    case folders
    case choices([String])
    /// The notes of the store, asked from the tool itself.
    case notes
    /// The rows of the note that is named before, asked from the tool itself.
    case rows
    /// The devices of the store, asked from the tool itself.
    case devices
    /// Positions of the log, asked from the tool itself.
    case positions
    /// The commands of the tool.
    case commands
}
