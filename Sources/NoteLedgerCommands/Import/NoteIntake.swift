import Checklist
import CommandLineKit
import DataFormats
import Events
import Importing
import NoteLedger

/// Takes imported notes into a store: new ones as new notes, changed ones as what their source did to them since.
///
/// A note knows its source by the attribute `source`. What the source said is in the log, as the events of a device of
/// its own, so that its changes merge with what was done here instead of overwriting it.
struct NoteIntake {
    /// What became of an imported note.
    struct Receipt {
        enum Outcome: String {
            case added
            case changed
            case unchanged
        }

        var outcome: Outcome
        var note: NoteID
        var title: String
        var source: String
        /// What was changed both here and there.
        var conflicts: [ImportConflict] = []
        /// Names of attributes that have changed in the source.
        var changedAttributes: [String] = []
    }

    /// How many notes ended how.
    struct Tally {
        var added = 0
        var changed = 0
        var unchanged = 0
        var skipped = 0
        var conflicts = 0
        var total: Int { added + changed + unchanged }
    }

    /// What is known of a note that came in before.
    private struct Known {
        var note: NoteID
        /// What it was when it began.
        var digest: String
        /// Whether its source has changed since.
        var hasChanged = false
    }

    var tally = Tally()
    private let ledger: Ledger
    private let now: UInt64
    private let device: DeviceID
    private var counter: UInt64 = 0
    private var known: [String: Known] = [:]

    // Notes that share a transaction, and so one wait for the disk.
    private var events: [Event] = []
    private var receipts: [Receipt] = []
    private var reviews: [(receipt: Int, review: ImportReview)] = []
    private var byteCount = 0

    /// An intake into a store.
    ///
    /// - Parameter now: the time, in milliseconds since 1970; what comes from the future is taken to be of now.
    /// - Complexity: O(events of the log).
    init(into ledger: Ledger, now: UInt64) throws {
        self.ledger = ledger
        self.now = now
        guard let own = ledger.device else { throw CommandFailure.refused("The store has no device to write as.") }
        device = own.importing
        if try ledger.name(of: device) == nil {
            try ledger.setName("\(try ledger.name(of: own) ?? own.short) import", of: device)
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

    /// Takes a note; returns what became of this one and those before it, once they are safe on disk.
    mutating func take(_ imported: ImportedNote) throws -> [Receipt] {
        let digest = imported.digest.hexadecimal
        if let known = known[imported.key] {
            if !known.hasChanged, known.digest == digest {
                add(.unchanged, known.note, imported)
                return []
            }
            try change(known.note, to: imported)
        } else {
            begin(imported, digest)
        }
        byteCount += imported.body.count
        return events.count >= 512 || byteCount >= 4 << 20 ? try finish() : []
    }

    /// Makes what was taken safe on disk; returns what became of it.
    mutating func finish() throws -> [Receipt] {
        defer {
            events.removeAll()
            receipts.removeAll()
            reviews.removeAll()
            byteCount = 0
        }
        if !events.isEmpty { try ledger.append(events) }
        for (index, review) in reviews {
            receipts[index].conflicts = review.conflicts(in: ImportReview.Version(try ledger.note(review.note)))
            tally.conflicts += receipts[index].conflicts.count
        }
        return receipts
    }

    private mutating func begin(_ imported: ImportedNote, _ digest: String) {
        let note = NoteID.random()
        var attributes = imported.attributes
        attributes += [Attribute("source", imported.key), Attribute("source-digest", digest)]
        if let began = imported.createdMilliseconds, imported.modifiedMilliseconds.map({ began < $0 }) ?? false {
            attributes.append(Attribute("created", ISO8601.utc(milliseconds: began)))
        }
        var branch = SourceBranch(of: note)
        record(
            .created(title: imported.title, body: imported.body, attributes: attributes), on: &branch,
            at: imported.time)
        if imported.isTrashed { record(.trashed, on: &branch, at: imported.time) }
        known[imported.key] = Known(note: note, digest: digest, hasChanged: imported.isTrashed)
        add(.added, note, imported)
    }

    private mutating func change(_ note: NoteID, to imported: ImportedNote) throws {
        // A note may stand twice in what is imported: the first time must be seen the second time.
        if events.contains(where: { $0.note == note }) { receipts = try finish() }
        var branch = try SourceBranch(of: note, in: ledger)
        let base = ImportReview.Version(branch)
        let changes = branch.changes(to: imported)
        let body = imported.body
        guard !changes.isEmpty || branch.document.bytes != body else { return add(.unchanged, note, imported) }
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
        if isWrittenBack, changes.isEmpty { return add(.unchanged, note, imported) }
        reviews.append(
            (
                receipts.count,
                ImportReview(
                    note: note, base: base, source: ImportReview.Version(branch), here: ImportReview.Version(here),
                    lines: lines)
            ))
        add(.changed, note, imported, changes.flatMap(\.attributeSettings).map(\.name))
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

    private mutating func add(
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

extension ImportReview.Version {
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
