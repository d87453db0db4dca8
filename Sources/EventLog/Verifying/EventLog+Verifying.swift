extension EventLog {
    /// Reads the whole log and holds everything against everything; see ``LogVerifier``.
    ///
    /// - Parameters:
    ///   - moment: judges the log as it was then: what is wrong only behind it is passed over; nil is now.
    ///   - progress: is told how many events are done; false stops it.
    /// - Throws: `CancellationError` when stopped; what LMDB says.
    package func verify(
        against published: [(position: UInt64, hash: [UInt8])], hashes: [[UInt8]], at moment: LogBound? = nil,
        progress: @escaping (_ done: UInt64, _ total: UInt64) -> Bool
    ) throws -> LogReport {
        var verifier = LogVerifier(
            tables: tables, preview: preview, published: published, hashes: hashes, moment: moment, progress: progress)
        try verifier.run(on: environment)
        return verifier.report
    }
}
