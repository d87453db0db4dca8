import Events
import Importing
import NoteLedger

/// Takes imported notes into a store: new ones as new notes, changed ones as edits, and nothing for the others.
///
/// A note knows its source by the attribute `source`. What was taken from there last is known by its digest, so that
/// rows ticked here since then are left alone until the source itself changes.
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
    }

    /// How many notes ended how.
    struct Tally {
        var added = 0
        var changed = 0
        var unchanged = 0
        var skipped = 0
        var total: Int { added + changed + unchanged }
    }

    var tally = Tally()
    private let ledger: Ledger
    private var notes: [String: NoteID] = [:]
    private var digests: ImportRecord

    // Notes that share a transaction, and so one wait for the disk.
    private var commands: [NoteCommand] = []
    private var receipts: [Receipt] = []
    private var taken: [NoteID: String] = [:]
    private var byteCount = 0

    init(into ledger: Ledger) throws {
        self.ledger = ledger
        digests = try ImportRecord(inStore: ledger.path)
        try ledger.forEachEvent(matching: HistoryQuery(kinds: [.created])) { entry in
            guard case .created(_, _, let attributes) = entry.event.change else { return true }
            for attribute in attributes where attribute.name == "source" {
                notes[String(decoding: attribute.value, as: UTF8.self)] = entry.event.note
            }
            for attribute in attributes where attribute.name == "source-digest" {
                digests.assume(String(decoding: attribute.value, as: UTF8.self), of: entry.event.note)
            }
            return true
        }
    }

    /// Takes a note; returns what became of this one and those before it, once they are safe on disk.
    mutating func take(_ imported: ImportedNote) throws -> [Receipt] {
        let digest = imported.digest.hexadecimal
        if let note = notes[imported.key] {
            guard digests[note] != digest else {
                add(.unchanged, note, imported)
                return []
            }
            try change(note, to: imported, digest)
        } else {
            begin(imported, digest)
        }
        byteCount += imported.body.count
        return commands.count >= 512 || byteCount >= 4 << 20 ? try finish() : []
    }

    /// Makes what was taken safe on disk; returns what became of it.
    mutating func finish() throws -> [Receipt] {
        if !commands.isEmpty { try ledger.perform(commands) }
        for (note, digest) in taken { digests[note] = digest }
        if !taken.isEmpty { try digests.save() }
        defer {
            commands.removeAll()
            receipts.removeAll()
            taken.removeAll()
            byteCount = 0
        }
        return receipts
    }

    private mutating func begin(_ imported: ImportedNote, _ digest: String) {
        let note = NoteID.random()
        let attributes =
            imported.attributes + [Attribute("source", imported.key), Attribute("source-digest", digest)]
        let time = (imported.modifiedMilliseconds ?? imported.createdMilliseconds).map { UInt64(clamping: $0) }
        commands.append(
            NoteCommand(
                .create(title: imported.title, body: imported.body, attributes: attributes), on: note, expecting: 0,
                time: time))
        if imported.isTrashed { commands.append(NoteCommand(.trash, on: note, time: time)) }
        notes[imported.key] = note
        taken[note] = digest
        add(.added, note, imported)
    }

    private mutating func change(_ note: NoteID, to imported: ImportedNote, _ digest: String) throws {
        // A note may stand twice in what is imported: the first time must be seen the second time.
        if taken[note] != nil { _ = try finish() }
        let current = try ledger.note(note)
        let time = imported.modifiedMilliseconds.map { UInt64(clamping: $0) }
        let count = commands.count
        if current.body != imported.body {
            commands.append(NoteCommand(.write(imported.body), on: note, time: time))
        }
        if current.title != imported.title {
            commands.append(NoteCommand(.retitle(imported.title), on: note, time: time))
        }
        if current.isTrashed != imported.isTrashed {
            commands.append(NoteCommand(imported.isTrashed ? .trash : .restore, on: note, time: time))
        }
        taken[note] = digest
        add(commands.count > count ? .changed : .unchanged, note, imported)
    }

    private mutating func add(_ outcome: Receipt.Outcome, _ note: NoteID, _ imported: ImportedNote) {
        switch outcome {
        case .added: tally.added += 1
        case .changed: tally.changed += 1
        case .unchanged: tally.unchanged += 1
        }
        receipts.append(Receipt(outcome: outcome, note: note, title: imported.title, source: imported.key))
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        let digits = Array<UInt8>("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
