import Checklist
import DataFormats
import Events
import NoteLedger
import Synchronization

/// Notes that are being typed in, kept in step with the text areas of their pages.
///
/// A keystroke arrives as the splice it is and costs what it touches, in a note of any size: the line tree and the page
/// model both follow it. So the page can show how the text reads while it is typed, and no text is sent as a whole
/// before it is done.
final class Drafts: Sendable {
    /// What names a draft.
    struct Key: Hashable, Sendable {
        var visitor: String
        var note: NoteID
        /// Drawn by the page: one for each time that somebody begins to edit.
        var name: String
    }

    private let ledger: Ledger
    private let state = Mutex(State())

    private struct State {
        var drafts: [Key: Draft] = [:]
        /// In the order in which they were last typed in, the newest last.
        var order: [Key] = []
    }

    /// How many drafts are kept. A page whose draft is gone sends its text anew.
    private static let most = 64

    init(_ ledger: Ledger) { self.ledger = ledger }

    /// Types into a draft.
    ///
    /// - Parameters:
    ///   - splices: What was typed: `[line, column, line, column, text]` each, one after the other.
    ///   - number: How many splices the page sent before these.
    ///   - position: The position of the note that the draft began from.
    /// - Returns: How the text reads now; nil if splices are missing, so that the page must begin anew.
    func type(
        _ splices: [JSONValue], number: UInt64, in key: Key, since position: UInt64
    ) throws(LedgerError) -> JSONValue? {
        let known = state.withLock { $0.drafts[key] }
        var draft: Draft
        if let known {
            draft = known
        } else {
            guard number == 0 else { return nil }
            draft = Draft(of: try ledger.note(key.note, at: .position(position)))
        }
        guard draft.spliceCount == number else { return nil }
        for splice in splices {
            guard let splice = Draft.Splice(json: splice) else { return nil }
            draft.type(splice)
        }
        let typed = draft
        state.withLock { state in
            state.drafts[key] = typed
            state.order.removeAll { $0 == key }
            state.order.append(key)
            if state.order.count > Self.most { state.drafts[state.order.removeFirst()] = nil }
        }
        return draft.json
    }
}
