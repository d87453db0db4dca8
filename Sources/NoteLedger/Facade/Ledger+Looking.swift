public import Checklist
public import Events
internal import EventLog
internal import Projections

extension Ledger {
    /// Position of the newest event; 0 for an empty log.
    public func lastPosition() throws(LedgerError) -> UInt64 { try withLog { try $0.tail().position } }

    /// All notes, those in the trash included, last changed first.
    ///
    /// - Parameter moment: the time to look back to; nil is now.
    /// - Complexity: O(notes) now; for the past, each note's body is read at that moment.
    public func notes(at moment: Moment? = nil) throws(LedgerError) -> [NoteSummary] {
        try withLog { log in
            var summaries: [NoteSummary] = []
            if let moment {
                var notes: [(NoteID, NoteHead)] = []
                try log.forEachNote { note, head, _ in
                    notes.append((note, head))
                    return true
                }
                for (note, head) in notes {
                    guard let past = try state(of: note, head, at: moment) else { continue }
                    summaries.append(past.summary)
                }
            } else {
                try log.forEachNote { note, head, row in
                    summaries.append(NoteSummary(note, head, try NoteSummaryRow(row)))
                    return true
                }
            }
            return summaries.sorted { ($0.modified, $0.position, $0.id) > ($1.modified, $1.position, $1.id) }
        }
    }

    /// A note as it is, or was.
    ///
    /// - Throws: `notFound` if there is, or was then, no such note.
    /// - Complexity: O(body) plus the events since the nearest snapshot.
    public func note(_ id: NoteID, at moment: Moment? = nil) throws(LedgerError) -> Note {
        try withLog { _ in
            let past = try requireState(of: id, at: moment)
            let fields = past.projection.fields
            return Note(
                id: id, title: fields.title, isTrashed: fields.isTrashed, attributes: fields.attributes,
                version: past.version, position: past.position, created: fields.created, modified: fields.modified,
                document: past.projection.document)
        }
    }

    /// What a note carries besides title and body.
    ///
    /// - Throws: `notFound` if there is, or was then, no such note.
    /// - Complexity: as for a note.
    public func attributes(of id: NoteID, at moment: Moment? = nil) throws(LedgerError) -> [Attribute] {
        try withLog { _ in try requireState(of: id, at: moment).projection.fields.attributes }
    }

    /// A note's list row as it is now; nil if there is no such note.
    ///
    /// - Complexity: O(log notes).
    public func summary(of id: NoteID) throws(LedgerError) -> NoteSummary? {
        try withLog { log in
            guard let (head, row) = try log.head(of: id) else { return nil }
            return NoteSummary(id, head, try NoteSummaryRow(row))
        }
    }

    /// Notes that hold all the words, case aside, in title, labels or body; best match first.
    ///
    /// - Complexity: O(bytes of all bodies); words in ASCII are looked for byte by byte.
    public func search(_ words: [String], at moment: Moment? = nil) throws(LedgerError) -> [NoteSummary] {
        let words = words.map { $0.lowercased() }
        let needles = words.map(FoldedNeedle.init)
        return try withLog { _ in
            var found: [(score: Int, summary: NoteSummary)] = []
            for summary in try notes(at: moment) {
                let title = summary.title.lowercased()
                let missing = words.indices.filter { !title.contains(words[$0]) }
                if !missing.isEmpty {
                    let note = try note(summary.id, at: moment)
                    let labels = note.attributes.values(of: "label").map {
                        String(decoding: $0, as: UTF8.self).lowercased()
                    }
                    var body: [UInt8]?
                    let isFound = missing.allSatisfy { index in
                        if labels.contains(where: { $0.contains(words[index]) }) { return true }
                        let bytes = body ?? note.body
                        body = bytes
                        return needles[index].isIn(bytes)
                    }
                    guard isFound else { continue }
                }
                found.append((words.count - missing.count, summary))
            }
            // The list comes last changed first, and stays so among equals.
            return found.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
                .map(\.element.summary)
        }
    }

    /// The name that a device goes by, where this store knows one.
    public func name(of device: DeviceID) throws(LedgerError) -> String? { try withLog { try $0.name(of: device) } }

    /// What to call a device: its name, and behind it the beginning of its id where others of the log have that name, too.
    ///
    /// - Complexity: O(devices).
    public func label(of device: DeviceID) throws(LedgerError) -> String {
        let short = String(device.description.prefix(8))
        return try withLog { log in
            guard let name = try log.name(of: device) else { return short }
            let isShared = try log.devices().contains { try $0 != device && log.name(of: $0) == name }
            return isShared ? "\(name) (\(short))" : name
        }
    }

    /// Gives a device a name for people, in this store only.
    public func setName(_ name: String, of device: DeviceID) throws(LedgerError) {
        try withWritableLog { try $0.setName(name, of: device) }
    }

    /// The devices whose events the log has or mentions, in order of first appearance.
    public func devices() throws(LedgerError) -> [DeviceID] { try withLog { try $0.devices() } }
}

/// A note's projection after some of its events.
struct PastNote {
    var id: NoteID
    var projection: NoteProjection
    /// The events, by version.
    var extent: NoteExtent
    /// The position of the last of them.
    var position: UInt64
    var head: NoteHead

    /// How many events made it so.
    var version: UInt64 { extent.count }

    var summary: NoteSummary {
        let row = NoteSummaryRow(projection, preview: projection.document.preview())
        return NoteSummary(id, version: version, position: position, row)
    }
}

extension Ledger {
    /// The note at a moment; nil if it did not exist then.
    func state(of id: NoteID, _ head: NoteHead, at moment: Moment?) throws -> PastNote? {
        let extent = try moment.map { try log.extent(of: head, within: $0.bound) } ?? NoteExtent(version: head.version)
        guard extent.count > 0, let projection = try log.projection(of: id, head, after: extent) else { return nil }
        let position = extent.last == head.version ? head.position : try log.position(of: extent.last, in: head)
        return PastNote(id: id, projection: projection, extent: extent, position: position, head: head)
    }

    /// The note at a moment.
    ///
    /// - Throws: `notFound`.
    func requireState(of id: NoteID, at moment: Moment?) throws -> PastNote {
        guard let (head, _) = try log.head(of: id) else { throw LedgerError.noNote(id) }
        guard let past = try state(of: id, head, at: moment) else {
            throw LedgerError(.notFound, "the note did not exist then", hint: "“log” shows when it began")
        }
        return past
    }
}

extension NoteSummary {
    init(_ id: NoteID, _ head: NoteHead, _ row: NoteSummaryRow) {
        self.init(id, version: head.version, position: head.position, row)
    }

    init(_ id: NoteID, version: UInt64, position: UInt64, _ row: NoteSummaryRow) {
        self.init(
            id: id, title: row.title, isTrashed: row.isTrashed, version: version, position: position,
            created: row.created, modified: row.modified, lineCount: row.lineCount, checkboxCount: row.checkboxCount,
            tickedCount: row.tickedCount, byteCount: row.byteCount, preview: row.preview)
    }
}
