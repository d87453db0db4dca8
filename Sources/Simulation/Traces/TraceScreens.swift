import Checklist
import Events
import Merging

/// What each author of a history had on the screen: the merge of all characters that he had seen.
///
/// Characters are merged by the line merge itself, each as a line of its own. A history in which nobody typed at exactly
/// the same place at once has one right text, whatever merges it.
struct TraceScreens {
    /// A character of the history: which one of all that were ever typed.
    typealias Character = Int

    private static let note = NoteID(high: 0, low: 0)

    private var states: [LineMerge.State]
    /// What each author has not taken in yet, as indices of batches; and the event of each batch.
    private var events: [Event] = []
    private var taken: [Set<Int>]
    /// Each character's number, by the line that it is.
    private var numbers: [LineID: Character] = [:]
    /// All characters, by number.
    private(set) var scalars: [Unicode.Scalar] = []
    /// Who typed each.
    private(set) var authors: [Int] = []

    init(agentCount: Int) {
        states = Array(repeating: LineMerge.State(), count: agentCount)
        taken = Array(repeating: [], count: agentCount)
    }

    /// The characters on an author's screen, in order.
    func screen(of agent: Int) -> [Character] { states[agent].document.lines.compactMap { numbers[$0.id] } }

    /// Lets an author see batches.
    mutating func show(_ batches: some Sequence<Int>, to agent: Int) {
        let new = batches.filter { !taken[agent].contains($0) }
        guard !new.isEmpty else { return }
        taken[agent].formUnion(new)
        states[agent].apply(contentsOf: new.map { events[$0] })
    }

    /// A batch is typed: hands each deletion and insertion to `body`, as the characters concerned and the one before.
    mutating func type(
        _ transactions: ArraySlice<EditingTrace.Transaction>, by agent: Int,
        _ body: (_ deleted: [Character], _ inserted: [Character], _ screen: [Character], _ position: Int) -> Void
    ) throws(TraceError) {
        var screen = screen(of: agent)
        let id = EventID(device: DeviceID(UInt64(agent) + 1), counter: UInt64(taken[agent].count) + 1)
        var made: UInt32 = 0
        var edits: [LineEdit] = []
        var lines = states[agent].document.lines.map(\.id)
        for (index, transaction) in zip(transactions.indices, transactions) {
            for patch in transaction.patches {
                guard (0...screen.count).contains(patch.position),
                    (0...screen.count - patch.position).contains(patch.deletedCount)
                else { throw .badPatch(transaction: index) }
                let end = patch.position + patch.deletedCount
                let range = patch.position..<end
                let deleted = Array(screen[range])
                if !range.isEmpty { edits.append(.delete(lines[range].map { LineRun(first: $0) })) }
                let inserted = patch.inserted.indices.map { scalars.count + $0 }
                if !inserted.isEmpty {
                    edits.append(
                        .insert(
                            after: patch.position > 0 ? lines[patch.position - 1] : nil,
                            before: end < lines.count ? lines[end] : nil,
                            bytes: patch.inserted.flatMap { TraceScreens.line(of: $0) }))
                }
                let ids = inserted.indices.map { LineID(event: id, index: made + UInt32($0)) }
                made += UInt32(inserted.count)
                for (number, line) in zip(inserted, ids) { numbers[line] = number }
                scalars += patch.inserted
                authors += inserted.map { _ in agent }
                lines.replaceSubrange(range, with: ids)
                body(deleted, inserted, screen, patch.position)
                screen.replaceSubrange(range, with: inserted)
            }
        }
        let event = Event(
            id: id, note: Self.note, stamp: Stamp(milliseconds: UInt64(events.count) + 1),
            parents: states[agent].heads, change: .edited(edits))
        taken[agent].insert(events.count)
        events.append(event)
        states[agent].apply(event)
    }

    /// A line that holds a character: its code, since the character itself may be a line end.
    private static func line(of scalar: Unicode.Scalar) -> [UInt8] { Array("\(scalar.value)\n".utf8) }

    /// The text of characters.
    func text(of characters: [Character]) -> String {
        var text = String.UnicodeScalarView()
        for character in characters { text.append(scalars[character]) }
        return String(text)
    }
}
