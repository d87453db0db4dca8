/// How the writer of a log works. Tests stop it at its stages, so that races happen each time and not by chance.
package struct WriterOptions: Sendable {
    /// For how many commits nothing is planned speculatively after a speculation was discarded: another process writes as
    /// well, so the next one would probably be discarded too.
    package var speculationBackoff = 16
    /// Is called at each stage, on the thread that has reached it.
    package var observer: Observer?

    /// Is told of a stage.
    package typealias Observer = @Sendable (Stage) -> Void

    /// What the writer has reached.
    package enum Stage: Hashable, Sendable {
        /// The planner has run a request speculatively, or found that it needs a transaction.
        case speculated(isComplete: Bool)
        /// A batch is planned, and the session is free for the next one.
        case sealed
        /// All changes of a batch are made in its transaction.
        case willCommit
    }

    /// The defaults.
    package init() {}
}
