import DataFormats

internal import Checklist
internal import Events
internal import LMDB
internal import Projections

extension WriteSession {
    /// Writes the rows that follow from what was appended: one a note, however many events it got.
    func flush(in transaction: inout WriteTransaction) throws {
        guard state.draft.changeCount > 0 else { return }
        hashFrames()
        try flushNotes(in: &transaction)
        for (device, run) in state.log.runs.takeChanged() { put(run, of: device) }
        flushNames()
        state.log.tail.head = state.log.chain.head
        state.draft.changes.put(state.log.tail.row, for: Keys.tail, in: tables.meta)
    }

    /// Writes the rows of the notes that changed.
    func flushNotes(in transaction: inout WriteTransaction) throws {
        for entry in state.draft.touched {
            try advanceSnapshots(of: entry, steps: snapshotSteps(for: entry, in: &transaction), in: &transaction)
            entry.freshCount = 0
            entry.hasLateArrival = false
            if let block = entry.block { put(block, of: entry.head.number) }
            putRow(of: entry)
        }
    }

    private func putRow(of entry: NoteEntry) {
        var writer = ByteWriter()
        entry.head.write(into: &writer)
        writer.write(raw: NoteSummaryRow(entry.projection, preview: preview(entry.projection.document)).bytes)
        state.draft.changes.put(writer.bytes, for: Keys.note(entry.note), in: tables.notes)
    }

    private func flushNames() {
        for number in state.log.tail.deviceCount..<max(state.log.tail.deviceCount, state.roster.devices.count) {
            let name = Keys.bytes(state.roster.devices[number].rawValue)
            state.draft.changes.put(name, for: Keys.device(UInt32(number)), in: tables.names)
        }
        for number in state.log.tail.noteCount..<max(state.log.tail.noteCount, state.roster.notes.count) {
            let name = Keys.note(state.roster.notes[number])
            state.draft.changes.put(name, for: Keys.note(UInt32(number)), in: tables.names)
        }
        state.log.tail.deviceCount = state.roster.devices.count
        state.log.tail.noteCount = state.roster.notes.count
    }
}

extension LogTables {
    /// The chain up to a position: from the head sealed last and the records since.
    func chain(at position: UInt64, in transaction: borrowing some Transaction & ~Copyable) throws -> HashChain {
        let start = position / HashChain.stretch * HashChain.stretch
        var chain = HashChain()
        if start > 0 {
            guard let sealed = try transaction.value(of: start, in: self.chain), sealed.byteCount == 32 else {
                throw LogError.damagedRow(table: "chain")
            }
            chain = HashChain(sealed: sealed.withUnsafeBytes { Array($0) }, at: start)
        }
        if start < position {
            for position in start + 1...position {
                guard let row = try transaction.value(of: position, in: events) else {
                    throw LogError.damagedRecord(position: position, nil)
                }
                try row.withUnsafeBytes { row in
                    guard let stored = StoredRecord(row: row) else {
                        throw LogError.damagedRecord(position: position, nil)
                    }
                    _ = chain.append(record: stored.record, digest: stored.digest)
                }
            }
        }
        return chain
    }
}
