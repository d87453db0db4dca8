/// Why a command did not do what it was asked: what went wrong, and what to do about it.
package struct CommandFailure: Error, Sendable, Equatable {
    /// What the process exits with.
    package var exit: ExitCode
    /// A word that programs can act on: `usage`, `not-found`, …
    package var kind: String
    /// What went wrong, a sentence.
    package var message: String
    /// What to do next, a sentence or two.
    package var hint: String?

    package init(_ exit: ExitCode, kind: String, _ message: String, hint: String? = nil) {
        self.exit = exit
        self.kind = kind
        self.message = message
        self.hint = hint
    }

    /// The call does not read.
    package static func usage(_ message: String, hint: String? = nil) -> CommandFailure {
        CommandFailure(.usage, kind: "usage", message, hint: hint)
    }

    /// Something named is not there.
    package static func notFound(_ message: String, hint: String? = nil) -> CommandFailure {
        CommandFailure(.notFound, kind: "not-found", message, hint: hint)
    }

    /// A name that stands for several.
    package static func ambiguous(_ message: String, hint: String? = nil) -> CommandFailure {
        CommandFailure(.ambiguous, kind: "ambiguous", message, hint: hint)
    }

    /// A file that is not what it should be.
    package static func badData(_ message: String, hint: String? = nil) -> CommandFailure {
        CommandFailure(.badData, kind: "bad-data", message, hint: hint)
    }

    /// The system did not read or write.
    package static func inputOutput(_ message: String, hint: String? = nil) -> CommandFailure {
        CommandFailure(.inputOutput, kind: "input-output", message, hint: hint)
    }

    /// What was asked is not done, for a reason that is no mistake of the call.
    package static func refused(_ message: String, hint: String? = nil) -> CommandFailure {
        CommandFailure(.refused, kind: "refused", message, hint: hint)
    }

    package var json: JSON {
        ["error": ["kind": .string(kind), "message": .string(message), "hint": .optional(hint)]]
    }
}

/// An error of a layer below that knows how it is told on a command line.
package protocol CommandFailureConvertible: Error {
    var commandFailure: CommandFailure { get }
}

extension CommandFailure {
    /// How any error is told.
    package init(describing error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as any CommandFailureConvertible: self = error.commandFailure
        default: self = .refused("\(error)")
        }
    }
}
