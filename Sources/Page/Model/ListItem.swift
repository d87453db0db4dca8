/// An item of a list.
///
/// `checked` is nil for an item without a checkbox, whatever its number: a numbered item can be a checkbox too.
public enum ListItem: Hashable, Sendable {
    /// An item of one paragraph.
    case text(RichText, number: String?, checked: Bool?)
    /// An item of anything more (or less: no blocks at all).
    case blocks([Block], number: String?, checked: Bool?)
    /// Something this version does not know.
    case unknown

    /// What stands before the item when the list is counted.
    public var number: String? {
        switch self {
        case .text(_, let number, _), .blocks(_, let number, _): number
        case .unknown: nil
        }
    }

    /// The number to show: an empty one is none.
    package var shownNumber: String? { number.flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the box is ticked; nil without a box.
    public var checked: Bool? {
        switch self {
        case .text(_, _, let checked), .blocks(_, _, let checked): checked
        case .unknown: nil
        }
    }
}
