/// How the writer of a log works. Tests hold it at its stages, so that what can only happen there happens each time.
package struct WriterOptions: Sendable {
    /// For how many commits nothing is planned ahead after that was in vain: others write as well, so it may be again.
    package var restAfterVain = 16
    /// Is told of each stage, on the thread that has come to it.
    package var observer: Observer?

    /// Takes note of a stage.
    package typealias Observer = @Sendable (Stage) -> Void

    /// What the writer has come to.
    package enum Stage: Hashable, Sendable {
        /// The planner has run a request ahead of its transaction, or found that it cannot.
        case plannedAhead(isPlanned: Bool)
        /// A batch is planned to its end, and the session free for the next one.
        case sealed
        /// All changes of a batch are made in its transaction.
        case willCommit
    }

    /// The usual way.
    package init() {}
}
