/// The checkbox of a list item as key-value coding and FlatBuffers carry it: 0 none, 1 not ticked, 2 ticked.
package enum TriState {
    /// The number to write; nothing is written for an item without a checkbox.
    package static func code(of checked: Bool?) -> Int32? { checked.map { $0 ? 2 : 1 } }

    /// The checkbox behind a number; none if the number is absent, 0 or one that a later version may give a meaning.
    package static func checked(ofCode code: Int32?) -> Bool? {
        switch code {
        case 1: false
        case 2: true
        default: nil
        }
    }
}
