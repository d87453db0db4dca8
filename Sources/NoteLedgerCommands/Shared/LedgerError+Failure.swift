import CommandLineKit
import NoteLedger

extension LedgerError: CommandFailureConvertible {
    package var commandFailure: CommandFailure {
        CommandFailure(
            ExitCode(rawValue: exitCode) ?? .refused, kind: word, message.asSentence, hint: hint?.asSentence)
    }

    private var word: String {
        switch kind {
        case .invalidArgument: "usage"
        case .notFound: "not-found"
        case .ambiguous: "ambiguous"
        case .conflict: "conflict"
        case .stale: "stale"
        case .refused: "refused"
        case .badData: "bad-data"
        case .outOfSpace: "out-of-space"
        case .inputOutput: "input-output"
        case .closed: "closed"
        }
    }
}

extension String {
    /// The text with a capital at its beginning and a full stop at its end.
    var asSentence: String {
        guard let last else { return self }
        // A name that begins the sentence is left as it is written.
        let begins =
            first?.isLowercase == true && !prefix(while: { $0 != " " }).contains(where: { "./-_".contains($0) })
        return (begins ? prefix(1).uppercased() + dropFirst() : self) + (".!?”".contains(last) ? "" : ".")
    }
}
