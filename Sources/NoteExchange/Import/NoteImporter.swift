internal import Checklist
internal import DataFormats
public import Events
public import Importing
public import NoteLedger

/// Records imported notes in a ledger: new ones as new notes, known ones as the changes that their source made since.
///
/// A note carries its source's key in the attribute `source`. What the source said is in the log as the events of a
/// device of its own, so that its changes merge with what was done in the ledger instead of overwriting it.
///
/// Notes are committed in batches; ``finish()`` commits the last one. While an importer exists, other imports into the
/// same store wait.
public struct NoteImporter {
    /// What became of an imported note.
    public struct Receipt: Sendable {
        /// What an import does with a note.
        public enum Outcome: String, Sendable {
            /// It is a new note.
            case added
            /// It was known, and its source has changed.
            case changed
            /// It was known, and its source says what it said before.
            case unchanged
        }

        /// What became of it.
        public var outcome: Outcome
        /// The note in the ledger.
        public var note: NoteID
        /// Its title in the source.
        public var title: String
        /// Its source's key: ``Importing/ImportedNote/key``.
        public var source: String
        /// What was changed both in the ledger and in the source.
        public var conflicts: [ImportConflict] = []
        /// Names of attributes that have changed in the source.
        public var changedAttributes: [String] = []
    }

    /// How many notes ended how.
    public struct Tally: Sendable {
        /// New notes.
        public var added = 0
        /// Notes that their source changed.
        public var changed = 0
        /// Notes that are as they were at the last import.
        public var unchanged = 0
        /// Lines, titles and attributes that were changed on both sides.
        public var conflicts = 0
        /// All notes.
        public var total: Int { added + changed + unchanged }
    }

    /// What the log says of a note that was imported before.
    private struct Known {
        var note: NoteID
        /// Its digest at the first import.
        var digest: String
        /// Whether its source has changed since.
        var hasChanged = false
    }

    /// How many notes ended how so far.
    public private(set) var tally = Tally()
    private let ledger: Ledger
    private let now: UInt64
    private let lock: ImportLock
    private let device: DeviceID
    private var counter: UInt64 = 0
    private var known: [String: Known] = [:]

    // The batch: notes that share a transaction.
    private var events: [Event] = []
    private var receipts: [Receipt] = []
    private var reviews: [(receipt: Int, review: ConflictReview)] = []
    private var byteCount = 0

    /// An importer into a store that is open for writing. Waits until no other import into it is under way.
    ///
    /// - Parameters:
    ///   - now: the present in milliseconds since 1970, as which later times count that a source may state; the
    ///     ledger's clock unless given.
    ///   - waits: called once if another import is under way.
    /// - Throws: `refused` for a store that is open for reading only; ``Importing/ImportFailure`` if its lock cannot be
    ///   taken; `inputOutput`.
    /// - Complexity: O(events of the log).
    public init(into ledger: Ledger, now: UInt64? = nil, whenWaiting waits: () -> Void = {}) throws {
        self.ledger = ledger
        self.now = now ?? ledger.now
        lock = try ImportLock(ledger.path + "/import.lock", waits: waits)
        guard let own = ledger.device else {
            throw LedgerError(.refused, "the store has no device to write as", hint: "open it for writing")
        }
        device = own.importing
        if try ledger.name(of: device) == nil {
            try ledger.setName("\(try ledger.name(of: own) ?? String(own.description.prefix(8))) import", of: device)
        }
        var sources: [NoteID: String] = [:]
        try ledger.forEachEvent { entry in
            let event = entry.event
            guard event.id.device.isImporting else { return true }
            if event.id.device == device { counter = max(counter, event.id.counter) }
            if case .created(_, _, let attributes) = event.change {
                guard let source = attributes.text("source") else { return true }
                sources[event.note] = source
                known[source] = Known(note: event.note, digest: attributes.text("source-digest") ?? "")
            } else if let source = sources[event.note] {
                known[source]?.hasChanged = true
            }
            return true
        }
    }

    /// Adds a note to the batch, and commits the batch once it is large.
    ///
    /// - Returns: what became of the notes that are committed; none while the batch grows.
    /// - Complexity: O(events of the note) plus that of a line diff if its source has changed.
    public mutating func add(_ imported: ImportedNote) throws -> [Receipt] {
        let digest = imported.digest.hexadecimal
        if let known = known[imported.key] {
            if !known.hasChanged, known.digest == digest {
                record(.unchanged, known.note, imported)
                return []
            }
            try change(known.note, to: imported)
        } else {
            create(imported, digest)
        }
        byteCount += imported.body.count
        return events.count >= 512 || byteCount >= 4 << 20 ? try finish() : []
    }

