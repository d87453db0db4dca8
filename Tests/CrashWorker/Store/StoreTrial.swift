import Checklist
import Events
import NoteLedger
import TestSupport

/// Actions of every kind on a few notes of a store. What is found after a power failure must be the store as it was
/// after one of them: the same head, the same bodies, sound, and fit to go on with.
final class StoreTrial {
    private let durability: Ledger.Options.Durability
    private let actions: Int
    private var random: SeededGenerator
    private var notes: [NoteID] = []
    /// Head and bodies after each commit, by the position of its last event.
    private var moments: [UInt64: Moment] = [:]

    private struct Moment: Equatable {
        var head: LogHead
        var bodies: [NoteID: [UInt8]]
    }

    init(durability: Ledger.Options.Durability, actions: Int, seed: UInt64) {
        self.durability = durability
        self.actions = actions
        random = SeededGenerator(seed: seed)
    }

    func run(at folder: String, acknowledge: (UInt64) -> Void) throws {
        let ledger = try open(folder)
        for _ in 0..<3 {
            notes.append(try ledger.create(title: "note", body: body(lines: 30)).note)
            try remember(ledger, acknowledge)
        }
        for _ in 0..<actions {
            try act(in: ledger)
            try remember(ledger, acknowledge)
        }
    }

    func isSound(at folder: String, acknowledged: UInt64) throws -> Bool {
        let ledger = try open(folder)
        let found = try moment(of: ledger)
        guard found.head.position >= acknowledged else { return false }
        if found.head.position > 0 && moments[found.head.position] != found { return false }
        guard try ledger.verify().isSound else { return false }
        // It can be written on.
        let receipt = try ledger.create(title: "after", body: Array("- [ ] after\n".utf8))
        return try receipt.position == found.head.position + 1 && ledger.verify().isSound
    }

    private func open(_ folder: String) throws -> Ledger {
        var options = Ledger.Options()
        options.durability = durability
        options.device = DeviceID(0xD15C)
        options.deviceName = "disk"
        options.clock = { 1_764_460_800_000 }
        return try Ledger.open(at: folder, options: options)
    }

    private func remember(_ ledger: Ledger, _ acknowledge: (UInt64) -> Void) throws {
        let moment = try moment(of: ledger)
        moments[moment.head.position] = moment
        acknowledge(moment.head.position)
    }

    private func moment(of ledger: Ledger) throws -> Moment {
        let bodies = try ledger.notes().map { ($0.id, try ledger.note($0.id).body) }
        return Moment(head: try ledger.head(), bodies: Dictionary(uniqueKeysWithValues: bodies))
    }

    private func act(in ledger: Ledger) throws {
        let id = notes[Int.random(in: 0..<notes.count, using: &random)]
        let document = try ledger.note(id).document
        let line =
            document.lineCount > 0 ? document.line(at: .random(in: 0..<document.lineCount, using: &random)).id : nil
        let action: NoteAction =
            switch UInt8.random(in: 0..<20, using: &random) {
            case 0..<9: line.map { .toggle($0, to: nil) } ?? .append(Array("more".utf8))
            case 9..<14: .append(Array(body(lines: 1).dropLast()))
            case 14: .write(body(lines: .random(in: 1...60, using: &random)))
            case 15: .retitle("title \(document.lineCount)")
            case 16: .convert(line.map { [$0] }, toChecklist: .random(using: &random))
            case 17: .trash
            case 18: .restore
            default: .undo(nil)
            }
        do {
            try ledger.perform(action, on: id)
        } catch {
            // Nothing is left to undo.
            guard error.kind == .stale || error.kind == .notFound else { throw error }
        }
    }

    private func body(lines: Int) -> [UInt8] {
        (0..<lines).flatMap { _ in
            Array("- [ ] item \(UInt32.random(in: 0..<1000, using: &random))\n".utf8)
        }
    }
}
