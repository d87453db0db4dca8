internal import Checklist
internal import Events
internal import LMDB

/// Records, and the chain over them.
extension LogVerifier {
    /// How many records are read in one transaction at most.
    static var stretch: Int { 16_384 }

    /// Reads the next records; whether there are no more.
    mutating func verifyRecords(in transaction: borrowing ReadTransaction) throws -> Bool {
        let total = UInt64(try transaction.count(of: tables.events))
        // Taken out while it is read on, since reading a record changes the report, too.
        var judge = self.judge
        defer { self.judge = judge }
        var cursor = try transaction.cursor(in: tables.events)
        var found = judge.position == 0 ? try cursor.first() : try cursor.seek(atLeast: judge.position + 1)
        var count = 0
        while found {
            let position = cursor.number
            guard position == judge.position + 1 else {
                find(
                    .gap, at: judge.position + 1,
                    position > judge.position
                        ? "position \(judge.position + 1) is missing" : "position \(position) is out of order")
                return true
            }
            if count == Self.stretch { return false }
            count += 1
            let wasRead = cursor.value.withUnsafeBytes { readRecord(in: $0, at: position, &judge) }
            if !wasRead { try admitNames(lostAt: position, in: transaction) }
            compare(&judge)
            if judge.isAtSeal {
                let sealed = try transaction.value(of: position, in: tables.chain)?.withUnsafeBytes { Array($0) }
                tell(of: judge.judge(sealed: sealed), upTo: position)
            }
            readCount += 1
            if position <= limit { report.eventCount += 1 }
            if position == limit { report.head = (position, judge.whole.head) }
            if position % 1024 == 0, !progress(position, total) { throw CancellationError() }
            found = try cursor.next()
        }
        return true
    }

    /// What is to be said once all records are read.
    mutating func finishRecords(_ tail: Tail?, in transaction: borrowing ReadTransaction) throws {
        let end = judge.position
        if end < limit { report.head = (end, judge.whole.head) }
        if let tail { verify(tail) }
        tell(of: judge.judge(end: tail.flatMap { $0.position == end ? $0.head : nil }), upTo: end)
        let sealedCount = end / HashChain.stretch
        if try UInt64(transaction.count(of: tables.chain)) > sealedCount, report.findings.isEmpty {
            find(.chain, at: end, "heads are sealed of more positions than the log has")
        }
        for head in published where head.position > end {
            find(
                .head, at: end,
                "the log has \(end) events, but a head after \(head.position) was published: it was rolled back or cut")
        }
        for (index, _) in hashes.enumerated() where !foundHashes.contains(index) {
            find(.head, "the log never had the published head: it was rolled back, cut or rewritten")
        }
        _ = progress(end, UInt64(try transaction.count(of: tables.events)))
    }

    /// Holds the row that says where the log ends against the records; its head is another matter.
    private mutating func verify(_ tail: Tail) {
        let end = judge.position
        if end != tail.position {
            find(
                .gap, at: min(end, tail.position) + 1,
                "the log says that it has \(tail.position) events, but \(end) were found")
        }
        // Where records cannot be read, it is not known what they named.
        guard !report.findings.contains(where: { $0.kind == .record || $0.kind == .gap }) else { return }
        if tail.stamp != stamp {
            find(.chain, at: end, "the row that says where the log ends has another greatest stamp than the records")
        }
        if tail.deviceCount != roster.devices.count || tail.noteCount != roster.notes.count {
            find(.chain, at: end, "the row that says where the log ends counts other devices or notes than the records")
        }
    }

