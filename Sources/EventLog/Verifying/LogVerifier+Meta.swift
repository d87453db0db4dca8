internal import Checklist
internal import Events
internal import LMDB
internal import Projections

/// The rows that follow from no record: format, device, names of devices, and keys of checkpoints.
extension LogVerifier {
    /// Holds the rows of `meta` against what can stand there, and the keys of `folds` against the notes there are.
    mutating func verifyMeta(in transaction: borrowing ReadTransaction) throws {
        var cursor = try transaction.cursor(in: tables.meta)
        while try cursor.next() {
            let key = cursor.key.withUnsafeBytes { Array($0) }
            let row = cursor.value.withUnsafeBytes { Array($0) }
            let isRight =
                switch key {
                case Keys.format: row.count == 1 && (1...UInt8(LogTables.format)).contains(row[0])
                case Keys.device: row.count == 8
                case Keys.tail: true
                default:
                    key.count == Keys.deviceName(DeviceID(0)).count && key.starts(with: Array("name ".utf8))
                        && !row.isEmpty && String(validating: row, as: UTF8.self) != nil
                }
            if !isRight { find(.chain, "the table meta has a row that does not belong there, or cannot be read") }
        }
        cursor = try transaction.cursor(in: tables.meta)
        guard try cursor.seek(Keys.format) else { return find(.chain, "the row that says the format is missing") }
        var folds = try transaction.cursor(in: tables.folds)
        while try folds.next() {
            let isKnown = folds.key.withUnsafeBytes { key in
                key.count == 5 && FoldTable(rawValue: key[0]) != nil
                    && UInt32(bigEndian: key.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
                        < max(1, roster.notes.count)
            }
            if !isKnown { find(.projection, "the table folds has a row of no note") }
        }
    }

    // MARK: Causes

    /// Orders findings so that causes come first: damaged pages, then damaged records, and what follows from a damaged
    /// record is marked as a consequence.
    mutating func markConsequences() {
        let causes = report.findings.filter { $0.kind == .record || $0.kind == .gap }.compactMap(\.position)
        guard !causes.isEmpty else { return }
        for index in report.findings.indices {
            switch report.findings[index].kind {
            case .record, .gap: nameNote(in: &report.findings[index])
            case .file, .head: break
            case .chain, .ids, .stream, .projection: report.findings[index].isConsequence = true
            }
        }
        report.findings =
            report.findings.filter { !$0.isConsequence } + report.findings.filter(\.isConsequence)
    }

    /// Adds to a finding about a record which note it is of, as the stream of the note tells.
    private func nameNote(in finding: inout LogFinding) {
        guard let position = finding.position, let note = notesOfDamage[position] else { return }
        finding.message += ", an event of note \(note.id) “\(note.title)”"
    }

    /// Notes which notes damaged records are of: the streams tell where the records themselves do not.
    mutating func findNotesOfDamage(in transaction: borrowing ReadTransaction) throws {
        let damaged = Set(report.findings.filter { $0.kind == .record || $0.kind == .gap }.compactMap(\.position))
        guard !damaged.isEmpty else { return }
        var cursor = try transaction.cursor(in: tables.notes)
        while try cursor.next() {
            guard let note = cursor.key.withUnsafeBytes({ NoteID(key: $0) }),
                let (head, summary) = cursor.value.withUnsafeBytes({ try? LogTables.noteRow($0) }),
                let positions = try? tables.positions(of: head.number, versions: 1...head.version, in: transaction)
            else { continue }
            for position in positions where damaged.contains(position) {
                notesOfDamage[position] = (note, (try? NoteSummaryRow(summary))?.title ?? "")
            }
        }
    }
}
