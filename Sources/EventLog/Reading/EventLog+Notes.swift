internal import Checklist
package import Events
internal import LMDB
package import Projections

extension EventLog {
    /// How many events are folded in one transaction at most.
    private static var foldChunk: UInt64 { 4096 }

    /// A note's head and list row; nil if there is no such note.
    package func head(of note: NoteID) throws -> (head: NoteHead, summary: [UInt8])? {
        try environment.read { try tables.head(of: note, in: $0) }
    }

    /// Hands on all notes in order of id, until `body` returns false.
    package func forEachNote(_ body: (NoteID, NoteHead, [UInt8]) throws -> Bool) throws {
        var start: [UInt8]? = []
        while let from = start {
            start = try environment.read { transaction in
                var cursor = try transaction.cursor(in: tables.notes)
                var found = from.isEmpty ? try cursor.first() : try cursor.seek(atLeast: from)
                for _ in 0..<1024 {
                    guard found else { return nil }
                    guard let note = cursor.key.withUnsafeBytes({ NoteID(key: $0) }) else {
                        throw LogError.damagedRow(table: "notes")
                    }
                    let (head, summary) = try cursor.value.withUnsafeBytes { try LogTables.noteRow($0) }
                    if try !body(note, head, summary) { return nil }
                    found = try cursor.next()
                }
                return found ? cursor.key.withUnsafeBytes { Array($0) } : nil
            }
        }
    }

    /// The notes whose ids begin like that, at most so many.
    package func notes(beginningWith digits: String, limit: Int) throws -> [NoteID] {
        let padded = digits + String(repeating: "0", count: max(0, 32 - digits.utf8.count))
        guard let first = NoteID(padded) else { return [] }
        return try environment.read { transaction in
            var found: [NoteID] = []
            var cursor = try transaction.cursor(in: tables.notes)
            var goesOn = try cursor.seek(atLeast: Keys.note(first))
            while goesOn, found.count < limit, let note = cursor.key.withUnsafeBytes({ NoteID(key: $0) }),
                note.description.hasPrefix(digits)
            {
                found.append(note)
                goesOn = try cursor.next()
            }
            return found
        }
    }

    /// A note after `version` of its events (nil: all), folded from the nearest snapshot.
    ///
    /// - Returns: nil if there is no such note.
    package func projection(
        of note: NoteID, at version: UInt64? = nil
    ) throws -> (projection: NoteProjection, version: UInt64, head: NoteHead)? {
        var projection = NoteProjection()
        var (base, wanted, isRead) = (UInt64(0), UInt64(0), false)
        let head = try read { transaction, _, _, _ -> NoteHead? in
            guard let (head, _) = try tables.head(of: note, in: transaction) else { return nil }
            wanted = min(version ?? head.version, head.version)
            if let kept = latest.projection(of: note, version: wanted) {
                (projection, base) = (kept, wanted)
            } else {
                (projection, base, _) = try tables.base(of: note, head, atMost: wanted, for: wanted, in: transaction)
                isRead = true
            }
            return head
        }
        guard let head else { return nil }
        var reached = base
        var pending: NoteProjection?
        while reached < wanted {
            var next = min(wanted, reached + Self.foldChunk)
            // Whoever acts on the note next continues the snapshot in progress, if there is one.
            if let version = head.pending?.version, reached < version, version < next { next = version }
            try read { transaction, _, decoder, _ in
                try tables.fold(reached + 1...next, of: head.number, into: &projection, decoder, in: transaction)
            }
            reached = next
            if reached == head.pending?.version, wanted == head.version { pending = projection }
        }
        if isRead, wanted == head.version {
            latest.keep(
                LatestState.Entry(projection: projection, base: base, pending: pending), of: note, version: wanted)
        }
        return (projection, wanted, head)
    }

    /// Hands on the events of a note by version, oldest first, until `body` returns false.
    package func forEachEvent(
        of head: NoteHead, versions: ClosedRange<UInt64>, _ body: (UInt64, Event) throws -> Bool
    ) throws {
        var next = versions.lowerBound
        while next <= versions.upperBound {
            let last = min(next + Self.foldChunk - 1, versions.upperBound)
            let events = try events(of: head, versions: next...last) { $0[...] }
            for (position, event) in events where try !body(position, event) { return }
            next += UInt64(events.count)
        }
    }

    /// Hands on the events of a note by version, newest first, until `body` returns false.
    package func forEachEventBackwards(
        of head: NoteHead, versions: ClosedRange<UInt64>, _ body: (UInt64, Event) throws -> Bool
    ) throws {
        var last = versions.upperBound
        while last >= versions.lowerBound {
            let first = max(versions.lowerBound, last > 128 ? last - 127 : 1)
            let events = try events(of: head, versions: first...last) { $0.reversed() }
            for (position, event) in events where try !body(position, event) { return }
            last -= UInt64(events.count)
        }
    }

    /// The first events of some versions in an order, read in one transaction.
    private func events(
        of head: NoteHead, versions: ClosedRange<UInt64>, _ order: ([UInt64]) -> some Sequence<UInt64>
    ) throws -> [(position: UInt64, event: Event)] {
        try read { transaction, _, decoder, _ in
            let positions = try tables.positions(of: head.number, versions: versions, in: transaction)
            return try events(at: order(positions), decoder, in: transaction)
        }
    }

    /// The position of a note's version.
    package func position(of version: UInt64, in head: NoteHead) throws -> UInt64 {
        try environment.read { transaction in
            try tables.positions(of: head.number, versions: version...version, in: transaction)[0]
        }
    }
}
