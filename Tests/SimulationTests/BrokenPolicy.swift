import Checklist
import Events
import Merging

/// Line merge with a fault that a reviewer might miss: a message of one event that meets news of the receiver's own is
/// thrown away.
struct BrokenPolicy: MergePolicy {
    var name: String { "broken" }
    func replica(of note: NoteStart) -> Replica { Replica(inner: LineMerge.Replica(note: note), common: note.heads) }
    func archive() -> LineMerge.Archive { LineMerge.Archive() }

    struct Replica: Merging.Replica {
        typealias Message = [Event]
        typealias Archive = LineMerge.Archive

        var inner: LineMerge.Replica
        var common: EventFrontier

        var document: ChecklistDocument { inner.document }
        var title: String { inner.title }
        var isTrashed: Bool { inner.isTrashed }
        var heads: EventFrontier { inner.heads }
        var needsReceipts: Bool { false }

        mutating func commit(_ event: Event, sequence: UInt64, wallTime: UInt64, editor: ChecklistDocument?) {
            inner.commit(event, sequence: sequence, wallTime: wallTime, editor: editor)
        }
        func pending(after sequence: UInt64) -> [Event]? { inner.pending(after: sequence) }
        mutating func receive(_ message: [Event]) {
            if message.count == 1, inner.heads != common, message[0].parents == common { return }
            inner.receive(message)
        }
        mutating func confirm(through sequence: UInt64, stamp: Stamp) { inner.confirm(through: sequence, stamp: stamp) }
        static func newestStamp(of message: [Event]) -> Stamp { LineMerge.Replica.newestStamp(of: message) }
        static func combine(_ message: [Event], into fingerprint: inout Fingerprint) {
            LineMerge.Replica.combine(message, into: &fingerprint)
        }
        func combine(into fingerprint: inout Fingerprint) { inner.combine(into: &fingerprint) }
    }
}
