import Checklist
import CommandLineKit
import Events
import NoteLedger
import Simulation

/// A history of one author, typed again into a note of a real store: each patch an event.
struct StoredHistory {
    /// What came of it.
    struct Result {
        var eventCount: Int
        /// Whether the line tree holds the text that the history ends with, to the byte.
        var isExact: Bool
        /// Whether the store does, read back from disk.
        var isStoredExactly: Bool
        /// Whether the store is sound: chain, indexes, projections.
        var isSound: Bool
        var usedByteCount: Int
    }

    private static let batch = 4096

    static func replay(_ trace: EditingTrace, in folder: String, progress: (Int) -> Void) throws -> Result {
        let device = DeviceID(1)
        var options = Ledger.Options()
        options.device = device
        let ledger = try Ledger.open(at: folder, options: options)
        defer { ledger.close() }
        let note = try ledger.create(title: "history", body: Array(trace.start.utf8))
        guard var last = note.event, let start = try ledger.event(last)?.event.stamp else {
            throw CommandFailure.inputOutput("The note was not made.")
        }
        var document = try ledger.note(note.note).document
        var waiting: [Event] = []
        var count: UInt64 = 1
        // Where all characters are of the first plane, each is one UTF-16 unit, and those the line tree counts.
        let isPlain = trace.isOfFirstPlane
        for (index, transaction) in trace.transactions.enumerated() {
            for patch in transaction.patches {
                guard let range = document.bytes(ofCharactersAt: patch.position, count: patch.deletedCount, isPlain)
                else {
                    throw CommandFailure.badData("Transaction \(index) reaches beyond the text.")
                }
                var text = String.UnicodeScalarView()
                text.append(contentsOf: patch.inserted)
                let edits = document.edits(replacing: range, with: Array(String(text).utf8))
                count += 1
                let event = Event(
                    id: EventID(device: device, counter: count), note: note.note,
                    stamp: Stamp(rawValue: start.rawValue + count), parents: [last], change: .edited(edits))
                document.apply(edits, by: event.id)
                last = event.id
                waiting.append(event)
            }
            if waiting.count >= batch {
                try ledger.append(waiting)
                waiting = []
                progress(index)
            }
        }
        if !waiting.isEmpty { try ledger.append(waiting) }
        let end = Array(trace.end.utf8)
        return Result(
            eventCount: Int(count), isExact: document.bytes == end,
            isStoredExactly: try ledger.note(note.note).body == end, isSound: try ledger.verify().isSound,
            usedByteCount: try ledger.statistics().usedByteCount)
    }
}

extension EditingTrace {
    fileprivate var isOfFirstPlane: Bool {
        start.unicodeScalars.allSatisfy { $0.value <= 0xFFFF }
            && transactions.allSatisfy { $0.patches.allSatisfy { $0.inserted.allSatisfy { $0.value <= 0xFFFF } } }
    }
}

extension ChecklistDocument {
    /// The bytes of characters (Unicode scalars), counted from the start; nil beyond the text.
    fileprivate func bytes(ofCharactersAt position: Int, count: Int, _ isPlain: Bool) -> Range<Int>? {
        if isPlain {
            guard position >= 0, count >= 0, position <= utf16Count - count else { return nil }
            if utf8Count == 0 { return 0..<0 }
            return utf8Offset(ofUTF16Offset: position)..<utf8Offset(ofUTF16Offset: position + count)
        }
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        guard let start = scalars.index(scalars.startIndex, offsetBy: position, limitedBy: scalars.endIndex),
            let end = scalars.index(start, offsetBy: count, limitedBy: scalars.endIndex)
        else { return nil }
        let first = scalars[..<start].reduce(0) { $0 + UTF8.width($1) }
        return first..<scalars[start..<end].reduce(first) { $0 + UTF8.width($1) }
    }
}
