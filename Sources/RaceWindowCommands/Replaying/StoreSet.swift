import Checklist
import CommandLineKit
import Events
import NoteLedger
import NoteLedgerCommands
import Simulation

/// Several stores, read side by side.
struct StoreSet {
    private let stores: [(path: String, ledger: Ledger)]

    /// Opens stores to look at.
    init(_ paths: [String]) throws {
        var options = Ledger.Options()
        options.createsIfMissing = false
        options.isReadOnly = true
        stores = try paths.map { path in
            do throws(LedgerError) {
                return (path, try Ledger.open(at: path, options: options))
            } catch {
                guard error.kind == .notFound else { throw error }
                throw CommandFailure.notFound("There is no store in \(path.forTerminal).")
            }
        }
    }

    func close() {
        for store in stores { store.ledger.close() }
    }

    /// The notes that a person means (nil: all), in order of their first event in the first store that has them.
    func notes(_ reference: NoteReference?, _ call: Call) throws -> [NoteID] {
        guard let reference else {
            var notes: [NoteID] = []
            for store in stores {
                let all = try store.ledger.notes().sorted { ($0.created, $0.id) < ($1.created, $1.id) }
                for note in all where !notes.contains(note.id) { notes.append(note.id) }
            }
            return notes
        }
        var failure: (any Error)?
        for store in stores {
            do {
                return [try call.note(reference, in: store.ledger).id]
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? CommandFailure.notFound("There is no note “\(reference.text.forTerminal)”.")
    }

    /// The history of a note as all stores tell it.
    func history(of note: NoteID) throws -> RecordedHistory {
        var logs: [RecordedLog] = []
        for store in stores where try store.ledger.summary(of: note) != nil {
            let events = try store.ledger.events(matching: HistoryQuery(note: note)).map(\.event)
            logs.append(RecordedLog(name: store.path, events: events))
        }
        do {
            return try RecordedHistory(logs)
        } catch RecordingError.idTaken(let id) {
            throw CommandFailure.badData(
                "Two stores have different events under the id \(id).",
                hint: "One of them is a copy that went on as the same device: leave it out.")
        }
    }

    /// The title of a note, where the first store that has it gives it one.
    func title(of note: NoteID) throws -> String {
        for store in stores {
            if let title = try store.ledger.summary(of: note)?.title, !title.isEmpty { return title }
        }
        return "note \(note.short)"
    }

    /// What a device is called, in the first store that knows.
    func name(of device: DeviceID) throws -> String {
        // A device is best known at home.
        for store in stores where store.ledger.device == device {
            if let name = try store.ledger.name(of: device) { return name }
        }
        for store in stores {
            if let name = try store.ledger.name(of: device) { return name }
        }
        return device.short
    }
}
