/// What a command ends with. From 64 on the numbers are those of `sysexits.h`.
package enum ExitCode: Int32, Sendable, CaseIterable {
    /// Done.
    case done = 0
    /// Refused, or something was found: a broken chain, a lost action.
    case refused = 1
    /// The call reads well but is not definite: a name that several notes have, a line gone meanwhile.
    case ambiguous = 2
    /// Not decided: a search ended at its limit.
    case undecided = 3
    /// The call does not read: an unknown command or option, a missing or unfit value.
    case usage = 64
    /// Bad data: a file that is not what it should be.
    case badData = 65
    /// No such note, line or file.
    case notFound = 66
    /// Input or output failed.
    case inputOutput = 74

    /// What it means, for the man page.
    package var meaning: String {
        switch self {
        case .done: "done"
        case .refused: "refused, or something was found: a broken chain, a lost action"
        case .ambiguous: "the call is not definite: a name that several notes have"
        case .undecided: "not decided: a search ended at its limit"
        case .usage: "the call does not read: an unknown command or option, a missing or unfit value"
        case .badData: "bad data: a file that is not what it should be"
        case .notFound: "no such note, line or file"
        case .inputOutput: "input or output failed"
        }
    }
}
