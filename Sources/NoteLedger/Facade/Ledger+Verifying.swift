internal import EventLog

extension Ledger {
    /// Reads the whole store and holds everything against everything: the chain of hashes over the records, ids,
    /// streams, and each projection against a new fold.
    ///
    /// A file that LMDB itself trips over can end the process: run this in a process of its own where that matters.
    ///
    /// - Parameters:
    ///   - published: heads that were given out earlier; a log that was rolled back, cut or rewritten no longer
    ///     contains them.
    ///   - hashes: hashes of heads whose position is not known.
    ///   - moment: judges the log as it was then: head and counts are those of that moment, and what is wrong only behind
    ///     it is passed over. Heads are held against the whole log all the same. Nil is now.
    ///   - progress: is told how many events are done.
    /// - Complexity: O(events): each is hashed, read and folded once.
    public func verify(
        against published: [LogHead] = [], hashes: [[UInt8]] = [], at moment: Moment? = nil,
        progress: ProgressHandler? = nil
    ) throws(LedgerError) -> Verification {
        try withLog { log in
            let report = try log.verify(
                against: published.map { ($0.position, $0.hash) }, hashes: hashes, at: moment?.bound
            ) {
                progress?(Progress(done: $0, total: $1)) ?? true
            }
            return Verification(
                eventCount: report.eventCount, noteCount: report.noteCount,
                head: LogHead(position: report.head.position, hash: report.head.hash),
                findings: report.findings.map(Verification.Finding.init))
        }
    }
}

extension Verification.Finding {
    fileprivate init(_ finding: LogFinding) {
        let kind: Kind =
            switch finding.kind {
            case .record: .record
            case .chain: .chain
            case .gap: .gap
            case .ids: .ids
            case .stream: .stream
            case .projection: .projection
            case .head: .head
            }
        self.init(kind, at: finding.position, finding.message)
    }
}
