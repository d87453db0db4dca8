import DataFormats

package import Checklist
package import Events
package import LMDB

extension WriteSession {
    /// What appending an event gave.
    package struct Appended: Sendable {
        /// The event's place in the log.
        package var position: UInt64
        /// How many events the note has with it.
        package var version: UInt64
        /// Whether it was in the log before.
        package var isKnown: Bool
    }

    /// The position of an event; nil if it is not in the log.
    package func position(of event: EventID, in transaction: borrowing WriteTransaction) throws -> UInt64? {
        guard let number = state.roster.number(of: event.device) else { return nil }
        if let position = state.log.runs[number]?.run.position(of: event.counter) { return position }
        return try tables.run(of: number, atMost: event.counter, in: transaction)?.position(of: event.counter)
    }

    /// The counter of the newest event of a device in the log; 0 if it has none.
    package func lastCounter(of device: DeviceID, in transaction: borrowing WriteTransaction) throws -> UInt64 {
        guard let number = state.roster.number(of: device) else { return 0 }
        let open = state.log.runs[number]?.run.lastCounter ?? 0
        return max(open, try tables.run(of: number, atMost: .max, in: transaction)?.lastCounter ?? 0)
    }

    /// The event at a position that was settled.
    package func event(at position: UInt64, in transaction: borrowing WriteTransaction) throws -> Event {
        // A damaged row may say any position.
        guard position <= state.log.tail.position else { throw LogError.damagedRecord(position: position, nil) }
        assert(position <= state.draft.settledPosition || transaction.isMemoryOnly)
        return try tables.event(at: position, decoder, in: transaction)
    }

    /// The log's last position.
    package var position: UInt64 { state.log.tail.position }

    /// The id of the device's next event.
    package var nextID: EventID { EventID(device: device, counter: state.log.ownCounter &+ 1) }

    /// The greatest counter of this device's own events that may come from elsewhere: it can go on from there.
    private static var greatestReturningCounter: UInt64 { 1 << 48 }

    /// The stamp of an event that happens now, by the wall clock given in milliseconds since 1970: greater than all
    /// in the log.
    ///
    /// Where the log's greatest stamp is more than a day ahead of the clock, a clock was wrong once. Then the stamp is only
    /// greater than those of the note, so that the other notes are not carried along.
    ///
    /// - Parameter newest: the greatest stamp of the note.
    package func nextStamp(at wallTime: UInt64, after newest: Stamp) -> Stamp {
        let (now, greatest) = (Stamp(milliseconds: wallTime), state.log.tail.stamp)
        let isPlausible = greatest.milliseconds <= wallTime || greatest.milliseconds - wallTime <= Self.plausibleLead
        return max(now, isPlausible ? greatest.successor : newest.successor)
    }

    /// How far a stamp may be ahead of the clock, in milliseconds, before a clock is taken for wrong: a day.
    private static var plausibleLead: UInt64 { 24 * 60 * 60 * 1000 }

    /// Appends an event, unless it is there already.
    ///
    /// - Throws: `conflict`, `unknownParent`, `idTaken`, `flawed`, `outOfTurn`.
    /// - Complexity: O(1) amortized beside the projection's own cost, if the note is in memory.
    package func append(
        _ event: Event, expecting version: UInt64? = nil, in transaction: inout WriteTransaction
    ) throws -> Appended {
        try append(event, expecting: version, record: nil, in: &transaction)
    }

    /// Makes an event of what this device does, having seen all that there is of the note, and appends it.
    ///
    /// What happened earlier keeps its own time, as long as that is after what the note has seen; so the clock is not
    /// moved by it.
    ///
    /// - Parameters:
    ///   - known: the note as it was just looked up; nil if it begins with this.
    ///   - context: with which others, by whom and why.
    ///   - now: the wall clock, in milliseconds since 1970.
    ///   - time: when it happened, if not now.
    /// - Throws: `flawed`.
    package func record(
        _ change: Change, context: EventContext = EventContext(), in note: NoteID, _ known: NoteEntry?, now: UInt64,
        time: UInt64?, in transaction: inout WriteTransaction
    ) throws -> (event: EventID, appended: Appended) {
        let newest = known?.head.stamp ?? Stamp(rawValue: 0)
        let stamp =
            if let time, time < now { max(Stamp(milliseconds: time), newest.successor) } else {
                nextStamp(at: now, after: newest)
            }
        let event = Event(
            id: nextID, note: note, stamp: stamp, parents: known?.head.heads ?? EventFrontier(), change: change,
            context: context)
        guard let known else {
            return (event.id, try append(event, expecting: nil, record: nil, in: &transaction))
        }
        if let flaw = event.flaw { throw LogError.flawed(event.id, flaw) }
        // No stamp of a note is greater than the greatest in the log, unless a row is damaged.
        guard stamp > newest else { throw LogError.damagedRow(table: "notes") }
        return (event.id, try write(event, nil, to: known, in: &transaction))
    }

