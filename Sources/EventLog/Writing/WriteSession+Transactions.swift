internal import Events
internal import LMDB

extension WriteSession {
    /// Begins in a transaction: rolls back what does not follow from the last commit, and catches up with what other
    /// processes appended.
    ///
    /// - Parameter isSealedCommitted: whether the sealed batch is committed.
    /// - Returns: whether what was planned speculatively stands. If not, it is rolled back.
    func begin(in transaction: inout WriteTransaction, isSealedCommitted: Bool) throws -> Bool {
        state.resolveSealed(isCommitted: isSealedCommitted)
        var stands = !state.isPoisoned
        if state.isPoisoned { state.rollBack() }
        let stored = try tables.tail(in: transaction)
        if let committed = state.committed, stored != committed.tail {
            stands = false
            if state.draft.changeCount > 0 { state.rollBack() }
            if state.committed != nil { try catchUp(to: stored, in: transaction) }
        }
        if state.committed == nil { try load(stored, in: transaction) }
        state.draft.eventPageCount = try transaction.statistics(of: tables.events).treePageCount
        state.draft.settledPosition = stored.position
        return stands
    }

    /// Ends a batch: collects the rows that follow from what was appended. The next batch continues from there.
    ///
    /// - Returns: the changes that the transaction has yet to make.
    func seal(in transaction: inout WriteTransaction) throws -> PendingChanges {
        if state.draft.changeCount > 0 { try flush(in: &transaction) }
        return state.seal()
    }

    /// Makes the changes so far, so that this transaction can read them.
    ///
    /// - Throws: `.noTransaction` if there is none.
    func settle(in transaction: inout WriteTransaction) throws {
        _ = try transaction.handle
        try transaction.make(state.draft.changes)
        state.draft.changes.removeAll()
        state.draft.settledPosition = state.log.tail.position
    }

    /// Reads where the log ends.
    private func load(_ stored: Tail, in transaction: borrowing WriteTransaction) throws {
        var log = LogState()
        log.tail = stored
        log.chain = try tables.chain(at: stored.position, in: transaction)
        // To continue from records that do not lead to the stored head would hide that they were changed.
        guard log.chain.head == stored.head else { throw LogError.damagedRow(table: "chain") }
        var roster = Roster()
        try tables.extend(&roster, to: stored, in: transaction)
        state.roster = roster
        try commit(log, in: transaction)
    }

    /// Reads what other processes appended.
    private func catchUp(to stored: Tail, in transaction: borrowing WriteTransaction) throws {
        guard stored.position > state.log.tail.position else {
            // The log is as long as before or shorter: a rebuild, or something worse. Nothing in memory can be relied on.
            state = WriterState(emptying: state.cache)
            return try load(stored, in: transaction)
        }
        do {
            try tables.extend(&state.roster, to: stored, in: transaction)
            var log = LogState()
            log.tail = stored
            log.chain = state.log.chain
            let behind = try foldOthers(state.log.tail.position + 1...stored.position, &log.chain, in: transaction)
            guard log.chain.head == stored.head else { throw LogError.damagedRow(table: "chain") }
            for entry in behind {
                if let row = try tables.head(of: entry.note, in: transaction) { entry.head = row.head }
                // The others have continued its snapshots, too.
                entry.snapshotWork = nil
                entry.pendingSnapshotState = nil
            }
            try commit(log, in: transaction)
        } catch {
            // Some cached notes have the new events and some do not.
            state = WriterState(emptying: state.cache)
            throw error
        }
    }

    /// Adds the records that others appended to the chain and to the cached notes.
    ///
    /// - Returns: the cached notes whose rows others have changed.
    private func foldOthers(
        _ positions: ClosedRange<UInt64>, _ chain: inout HashChain, in transaction: borrowing WriteTransaction
    ) throws -> [NoteEntry] {
        let decoder = decoder
        for position in positions {
            let event = try tables.withRecord(at: position, in: transaction) { record in
                _ = chain.append(record: record)
                return try decoder.event(of: record, at: position)
            }
            guard let entry = state.cache[event.note] else { continue }
            if event.parents == entry.head.heads, event.stamp > entry.head.stamp {
                entry.apply(event)
                state.cache.recount(entry)
                entry.head.heads = [event.id]
                entry.head.stamp = event.stamp
                entry.block = nil
            } else {
                state.cache[event.note] = nil
            }
        }
        return state.cache.values.filter { $0.block == nil }
    }

    /// Takes a log that was read as the one of the last commit.
    private func commit(_ log: LogState, in transaction: borrowing WriteTransaction) throws {
        var log = log
        if let number = state.roster.number(of: device),
            let run = try tables.run(of: number, atMost: .max, in: transaction)
        {
            log.ownCounter = run.lastCounter
            // The device's next event most often extends it.
            log.runs[number] = OpenRuns.Open(run: run, isTouched: false)
        }
        state.log = log
        state.committed = log
    }
}
