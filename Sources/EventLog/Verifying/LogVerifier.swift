internal import Checklist
internal import Events
internal import LMDB

/// Holds everything in a log against everything: records against the chain, indexes and projections against records.
///
/// It trusts nothing but the records, and these only as far as the chain and their checksums bear them out. What is
/// written while it reads does not disturb it: it reads on to the end that it finds.
struct LogVerifier<State: NoteState> {
    let tables: LogTables
    /// Heads given out earlier: position and hash.
    let published: [(position: UInt64, hash: [UInt8])]
    /// Hashes of heads whose position is not known.
    let hashes: [[UInt8]]
    /// The moment whose log is judged; nil is now.
    let moment: LogBound?
    let progress: (_ done: UInt64, _ total: UInt64) -> Bool

    private(set) var report = LogReport(head: (0, HashChain.origin))
    /// What the records say of each note and device.
    private var notes: [NoteID: NoteTrace] = [:]
    private var roster = Roster()
    /// The chain over the records read so far, and whether it no longer leads to the sealed heads.
    private var chain = HashChain()
    private var hasBroken = false
    /// How many records were read, those behind the moment that is judged included.
    private var readCount: UInt64 = 0
    private var foundHashes: Set<Int> = []
    /// The last position that is judged: what is wrong behind it is not that moment's concern.
    private var limit = UInt64.max
    /// After so many findings the rest is more of the same.
    private static var mostFindings: Int { 100 }

    /// What the records say of a note.
    private struct NoteTrace {
        var positions: [UInt64] = []
        var head: NoteHead
    }

    init(
        tables: LogTables, published: [(position: UInt64, hash: [UInt8])], hashes: [[UInt8]], moment: LogBound?,
        progress: @escaping (_ done: UInt64, _ total: UInt64) -> Bool
    ) {
        self.tables = tables
        self.published = published
        self.hashes = hashes
        self.moment = moment
        self.progress = progress
    }

    mutating func run(on environment: Environment) throws {
        if let moment { limit = try lastPosition(within: moment, on: environment) }
        compare(chain, 0)
        // A reader keeps the pages that were current when it began, so nothing that grows with the log is read in one
        // transaction, the indexes excepted: they must be of the moment at which the last record was read.
        var isAtEnd = false
        while !isAtEnd {
            isAtEnd = try environment.read { transaction in
                guard try verifyRecords(in: transaction) else { return false }
                let tail = try readTail(in: transaction)
                try finishRecords(tail, in: transaction)
                if let tail { try verifyNames(tail, in: transaction) }
                try verifyIDs(in: transaction)
                try verifyStreams(in: transaction)
                try verifyNotes(in: transaction)
                return true
            }
        }
        try verifyProjections(on: environment)
    }

    private mutating func find(_ kind: LogFinding.Kind, at position: UInt64? = nil, _ message: String) {
        // Heads were published of the whole log, whichever moment is asked for.
        if kind != .head, let position, position > limit { return }
        if report.findings.count < Self.mostFindings {
            report.findings.append(LogFinding(kind, at: position, message))
        }
    }

