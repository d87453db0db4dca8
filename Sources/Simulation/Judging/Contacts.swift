import Merging

/// Which of a run's actions meet: one can change what the other did, because they are about the same property of the
/// same line, or one of them about whether the line is there at all. The deeds alone decide that.
struct Contacts: Sendable {
    /// Of each action, by number; actions beyond meet none.
    private var partners: [[Int]]

    /// The contacts among those actions.
    ///
    /// - Complexity: O(n²).
    init(_ actions: [ScheduledAction]) {
        partners = Array(repeating: [], count: actions.count)
        for first in actions.indices {
            for second in actions.indices where second > first {
                guard Contacts.meet(actions[first].action, first, actions[second].action, second) else { continue }
                partners[first].append(second)
                partners[second].append(first)
            }
        }
    }

    /// Whether an action meets no other.
    @inline(__always)
    func isAlone(_ number: Int) -> Bool { number >= partners.count || partners[number].isEmpty }

    /// Whether two actions meet.
    func meet(_ first: Int, _ second: Int) -> Bool {
        first < partners.count && partners[first].contains(second)
    }

    private static func meet(
        _ first: Action<LineName>, _ firstNumber: Int, _ second: Action<LineName>, _ secondNumber: Int
    ) -> Bool {
        switch (first, second) {
        case (.retitle, .retitle), (.trash, .trash), (.trash, .restore), (.restore, .trash), (.restore, .restore):
            true
        case (.toggle(let one, _), .toggle(let other, _)), (.type(let one, _), .type(let other, _)),
            (.move(let one, _), .move(let other, _)):
            one == other
        case (.toggle(let line, _), .convert(let lines, _)), (.convert(let lines, _), .toggle(let line, _)):
            lines?.contains(line) ?? true
        case (.type(let line, _), .delete(let lines)), (.delete(let lines), .type(let line, _)),
            (.toggle(let line, _), .delete(let lines)), (.delete(let lines), .toggle(let line, _)),
            (.move(let line, _), .delete(let lines)), (.delete(let lines), .move(let line, _)):
            lines.contains(line)
        case (.convert(let some?, _), .convert(let others?, _)), (.delete(let some), .delete(let others)),
            (.convert(let some?, _), .delete(let others)), (.delete(let some), .convert(let others?, _)):
            some.contains(where: others.contains)
        case (.convert, .convert), (.convert, .delete), (.delete, .convert):
            true
        case (.append, .delete(let lines)):
            lines.contains(.added(by: firstNumber))
        case (.delete(let lines), .append):
            lines.contains(.added(by: secondNumber))
        default:
            false
        }
    }
}