    /// Appends an event, as the record given if there is one.
    func append(
        _ event: Event, expecting version: UInt64?, record: [UInt8]?, in transaction: inout WriteTransaction
    ) throws -> Appended {
        if event.id.device != device || event.id.counter <= state.log.ownCounter {
            if let position = try position(of: event.id, in: transaction) {
                try settle(in: &transaction)
                return try known(event, at: position, in: transaction)
            }
        }
        if let flaw = event.flaw { throw LogError.flawed(event.id, flaw) }
        if event.id.device == device, event.id != nextID, event.id.counter > Self.greatestReturningCounter {
            throw LogError.flawed(event.id, .counter)
        }
        let entry = try entry(for: event.note, in: transaction) ?? newEntry(for: event.note)
        if let version, version != entry.head.version {
            throw LogError.conflict(currentVersion: entry.head.version)
        }
        if event.parents != entry.head.heads || event.stamp <= entry.head.stamp {
            try prepareLateArrival(event, entry, in: &transaction)
        } else if event.id.counter <= entry.newestCounter(of: event.id.device) {
            // It saw all that is there, which its device numbered higher.
            throw LogError.outOfTurn(
                event.id,
                unseen: EventID(device: event.id.device, counter: entry.newestCounter(of: event.id.device)))
        }
        return try write(event, record, to: entry, in: &transaction)
    }

    /// The answer for an event that is in the log.
    private func known(
        _ event: Event, at position: UInt64, in transaction: borrowing WriteTransaction
    ) throws -> Appended {
        guard try self.event(at: position, in: transaction) == event else { throw LogError.idTaken(event.id) }
        let version = try entry(for: event.note, in: transaction)?.head.version ?? 0
        return Appended(position: position, version: version, isKnown: true)
    }

    private func write(
        _ event: Event, _ record: [UInt8]?, to entry: NoteEntry, in transaction: inout WriteTransaction
    ) throws -> Appended {
        // First what may need the disk: without a transaction nothing must be left half done.
        if entry.block == nil { entry.block = try block(for: entry.head, in: transaction) }
        state.draft.changeCount += 1
        touch(entry)
        let position = state.log.tail.position + 1
        let recordBytes = try write(at: position) { writer in
            if let record {
                writer.write(raw: record)
                try record.withUnsafeBytes { try RecordDecoder.admit(from: $0, to: &state.roster) }
            } else {
                RecordEncoder.encode(event, into: &writer, roster: &state.roster, numbered: entry.head.number)
            }
        }
        assert(state.log.chain.position + state.draft.unhashedCount == position)
        if HashChain.isSealed(at: position) { hashFrames() }
        try index(event, of: entry, at: position, recordBytes: recordBytes, in: &transaction)
        return Appended(position: position, version: entry.head.version, isKnown: false)
    }

    /// Takes an event whose record is written into the indexes and the projection.
    func index(
        _ event: Event, of entry: NoteEntry, at position: UInt64, recordBytes: Int,
        in transaction: inout WriteTransaction
    ) throws {
        if entry.head.version == 0 { state.cache[event.note] = entry }
        state.log.tail.position = position
        if event.stamp > state.log.tail.stamp { state.log.tail.stamp = event.stamp }
        if event.id.device == device, event.id.counter > state.log.ownCounter {
            state.log.ownCounter = event.id.counter
        }
        try extendRun(of: event.id, to: position, in: &transaction)
        extendStream(of: entry, to: position)
        entry.head.advance(by: event, at: position, recordBytes: recordBytes)
        entry.freshCount += 1
        entry.apply(event)
        // A long transaction need not hold what can be written.
        if state.draft.changes.byteCount > Self.mostPendingBytes, !transaction.isMemoryOnly {
            try settle(in: &transaction)
        }
    }

    /// How many bytes are held back at most for the end of a transaction.
    private static var mostPendingBytes: Int { 1 << 20 }

