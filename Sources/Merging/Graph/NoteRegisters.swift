package import Events

/// What of a note is a single value: its title, and whether it is in the trash. Of several events that set one, the
/// greatest in the total order counts, under either policy.
package struct NoteRegisters: Hashable, Sendable {
    /// The title.
    package private(set) var title: String
    /// Whether the note is in the trash.
    package private(set) var isTrashed: Bool
    /// Where the event that set the title stands.
    package private(set) var titleOrder: EventOrder
    /// Where the event that set the flag stands.
    package private(set) var trashedOrder: EventOrder

    /// Values that events of those places set; nothing, unless told otherwise.
    package init(
        title: String = "", isTrashed: Bool = false, titleOrder: EventOrder = .origin,
        trashedOrder: EventOrder = .origin
    ) {
        self.title = title
        self.isTrashed = isTrashed
        self.titleOrder = titleOrder
        self.trashedOrder = trashedOrder
    }

    /// Takes in an event, in any order.
    package mutating func apply(_ event: Event) {
        guard event.change.setsRegister else { return }
        let order = EventOrder(stamp: event.stamp, id: event.id)
        if let title = event.change.newTitle, order > titleOrder { (self.title, titleOrder) = (title, order) }
        if let isTrashed = event.change.newTrashed, order > trashedOrder {
            (self.isTrashed, trashedOrder) = (isTrashed, order)
        }
    }
}

extension Change {
    /// The title that the change sets, if it sets one.
    package var newTitle: String? {
        switch self {
        case .created(let title, _, _), .retitled(let title): title
        case .undone(_, let parts), .received(_, _, let parts): parts.title
        case .toggled, .appended, .converted, .edited, .trashed, .restored, .attributed, .unknown: nil
        }
    }

    /// The trashed flag that the change sets, if it sets it.
    package var newTrashed: Bool? {
        switch self {
        case .trashed: true
        case .restored: false
        case .undone(_, let parts), .received(_, _, let parts): parts.trashed
        case .created, .toggled, .appended, .converted, .edited, .retitled, .attributed, .unknown: nil
        }
    }

    /// Whether the change may set title or flag: few do.
    fileprivate var setsRegister: Bool {
        switch self {
        case .created, .retitled, .trashed, .restored, .undone, .received: true
        case .toggled, .appended, .converted, .edited, .attributed, .unknown: false
        }
    }
}