    /// Says where records and kept heads do not fit.
    private mutating func tell(of found: [ChainJudge.Breach], upTo end: UInt64) {
        for breach in found {
            let (first, last) = (breach.positions.lowerBound, breach.positions.upperBound)
            switch breach.cause {
            case .records:
                let subject =
                    first == last
                    ? "the record at position \(first) does not"
                    : "the records from position \(first) to \(last) do not"
                let head =
                    HashChain.isSealed(at: last)
                    ? "sealed there" : last == end ? "of the log" : "that was published"
                let count = report.findings.count
                find(.chain, at: first, "\(subject) give the head \(head)")
                if report.findings.count > count { breaches.append((count, breach.positions)) }
            case .sealedHead:
                find(
                    .chain, at: last, "the head sealed at position \(last) was changed: the records lead on without it")
            case .missingHead: find(.chain, at: last, "the sealed head of position \(last) is missing")
            case .endHead:
                find(.chain, at: max(last, 1), "the head of the log is not the one that its \(last) events give")
            }
        }
    }

    /// Names the note and the device that a damaged record named first, as the indexes tell. Without them no later record of
    /// theirs could be read.
    private mutating func admitNames(lostAt position: UInt64, in transaction: borrowing ReadTransaction) throws {
        let note = UInt32(roster.notes.count)
        if let row = try transaction.value(of: Keys.stream(note: note, block: 0), in: tables.streams) {
            var first: UInt64?
            try? row.withUnsafeBytes { row in
                try StreamBlock.forEachPosition(in: row) { position in
                    first = position
                    return false
                }
            }
            if first == position, let name = try transaction.value(of: Keys.note(note), in: tables.names),
                let id = name.withUnsafeBytes({ NoteID(key: $0) })
            {
                roster.admit(id)
            }
        }
        let device = UInt32(roster.devices.count)
        if let run = try? tables.run(of: device, atMost: .max, in: transaction), run.firstPosition == position,
            let name = try transaction.value(of: Keys.device(device), in: tables.names), name.byteCount == 8
        {
            roster.admit(DeviceID(UInt64(bigEndian: name.unsafeLoadUnaligned(as: UInt64.self))))
        }
    }

    /// Takes in a row's record and notes what it says; whether it could be read.
    private mutating func readRecord(
        in row: UnsafeRawBufferPointer, at position: UInt64, _ judge: inout ChainJudge
    ) -> Bool {
        // Whatever is stored of a digest, the chain is made from the record itself.
        let stored = StoredRecord(row: row)
        judge.append(stored?.record ?? row)
        if let stored, let digest = stored.digest, !digest.elementsEqual(HashChain.digest(of: stored.record)) {
            find(.record, at: position, "the record at position \(position) does not fit its digest")
        }
        do {
            let event = try Self.event(in: row, at: position, &roster)
            note(event, at: position, recordBytes: stored?.record.count ?? 0)
            return true
        } catch let LogError.damagedRecord(_, failure) {
            find(.record, at: position, "the record at position \(position) \(failure.map { "\($0)" } ?? "is damaged")")
        } catch {
            find(.record, at: position, "the record at position \(position) \(error)")
        }
        return false
    }

    private mutating func note(_ event: Event, at position: UInt64, recordBytes: Int) {
        let number = roster.number(of: event.note) ?? 0
        var trace = notes[event.note] ?? NoteTrace(head: NoteHead(number: number))
        notes[event.note] = nil
        trace.positions.append(position)
        trace.head.advance(by: event, at: position, recordBytes: recordBytes)
        stamp = max(stamp, event.stamp)
        notes[event.note] = trace
    }

    /// Compares the head before the first record with those that were published.
    mutating func compareBeginning() {
        var judge = self.judge
        compare(&judge)
        self.judge = judge
    }

    /// Compares the head here with those that were published.
    private mutating func compare(_ judge: inout ChainJudge) {
        let position = judge.position
        for head in published where head.position == position {
            judge.compare(published: head.hash)
            if head.hash != judge.whole.head {
                find(.head, at: position, "the head after position \(position) is not the one that was published")
            }
        }
        if hashes.isEmpty { return }
        let head = judge.whole.head
        for (index, hash) in hashes.enumerated() where hash == head {
            foundHashes.insert(index)
            judge.compare(published: hash)
        }
    }
}