    /// Commits the batch.
    ///
    /// - Returns: what became of its notes.
    public mutating func finish() throws -> [Receipt] {
        defer {
            events.removeAll()
            receipts.removeAll()
            reviews.removeAll()
            byteCount = 0
        }
        if !events.isEmpty { try ledger.append(events) }
        for (index, review) in reviews {
            receipts[index].conflicts = review.conflicts(in: ConflictReview.Version(try ledger.note(review.note)))
            tally.conflicts += receipts[index].conflicts.count
        }
        return receipts
    }

    private mutating func create(_ imported: ImportedNote, _ digest: String) {
        let note = NoteID.random()
        var attributes = imported.attributes
        attributes += [Attribute("source", imported.key), Attribute("source-digest", digest)]
        if let created = imported.createdMilliseconds, imported.modifiedMilliseconds.map({ created < $0 }) ?? false {
            attributes.append(Attribute("created", ISO8601.utc(milliseconds: created)))
        }
        var branch = SourceBranch(of: note)
        record(
            .created(title: imported.title, body: imported.body, attributes: attributes), on: &branch,
            at: imported.time)
        if imported.isTrashed { record(.trashed, on: &branch, at: imported.time) }
        known[imported.key] = Known(note: note, digest: digest, hasChanged: imported.isTrashed)
        record(.added, note, imported)
    }

    private mutating func change(_ note: NoteID, to imported: ImportedNote) throws {
        // A source may hold a note twice: what the first one says has to be in the log for the second one.
        if events.contains(where: { $0.note == note }) { receipts = try finish() }
        var branch = try SourceBranch(of: note, in: ledger)
        let base = ConflictReview.Version(branch)
        let changes = branch.changes(to: imported)
        let body = imported.body
        guard !changes.isEmpty || branch.document.bytes != body else { return record(.unchanged, note, imported) }
        let here = try ledger.note(note)
        let isWrittenBack = here.body == body
        var lines: [LineID] = []
        if branch.document.bytes != body {
            if isWrittenBack {
                branch.join(here.document)
                record(.edited([]), on: &branch, at: imported.time)
            } else {
                for step in BodyStep.steps(from: branch.document, to: body, besides: here.document) {
                    record(.edited(step.edits), on: &branch, at: imported.time, afterAll: step.sharesLines)
                    lines += step.edits.changedLines
                }
            }
        }
        for change in changes { record(change, on: &branch, at: imported.time) }
        known[imported.key]?.hasChanged = true
        if isWrittenBack, changes.isEmpty { return record(.unchanged, note, imported) }
        reviews.append(
            (
                receipts.count,
                ConflictReview(
                    note: note, base: base, source: ConflictReview.Version(branch), here: ConflictReview.Version(here),
                    lines: lines)
            ))
        record(.changed, note, imported, changes.flatMap(\.attributeSettings).map(\.name))
    }

    private mutating func record(
        _ change: Change, on branch: inout SourceBranch, at time: UInt64?, afterAll: Bool = false
    ) {
        counter += 1
        let id = EventID(device: device, counter: counter)
        let event = branch.event(id, at: min(time ?? now, now), afterAll: afterAll, change)
        branch.apply(event)
        events.append(event)
    }

    private mutating func record(
        _ outcome: Receipt.Outcome, _ note: NoteID, _ imported: ImportedNote,
        _ attributes: [String] = []
    ) {
        switch outcome {
        case .added: tally.added += 1
        case .changed: tally.changed += 1
        case .unchanged: tally.unchanged += 1
        }
        receipts.append(
            Receipt(
                outcome: outcome, note: note, title: imported.title, source: imported.key,
                changedAttributes: attributes))
    }
}

extension ConflictReview.Version {
    fileprivate init(_ branch: SourceBranch) {
        self.init(title: branch.title, attributes: branch.attributes, document: branch.document)
    }

    fileprivate init(_ note: Note) {
        self.init(title: note.title, attributes: note.attributes.byName, document: note.document)
    }
}

extension ImportedNote {
    /// When its source was changed last, in milliseconds since 1970.
    fileprivate var time: UInt64? { (modifiedMilliseconds ?? createdMilliseconds).map { UInt64(clamping: $0) } }
}

extension [Attribute] {
    fileprivate func text(_ name: String) -> String? {
        first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        let digits = Array<UInt8>("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
