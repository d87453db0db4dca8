internal import Checklist
internal import Events
internal import LMDB

/// Holds everything in a log against everything: records against the chain, indexes and projections against records.
///
/// It trusts nothing but the records, and these only as far as the chain and their checksums bear them out. What is
/// written while it reads does not disturb it: it reads on to the end that it finds.
struct LogVerifier {
    let tables: LogTables
    /// Makes the preview in a note's row.
    let preview: PreviewMaker
    /// Heads given out earlier: position and hash.
    let published: [(position: UInt64, hash: [UInt8])]
    /// Hashes of heads whose position is not known.
    let hashes: [[UInt8]]
    /// The moment whose log is judged; nil is now.
    let moment: LogBound?
    let progress: (_ done: UInt64, _ total: UInt64) -> Bool

    var report = LogReport(head: (0, HashChain.origin))
    /// What the records say of each note and device.
    var notes: [NoteID: NoteTrace] = [:]
    var roster = Roster()
    /// The greatest stamp of a record.
    var stamp = Stamp(rawValue: 0)
    /// The records read so far, held against the heads that are kept.
    var judge = ChainJudge()
    /// Stretches whose records do not give the heads that are kept: the finding that says so, and the positions.
    var breaches: [(finding: Int, positions: ClosedRange<UInt64>)] = []
    /// Positions of events of which something that is kept of their notes shows that one of them was changed.
    var suspects: Set<UInt64> = []
    /// How many records were read, those behind the moment that is judged included.
    var readCount: UInt64 = 0
    /// Which notes damaged records are of, by position.
    var notesOfDamage: [UInt64: (id: NoteID, title: String)] = [:]
    var foundHashes: Set<Int> = []
    /// The last position that is judged: what is wrong behind it is not that moment's concern.
    var limit = UInt64.max
    /// After so many findings of a kind the rest is more of the same. It must not hide those of other kinds.
    private static var mostFindingsOfAKind: Int { 100 }
    private var findingCounts: [LogFinding.Kind: Int] = [:]

    /// What the records say of a note.
    struct NoteTrace {
        var positions: [UInt64] = []
        var head: NoteHead
    }

    init(
        tables: LogTables, preview: @escaping PreviewMaker, published: [(position: UInt64, hash: [UInt8])],
        hashes: [[UInt8]], moment: LogBound?,
        progress: @escaping (_ done: UInt64, _ total: UInt64) -> Bool
    ) {
        self.tables = tables
        self.preview = preview
        self.published = published
        self.hashes = hashes
        self.moment = moment
        self.progress = progress
    }

    mutating func run(on environment: Environment) throws {
        if let moment { limit = try lastPosition(within: moment, on: environment) }
        for finding in try environment.auditPages().findings { find(.file, finding.description) }
        compareBeginning()
        // A reader keeps the pages that were current when it began, so nothing that grows with the log is read in one
        // transaction, the indexes excepted: they must be of the moment at which the last record was read.
        var isAtEnd = false
        while !isAtEnd {
            isAtEnd = try environment.read { transaction in
                guard try verifyRecords(in: transaction) else { return false }
                let tail = try readTail(in: transaction)
                try finishRecords(tail, in: transaction)
                try findNotesOfDamage(in: transaction)
                try verifyNames(in: transaction)
                try verifyIDs(in: transaction)
                try verifyStreams(in: transaction)
                try verifyNotes(in: transaction)
                try verifyMeta(in: transaction)
                return true
            }
        }
        try verifyProjections(on: environment)
        narrowBreaches()
        markConsequences()
    }

    mutating func find(_ kind: LogFinding.Kind, at position: UInt64? = nil, _ message: String) {
        // Heads were published of the whole log, whichever moment is asked for.
        if kind != .head, let position, position > limit { return }
        findingCounts[kind, default: 0] += 1
        if findingCounts[kind, default: 0] <= Self.mostFindingsOfAKind {
            report.findings.append(LogFinding(kind, at: position, message))
        }
    }

    private mutating func readTail(in transaction: borrowing ReadTransaction) throws -> Tail? {
        do {
            return try tables.tail(in: transaction)
        } catch is LogError {
            find(.chain, at: readCount, "the row that says where the log ends cannot be read")
            return nil
        }
    }

    // MARK: The moment

    /// The position of the last event within a bound, as far as events can be read; 0 if there is none.
    private func lastPosition(within bound: LogBound, on environment: Environment) throws -> UInt64 {
        switch bound {
        case .position(let position): return position
        case .stamp(let stamp):
            var (last, next): (UInt64, UInt64?) = (0, 1)
            var roster = Roster()
            while let first = next {
                next = try environment.read { transaction in
                    var cursor = try transaction.cursor(in: tables.events)
                    var isFound = try cursor.seek(atLeast: first)
                    for _ in 0..<Self.stretch where isFound {
                        let position = cursor.number
                        cursor.value.withUnsafeBytes { row in
                            guard let event = try? Self.event(in: row, at: position, &roster) else { return }
                            if event.stamp <= stamp { last = position }
                        }
                        isFound = try cursor.next()
                    }
                    return isFound ? cursor.number : nil
                }
            }
            return last
        }
    }

    /// The event in a row, whose record may name devices and notes for the first time.
    static func event(
        in row: UnsafeRawBufferPointer, at position: UInt64, _ roster: inout Roster
    ) throws -> Event {
        let record = try StoredRecord.record(in: row, at: position)
        try RecordDecoder.admit(from: record, to: &roster)
        return try RecordDecoder(roster: roster).decode(record)
    }
}