    /// Writes a record at the end of `events` and of the frames to be hashed; its size.
    private func write(at position: UInt64, _ encode: (inout ByteWriter) throws -> Void) throws -> Int {
        // Taken out while it is written, for a span cannot be lent out of a class's property.
        var writer = ByteWriter()
        swap(&writer, &state.draft.frames)
        defer { swap(&writer, &state.draft.frames) }
        let frame = writer.count
        writer.write(littleEndian: UInt32(0))
        try encode(&writer)
        let end = writer.count
        let size = end - frame - 4
        writer.overwrite(at: frame, littleEndian: UInt32(truncatingIfNeeded: size))
        let checksum = writer.withUnsafeBytes { bytes in
            StoredRecord.checksum(UnsafeRawBufferPointer(rebasing: bytes[(frame + 4)..<end]), at: position)
        }
        // Digest and checksum go into the row behind the record, the digest into the frame in its place.
        var digest: [UInt8] = []
        if HashChain.isLong(size) {
            digest = writer.withUnsafeBytes { bytes in
                HashChain.digest(of: UnsafeRawBufferPointer(rebasing: bytes[(frame + 4)..<end]))
            }
            writer.write(raw: digest)
        }
        writer.write(littleEndian: checksum)
        writer.withUnsafeBytes { bytes in
            let row = UnsafeRawBufferPointer(rebasing: bytes[(frame + 4)...])
            state.draft.changes.append(RawSpan(_unsafeBytes: row), for: position, in: tables.events)
        }
        if digest.isEmpty {
            writer.removeAll(butFirst: end)
        } else {
            writer.removeAll(butFirst: frame + 4)
            writer.write(raw: digest)
        }
        state.draft.unhashedCount += 1
        return size
    }

    /// Takes the frames since the last call into the chain.
    func hashFrames() {
        guard state.draft.unhashedCount > 0 else { return }
        // Moved out while they are read, so that no two accesses to the state overlap.
        var frames = ByteWriter()
        swap(&frames, &state.draft.frames)
        let (start, count) = (state.draft.hashedByteCount, state.draft.unhashedCount)
        let sealed = frames.withUnsafeBytes { bytes in
            state.log.chain.append(frames: UnsafeRawBufferPointer(rebasing: bytes[start...]), count: count)
        }
        swap(&frames, &state.draft.frames)
        state.draft.hashedByteCount = state.draft.frames.count
        state.draft.unhashedCount = 0
        if let sealed { state.draft.changes.append(sealed.span.bytes, for: state.log.chain.position, in: tables.chain) }
        // A long transaction need not hold what is hashed.
        if state.draft.frames.count > 1 << 20 {
            state.draft.frames.removeAll()
            state.draft.hashedByteCount = 0
        }
    }

    private func extendRun(
        of event: EventID, to position: UInt64, in transaction: inout WriteTransaction
    ) throws {
        if state.log.runs.take(event, at: position) { return }
        let number = state.roster.number(of: event.device) ?? 0
        if state.log.runs.take(event, of: number, at: position) { return }
        if let open = state.log.runs[number] {
            if open.isTouched {
                // It is not held any longer, and must be found.
                put(open.run, of: number)
                try settle(in: &transaction)
            }
        } else if let last = try tables.run(of: number, atMost: event.counter, in: transaction),
            last.isContinued(by: event.counter, at: position)
        {
            state.log.runs[number] = OpenRuns.Open(run: last, isTouched: false)
            _ = state.log.runs.take(event, of: number, at: position)
            return
        }
        state.log.runs[number] = OpenRuns.Open(
            run: IDRun(firstCounter: event.counter, firstPosition: position), isTouched: true)
    }

    func put(_ run: IDRun, of device: UInt32) {
        state.draft.changes.put(run.row, for: Keys.id(device: device, counter: run.firstCounter), in: tables.ids)
    }

    private func extendStream(of entry: NoteEntry, to position: UInt64) {
        if let full = entry.block, full.isFull {
            put(full, of: entry.head.number)
            entry.block = StreamBlock(index: full.index + 1)
        }
        entry.block?.append(position)
    }

    func put(_ block: StreamBlock, of note: UInt32) {
        state.draft.changes.put(block.row, for: Keys.stream(note: note, block: block.index), in: tables.streams)
    }
}

extension NoteHead {
    /// Moves the head on over an event.
    mutating func advance(by event: Event, at position: UInt64, recordBytes size: Int) {
        version += 1
        self.position = position
        if event.stamp > stamp { stamp = event.stamp }
        recordBytes += UInt64(size)
        heads.advance(by: event.id, seeing: event.parents)
    }
}