    private mutating func readTail(in transaction: borrowing ReadTransaction) throws -> Tail? {
        do {
            return try tables.tail(in: transaction)
        } catch is LogError {
            find(.chain, "the row that says where the log ends cannot be read")
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
                            guard let event = try? event(in: row, at: position, &roster) else { return }
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

    private func event(
        in row: UnsafeRawBufferPointer, at position: UInt64, _ roster: inout Roster
    ) throws -> Event {
        let record = try StoredRecord.record(in: row, at: position)
        try RecordDecoder.admit(from: record, to: &roster)
        return try RecordDecoder(roster: roster).decode(record)
    }

    // MARK: Records and chain

    /// How many records are read in one transaction at most.
    private static var stretch: Int { 16_384 }

    /// Reads the next records; whether there are no more.
    private mutating func verifyRecords(in transaction: borrowing ReadTransaction) throws -> Bool {
        let total = UInt64(try transaction.count(of: tables.events))
        // Taken out while it is read on, since reading a record changes the report, too.
        var chain = self.chain
        defer { self.chain = chain }
        var cursor = try transaction.cursor(in: tables.events)
        var found = chain.position == 0 ? try cursor.first() : try cursor.seek(atLeast: chain.position + 1)
        var count = 0
        while found {
            let position = cursor.number
            guard position == chain.position + 1 else {
                find(
                    .gap, at: chain.position + 1,
                    position > chain.position
                        ? "position \(chain.position + 1) is missing" : "position \(position) is out of order")
                hasBroken = true
                return true
            }
            if count == Self.stretch { return false }
            count += 1
            var sealed: [UInt8]?
            cursor.value.withUnsafeBytes { row in
                sealed = readRecord(in: row, at: position, &chain)
            }
            if let sealed, !hasBroken { hasBroken = try !matches(sealed, at: position, in: transaction) }
            compare(chain, position)
            readCount += 1
            if position <= limit { report.eventCount += 1 }
            if position == limit { report.head = (position, chain.head) }
            if position % 1024 == 0, !progress(position, total) { throw CancellationError() }
            found = try cursor.next()
        }
        return true
    }

    /// What is to be said once all records are read.
    private mutating func finishRecords(_ tail: Tail?, in transaction: borrowing ReadTransaction) throws {
        if chain.position < limit { report.head = (chain.position, chain.head) }
        if let tail { verifyEnd(chain, tail, hasBroken) }
        for head in published where head.position > chain.position {
            find(
                .head, at: chain.position,
                "the log has \(chain.position) events, but a head after \(head.position) was published: it was rolled "
                    + "back or cut")
        }
        for (index, _) in hashes.enumerated() where !foundHashes.contains(index) {
            find(.head, "the log never had the published head: it was rolled back, cut or rewritten")
        }
        _ = progress(chain.position, UInt64(try transaction.count(of: tables.events)))
    }

    /// Takes a row's record into the chain and notes what it says; the sealed head, if it filled a stretch.
    private mutating func readRecord(
        in row: UnsafeRawBufferPointer, at position: UInt64, _ chain: inout HashChain
    ) -> [UInt8]? {
        // Whatever is stored of a digest, the chain is made from the record itself.
        let stored = StoredRecord(row: row)
        let sealed = chain.append(record: stored?.record ?? row)
        if let stored, let digest = stored.digest, !digest.elementsEqual(HashChain.digest(of: stored.record)) {
            find(.record, at: position, "the record at position \(position) does not fit its digest")
        }
        do {
            let record = try StoredRecord.record(in: row, at: position)
            try RecordDecoder.admit(from: record, to: &roster)
            let event = try RecordDecoder(roster: roster).decode(record)
            note(event, at: position, recordBytes: record.count)
        } catch let LogError.damagedRecord(_, failure) {
            find(.record, at: position, "the record at position \(position) \(failure.map { "\($0)" } ?? "is damaged")")
        } catch {
            find(.record, at: position, "the record at position \(position) \(error)")
        }
        return sealed
    }

    private mutating func note(_ event: Event, at position: UInt64, recordBytes: Int) {
        let number = roster.number(of: event.note) ?? 0
        var trace = notes[event.note] ?? NoteTrace(head: NoteHead(number: number))
        notes[event.note] = nil
        trace.positions.append(position)
        trace.head.advance(by: event, at: position, recordBytes: recordBytes)
        notes[event.note] = trace
    }

    private mutating func matches(
        _ sealed: [UInt8], at position: UInt64, in transaction: borrowing ReadTransaction
    ) throws -> Bool {
        let first = position - HashChain.stretch + 1
        guard let row = try transaction.value(of: position, in: tables.chain) else {
            find(.chain, at: position, "the sealed head of position \(position) is missing")
            return false
        }
        if row.withUnsafeBytes({ $0.elementsEqual(sealed) }) { return true }
        find(.chain, at: first, "the records from position \(first) to \(position) do not give the head sealed there")
        return false
    }

    private mutating func compare(_ chain: HashChain, _ position: UInt64) {
        for head in published where head.position == position && head.hash != chain.head {
            find(.head, at: position, "the head after position \(position) is not the one that was published")
        }
        if hashes.isEmpty { return }
        let head = chain.head
        for (index, hash) in hashes.enumerated() where hash == head { foundHashes.insert(index) }
    }

    private mutating func verifyEnd(_ chain: HashChain, _ tail: Tail, _ hasBroken: Bool) {
        if chain.position != tail.position {
            find(
                .gap, at: min(chain.position, tail.position) + 1,
                "the log says that it has \(tail.position) events, but \(chain.position) were found")
        } else if chain.head != tail.head, !hasBroken {
            let first = tail.position / HashChain.stretch * HashChain.stretch + 1
            find(
                .chain, at: min(first, max(tail.position, 1)),
                "the records from position \(first) to \(tail.position) do not give the head of the log")
        }
    }

    private mutating func verifyNames(_ tail: Tail, in transaction: borrowing ReadTransaction) throws {
        var named = Roster()
        do {
            try tables.extend(&named, to: tail, in: transaction)
        } catch is LogError {
            return find(.ids, "the table of devices and notes cannot be read")
        }
        if named.devices != roster.devices || named.notes != roster.notes {
            find(.ids, "the table of devices and notes is not what the records say")
        }
    }

    // MARK: Indexes

    private mutating func verifyIDs(in transaction: borrowing ReadTransaction) throws {
        var indexed: UInt64 = 0
        var cursor = try transaction.cursor(in: tables.ids)
        while try cursor.next() {
            let found = cursor.key.withUnsafeBytes { key in
                cursor.value.withUnsafeBytes { row in try? IDRun(key: key, row: row) }
            }
            guard let run = found else {
                find(.ids, "a row of the table of event ids cannot be read")
                continue
            }
            let number = cursor.key.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)) }
            // A damaged row may say any number, and many rows of such many sum up to more than there are.
            indexed = indexed.addingReportingOverflow(run.count).overflow ? .max : indexed + run.count
            for offset in 0..<min(run.count, readCount + 1) {
                let position = run.firstPosition + offset
                guard let id = try eventID(at: position, in: transaction) else {
                    find(.ids, at: position, "an event id leads to position \(position), where none is")
                    break
                }
                if roster.number(of: id.device) != number || id.counter != run.firstCounter + offset {
                    find(.ids, at: position, "the event at position \(position) is indexed under another id")
                    break
                }
            }
        }
        if indexed != readCount {
            find(.ids, "\(indexed) event ids are indexed, but there are \(readCount) events")
        }
    }

    private func eventID(at position: UInt64, in transaction: borrowing ReadTransaction) throws -> EventID? {
        guard let row = try transaction.value(of: position, in: tables.events) else { return nil }
        return row.withUnsafeBytes { row in
            try? StoredRecord.event(in: row, at: position, RecordDecoder(roster: roster)).id
        }
    }

    private mutating func verifyStreams(in transaction: borrowing ReadTransaction) throws {
        var rows = 0
        for (note, trace) in notes {
            rows += (trace.positions.count + Int(StreamBlock.capacity) - 1) / Int(StreamBlock.capacity)
            let positions = try? tables.positions(
                of: trace.head.number, versions: 1...UInt64(trace.positions.count), in: transaction)
            guard let positions else {
                find(.stream, at: trace.positions.first, "the stream of note \(note) cannot be read")
                continue
            }
            if let wrong = zip(positions, trace.positions).first(where: { $0 != $1 }) {
                find(.stream, at: wrong.1, "the stream of note \(note) is not what the records say")
            }
        }
        if try transaction.count(of: tables.streams) != rows, report.findings.isEmpty {
            find(.stream, "there are streams of no note")
        }
    }

    // MARK: Projections

    private mutating func verifyNotes(in transaction: borrowing ReadTransaction) throws {
        var cursor = try transaction.cursor(in: tables.notes)
        var found = 0
        while try cursor.next() {
            found += 1
            guard let note = cursor.key.withUnsafeBytes({ NoteID(key: $0) }), let trace = notes[note] else {
                find(.projection, "the list has a note that no event tells of")
                continue
            }
            guard let (head, _) = cursor.value.withUnsafeBytes({ try? LogTables.noteRow($0) }) else {
                find(.projection, at: trace.positions.last, "the list row of note \(note) cannot be read")
                continue
            }
            if !head.agrees(with: trace.head) {
                find(.projection, at: trace.positions.last, "the list row of note \(note) is not what the records say")
            }
        }
        if found < notes.count { find(.projection, "\(notes.count - found) notes are missing in the list") }
    }

    /// Folds each note anew and compares what is kept of it: the list row, and every snapshot.
    private mutating func verifyProjections(on environment: Environment) throws {
        let total = UInt64(notes.count)
        for (note, trace) in notes where trace.positions.first.map({ $0 <= limit }) == true {
            report.noteCount += 1
            if report.noteCount % 64 == 0, !progress(UInt64(report.noteCount), total) { throw CancellationError() }
            try environment.read { transaction in try verifyProjection(of: note, trace, in: transaction) }
        }
    }

    private mutating func verifyProjection(
        of note: NoteID, _ trace: NoteTrace, in transaction: borrowing ReadTransaction
    ) throws {
        guard let (head, summary) = try? tables.head(of: note, in: transaction) else { return }
        let last = UInt64(trace.positions.count)
        // What was written since the records were read is another verification's.
        let isCurrent = head.version <= last
        var snapshots = try tables.snapshotVersions(of: head, atMost: isCurrent ? .max : last, in: transaction)[...]
        let state = State(note: note, keepsHistory: !head.lateArrivals.isEmpty)
        var version: UInt64 = 0
        for position in trace.positions {
            guard let event = try? tables.event(at: position, RecordDecoder(roster: roster), in: transaction) else {
                return
            }
            state.apply(event)
            version += 1
            if snapshots.first == version {
                snapshots.removeFirst()
                verifySnapshot(note, head, version, state, at: position, in: transaction)
            }
        }
        if isCurrent, state.summary() != summary {
            find(.projection, at: trace.positions.last, "the list row of note \(note) is not what its events give")
        }
        if !snapshots.isEmpty {
            find(.projection, at: trace.positions.last, "note \(note) has a snapshot of a version it never had")
        }
    }

    private mutating func verifySnapshot(
        _ note: NoteID, _ head: NoteHead, _ version: UInt64, _ state: State, at position: UInt64,
        in transaction: borrowing ReadTransaction
    ) {
        var isRight = false
        if let manifest = try? tables.manifest(of: head.number, version: version, in: transaction),
            let kept = try? tables.restore(
                note, number: head.number, from: manifest, keepsHistory: false, in: transaction, as: State.self)
        {
            isRight = kept.isSame(as: state)
        }
        if !isRight {
            find(
                .projection, at: position,
                "the snapshot of note \(note) at version \(version) is not what its events give")
        }
    }
}

extension NoteHead {
    /// Whether two heads say the same of the events, whatever they say of snapshots.
    fileprivate func agrees(with other: NoteHead) -> Bool {
        number == other.number && version == other.version && position == other.position && stamp == other.stamp
            && heads == other.heads && recordBytes == other.recordBytes
    }
}
