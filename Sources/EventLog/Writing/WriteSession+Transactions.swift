internal import Events
internal import LMDB

extension WriteSession {
    /// Starts in a transaction: goes back to what is stored if what is held does not follow from it, and takes in what
    /// other processes wrote.
    ///
    /// - Parameter hasLanded: whether the batch that was sealed last is committed.
    /// - Returns: whether what was planned ahead of the transaction stands. If not, it is taken back.
    func begin(in transaction: inout WriteTransaction, hasLanded: Bool) throws -> Bool {
        if let landed = sealed, hasLanded {
            committed = landed.mark
            sealed = nil
            hasStartedOver = false
            entries.trim()
        } else if sealed != nil {
            isSpoiled = true
        }
        var stands = !isSpoiled
        if isSpoiled { rollBack() }
        eventPageCount = try transaction.statistics(of: tables.events).treePageCount
        let stored = try tables.tail(in: transaction)
        if isLoaded, stored != committed.tail {
            stands = false
            if changeCount > 0 { rollBack() }
            if isLoaded { try catchUp(to: stored, in: transaction) }
        }
        if !isLoaded { try load(stored, in: transaction) }
        settledPosition = committed.tail.position
        return stands
    }

    /// Ends a batch: writes down the rows that follow from what was appended. What comes next goes on from there.
    ///
    /// - Returns: what is still to be changed in the transaction.
    func seal(in transaction: inout WriteTransaction) throws -> PendingChanges {
        if changeCount > 0 { try flush(in: &transaction) }
        let mark = Mark(
            tail: tail, chain: chain.copy(), ownCounter: ownCounter,
            ownRun: roster.number(of: device).flatMap { runs[$0]?.run })
        sealed = (mark, touched)
        releaseTouched()
        frames.removeAll()
        hashedBytes = 0
        changeCount = 0
        defer { changes = PendingChanges() }
        return changes
    }

    /// Notes that what is held cannot be gone on from: the next transaction goes back to the last commit.
    func spoil() { isSpoiled = true }

    /// Makes what is written down so far, so that it can be read in this transaction.
    ///
    /// - Throws: `.notBegun` if there is none: what follows needs it.
    func settle(in transaction: inout WriteTransaction) throws {
        _ = try transaction.handle
        try transaction.make(changes)
        changes.removeAll()
        settledPosition = tail.position
    }

    /// Goes back to the last commit.
    private func rollBack() {
        // A rebuild came to nothing: notes may be held as they were in the midst of it.
        if hasStartedOver { return forgetEverything() }
        tail = committed.tail
        chain = committed.chain.copy()
        ownCounter = committed.ownCounter
        roster.truncate(devices: tail.deviceCount, notes: tail.noteCount)
        runs = OpenRuns()
        continueOwnRun(committed.ownRun)
        for entry in touched { entries[entry.note] = nil }
        for entry in sealed?.entries ?? [] { entries[entry.note] = nil }
        dropBatch()
    }

    /// Forgets the batch that is being put together.
    private func dropBatch() {
        touched.removeAll()
        sealed = nil
        changes.removeAll()
        frames.removeAll()
        hashedBytes = 0
        unhashedCount = 0
        changeCount = 0
        isSpoiled = false
    }

    private func load(_ stored: Tail, in transaction: borrowing WriteTransaction) throws {
        roster = Roster()
        try tables.extend(&roster, to: stored, in: transaction)
        chain = try tables.chain(at: stored.position, in: transaction)
        // Going on from records that do not lead to the stored head would hide that they were changed.
        guard chain.head == stored.head else { throw LogError.damagedRow(table: "chain") }
        tail = stored
        try finishLoading(in: transaction)
        isLoaded = true
    }

    /// Takes in what other processes appended.
    private func catchUp(to stored: Tail, in transaction: borrowing WriteTransaction) throws {
        guard stored.position > tail.position else {
            // The same length or shorter: a rebuild, or something worse. Nothing held can be relied on.
            forgetEverything()
            return try load(stored, in: transaction)
        }
        try tables.extend(&roster, to: stored, in: transaction)
        let decoder = decoder
        for position in tail.position + 1...stored.position {
            let event = try tables.withRecord(at: position, in: transaction) { record in
                _ = chain.append(record: record)
                return try decoder.event(of: record, at: position)
            }
            guard let entry = entries[event.note] else { continue }
            if event.parents == entry.head.heads, event.stamp > entry.head.stamp {
                entry.state.apply(event)
                entries.recount(entry)
                entry.head.heads = [event.id]
                entry.head.stamp = event.stamp
                entry.block = nil
            } else {
                entries[event.note] = nil
            }
        }
        guard chain.head == stored.head else {
            forgetEverything()
            throw LogError.damagedRow(table: "chain")
        }
        tail = stored
        runs = OpenRuns()
        for entry in entries.values where entry.block == nil {
            if let row = try tables.head(of: entry.note, in: transaction) { entry.head = row.head }
            // The others went on with its snapshots, too.
            entry.snapshotWork = nil
            entry.pendingState = nil
        }
        try finishLoading(in: transaction)
    }

    private func finishLoading(in transaction: borrowing WriteTransaction) throws {
        ownCounter = 0
        var ownRun: IDRun?
        if let number = roster.number(of: device) {
            ownRun = try tables.run(of: number, atMost: .max, in: transaction)
            ownCounter = ownRun?.lastCounter ?? 0
        }
        continueOwnRun(ownRun)
        committed = Mark(tail: tail, chain: chain.copy(), ownCounter: ownCounter, ownRun: ownRun)
    }

    /// Holds the run that the device's next event may continue, so that nobody has to look for it on disk.
    private func continueOwnRun(_ run: IDRun?) {
        guard let run, let number = roster.number(of: device) else { return }
        runs[number] = OpenRuns.Open(run: run, isTouched: false)
    }

    /// Drops all that is held in memory; the next transaction reads it anew.
    private func forgetEverything() {
        isLoaded = false
        hasStartedOver = false
        entries.removeAll()
        runs = OpenRuns()
        roster = Roster()
        tail = Tail()
        dropBatch()
    }

    /// Drops what is held of indexes and projections, to make them from the first event on.
    func startOver() {
        entries.removeAll()
        touched.removeAll()
        runs = OpenRuns()
        roster = Roster()
        tail = Tail()
        ownCounter = 0
        hasStartedOver = true
    }
}
