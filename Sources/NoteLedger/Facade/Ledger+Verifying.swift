internal import EventLog
internal import LMDB

extension Ledger {
    /// Reads the whole store and holds everything against everything: the chain of hashes over the records, ids,
    /// streams, and each projection against a new fold.
    ///
    /// The pages of the file are audited first, which no damage can end. What comes after that reads through LMDB, and a
    /// damaged file can end the process: run this in a process of its own where that matters.
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

extension Ledger {
    /// What is wrong with the pages of a store's file, which is not opened as a store: where that fails, or ends the
    /// process. To be called in a process that has not opened it.
    ///
    /// - Throws: `inputOutput` if the file cannot be read.
    public static func verifyClosedFile(at path: String) throws(LedgerError) -> [Verification.Finding] {
        try LedgerError.translating {
            try Environment.auditClosedFile(in: path).findings.map { Verification.Finding(.file, $0.description) }
        }
    }
}

extension Verification.Finding {
    fileprivate init(_ finding: LogFinding) {
        let kind: Kind =
            switch finding.kind {
            case .file: .file
            case .record: .record
            case .chain: .chain
            case .gap: .gap
            case .ids: .ids
            case .stream: .stream
            case .projection: .projection
            case .head: .head
            }
        self.init(kind, at: finding.position, finding.message)
        isConsequence = finding.isConsequence
    }
}
