extension Ledger {
    /// The state of the log in 32 bytes, as it is or was after the event at `position`.
    ///
    /// - Throws: `notFound` if the log is not that long.
    public func head(at position: UInt64? = nil) throws(LedgerError) -> LogHead { throw .unfinished }

    /// Reads the whole store and holds everything against everything: the chain of hashes over the records, ids,
    /// streams, and each projection against a new fold.
    ///
    /// A file that LMDB itself trips over can end the process: run this in a process of its own where that matters.
    ///
    /// - Parameters:
    ///   - published: heads that were given out earlier; a log that was rolled back, cut or rewritten no longer
    ///     contains them.
    ///   - hashes: hashes of heads whose position is not known.
    ///   - progress: is told how many events are done.
    public func verify(
        against published: [LogHead] = [], hashes: [[UInt8]] = [], progress: ProgressHandler? = nil
    ) throws(LedgerError) -> Verification { throw .unfinished }

    /// Throws all projections and indexes away and folds them again from the events, in one transaction.
    ///
    /// - Returns: how many events were folded.
    @discardableResult
    public func rebuild(progress: ProgressHandler? = nil) throws(LedgerError) -> UInt64 { throw .unfinished }

    /// Copies the store, as of one moment, into an empty or new folder, while others go on writing.
    ///
    /// A copy that is opened for writing becomes a device of its own, so that no two stores number events alike.
    public func backup(to folder: String) throws(LedgerError) { throw .unfinished }

    /// Writes the whole log as NDJSON, a header and then one event a line, losing nothing.
    ///
    /// - Parameter sink: takes the bytes, a few kilobytes at a time.
    /// - Returns: how many events were written.
    @discardableResult
    public func export(into sink: ([UInt8]) throws -> Void) throws -> UInt64 { throw LedgerError.unfinished }

    /// Takes in what ``export(into:)`` wrote. An empty store then has the same head; one that has some of the events
    /// takes the others.
    ///
    /// - Parameter source: gives the next bytes, as many as it likes; nil or none at the end.
    /// - Throws: `badData` that names the line.
    public func importLog(from source: () throws -> [UInt8]?) throws -> ImportSummary { throw LedgerError.unfinished }

    /// Figures of the store.
    public func statistics() throws(LedgerError) -> Statistics { throw .unfinished }

    /// The health of what the store stands on.
    public func diagnose() throws(LedgerError) -> Diagnosis { throw .unfinished }
}
