import Events
import Merging

/// What of a note is single values, as recorded acts make it: of several that set one, the newest stands.
struct NoteValues: Hashable, Sendable {
    var title = ""
    var isTrashed = false
    /// The values of each attribute that there is.
    private(set) var attributes: [String: [[UInt8]]] = [:]

    init(title: String, isTrashed: Bool) { (self.title, self.isTrashed) = (title, isTrashed) }

    /// What some acts make.
    init(_ acts: some Sequence<RecordedAct>) {
        var registers = NoteRegisters()
        var orders: [String: EventOrder] = [:]
        for act in acts {
            registers.apply(act.event)
            let order = EventOrder(stamp: act.event.stamp, id: act.event.id)
            for setting in act.event.change.attributeSettings where orders[setting.name].map({ $0 < order }) ?? true {
                (orders[setting.name], attributes[setting.name]) = (order, setting.values)
            }
        }
        (title, isTrashed) = (registers.title, registers.isTrashed)
    }
}
