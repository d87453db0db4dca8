internal import Checklist
internal import Events
internal import LMDB

extension WriteSession {
    /// Writes the rows that follow from what was appended: one a note, however many events it got.
    func flush(in transaction: inout WriteTransaction) throws {
        guard changeCount > 0 else { return }
        hashFrames()
        try flushNotes(in: &transaction)
        runs.flush { device, run in put(run, of: device) }
        flushNames()
        tail.head = chain.head
        changes.put(tail.row, for: Keys.tail, in: tables.meta)
    }

    /// Writes the rows of the notes that changed.
    func flushNotes(in transaction: inout WriteTransaction) throws {
        for entry in touched {
            try advanceSnapshots(of: entry, steps: snapshotSteps(for: entry, in: &transaction), in: &transaction)
            entry.freshCount = 0
            entry.hasLateArrival = false
            if let block = entry.block { put(block, of: entry.head.number) }
            putRow(of: entry)
        }
    }

    private func putRow(of entry: NoteEntry<State>) {
        var writer = ByteWriter()
        entry.head.write(into: &writer)
        writer.write(raw: entry.state.summary())
        changes.put(writer.bytes, for: Keys.note(entry.note), in: tables.notes)
    }

    private func flushNames() {
        for number in tail.deviceCount..<max(tail.deviceCount, roster.devices.count) {
            let name = Keys.bytes(roster.devices[number].rawValue)
            changes.put(name, for: Keys.device(UInt32(number)), in: tables.names)
        }
        for number in tail.noteCount..<max(tail.noteCount, roster.notes.count) {
            changes.put(Keys.note(roster.notes[number]), for: Keys.note(UInt32(number)), in: tables.names)
        }
        tail.deviceCount = roster.devices.count
        tail.noteCount = roster.notes.count
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
