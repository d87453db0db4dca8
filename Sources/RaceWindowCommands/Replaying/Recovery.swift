import Checklist
import CommandLineKit
import Events
import NoteLedger
import Simulation

/// What is to be done again in a note, and where.
struct Recovery {
    /// An action to be done again.
    struct Offer {
        var number: Int
        /// Who did what.
        var text: String
        var event: EventID
        var change: Change
        var edits: [LineEdit]
    }

    let note: NoteID
    let title: String
    /// The folder of the store that it is done in.
    let store: String
    let offers: [Offer]

    init(_ replay: Replay) throws {
        note = replay.note
        title = replay.title
        // Where another body stands, a new version would bury what won since.
        guard let end = replay.history.ends.first(where: { $0.document.bytes == replay.lww.document.bytes }) else {
            throw CommandFailure.refused(
                "None of the stores shows the body of “\(replay.title.forTerminal)” that won.",
                hint: "Let the stores exchange what they have, then try again.")
        }
        store = end.name
        offers = replay.lww.losses.keys.sorted().map { number in
            let act = replay.history.acts[number]
            return Offer(
                number: number, text: "\(replay.phrases.device(number)) \(replay.phrases.action(number))",
                event: act.origin, change: act.event.change,
                edits: (replay.lww.losses[number]?.edits ?? []).map { $0.renaming(end.name(of:)) })
        }
    }

    /// Does it again, offer by offer; `report` is told what came of each as soon as it is safe on disk.
    func perform(_ report: ([Receipt]) -> Void) throws {
        var options = Ledger.Options()
        options.createsIfMissing = false
        let ledger = try Ledger.open(at: store, options: options)
        defer { ledger.close() }
        for offer in offers { report(try perform(offer, in: ledger)) }
    }

    /// Does an offer again on the note as it is: if somebody else acts on it in between, it is looked at anew.
    private func perform(_ offer: Offer, in ledger: Ledger) throws -> [Receipt] {
        while true {
            let current = try ledger.note(note)
            let actions = actions(for: offer, on: current.document)
            do {
                return try ledger.perform(
                    actions.enumerated().map { index, action in
                        NoteCommand(action, on: note, expecting: index == 0 ? current.version : nil)
                    })
            } catch {
                guard case .conflict = error.kind else { throw error }
            }
        }
    }

    /// The intents that an offer comes to: the same ones where they name single lines, or else the body with it.
    private func actions(for offer: Offer, on document: ChecklistDocument) -> [NoteAction] {
        switch offer.change {
        case .toggled(let line, let isTicked, _):
            let local = offer.edits.lazy.compactMap { if case .mark(let id, _) = $0 { id } else { nil } }.first
            return [.toggle(local ?? line, to: isTicked)]
        case .appended:
            return offer.edits.flatMap { edit -> [NoteAction] in
                guard case .insert(let after, _, let bytes) = edit else { return [] }
                return ChecklistDocument(parsing: bytes, madeBy: offer.event).lines.map { line in
                    .append(Array(line.text), toBlockOf: after.flatMap { document.index(of: $0) == nil ? nil : $0 })
                }
            }
        case .converted(let toChecklist, _):
            let lines = offer.edits.compactMap { if case .prefix(let id, _) = $0 { id } else { nil } }
            return [.convert(lines, toChecklist: toChecklist)]
        default:
            var body = document
            body.apply(offer.edits, by: offer.event)
            return [.write(body.bytes)]
        }
    }

    func print(_ receipts: [Receipt], _ call: Call) throws {
        if call.wantsJSON {
            try call.output.line([
                "note": .string(note.description), "title": .string(title), "store": .string(store),
                "offers": .array(
                    offers.map { ["event": .string($0.event.description), "action": .string($0.text)] }),
                "recorded": .array(receipts.compactMap { $0.event.map { .string($0.description) } }),
            ])
        } else {
            let done = receipts.count { $0.outcome == .recorded }
            call.messages.note(
                "\(done.counted("event")) written to \(store.forTerminal); "
                    + "\(receipts.count - done) had nothing left to do.")
        }
    }
}
