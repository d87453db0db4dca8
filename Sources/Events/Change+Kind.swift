extension Change {
    /// What sort of thing an event did, without its details.
    public enum Kind: Hashable, Sendable {
        /// The note began.
        case created
        /// A row was ticked or cleared.
        case toggled
        /// An item was added.
        case appended
        /// Lines became items, or plain.
        case converted
        /// Lines were inserted, removed or rewritten.
        case edited
        /// The title was set.
        case retitled
        /// The note was put in the trash.
        case trashed
        /// The note was taken out of the trash.
        case restored
        /// An event was taken back.
        case undone
        /// A value from a peer won.
        case received
        /// Attributes were set or removed.
        case attributed
        /// A kind that this version does not know, by its number.
        case unknown(UInt64)
    }

    /// What sort of change it is.
    public var kind: Kind {
        switch self {
        case .created: .created
        case .toggled: .toggled
        case .appended: .appended
        case .converted: .converted
        case .edited: .edited
        case .retitled: .retitled
        case .trashed: .trashed
        case .restored: .restored
        case .undone: .undone
        case .received: .received
        case .attributed: .attributed
        case .unknown(let kind, _): .unknown(kind)
        }
    }
}

extension Change.Kind: CaseIterable, LosslessStringConvertible {
    /// The kinds that this version knows, in the order of their codes.
    public static let allCases: [Change.Kind] = [
        .created, .toggled, .appended, .converted, .edited, .retitled, .trashed, .restored, .undone, .received,
        .attributed,
    ]

    /// The number that stands for the kind in a record; from 1 in the order of `allCases`.
    public var code: UInt64 {
        switch self {
        case .created: 1
        case .toggled: 2
        case .appended: 3
        case .converted: 4
        case .edited: 5
        case .retitled: 6
        case .trashed: 7
        case .restored: 8
        case .undone: 9
        case .received: 10
        case .attributed: 11
        case .unknown(let code): code
        }
    }

    /// The kind of that number. A kind whose records have a second form has a second number, too.
    public init(code: UInt64) {
        switch code {
        case 1...11: self = Self.allCases[Int(code) - 1]
        case Change.undoneWithAttributes: self = .undone
        case Change.receivedWithFields: self = .received
        default: self = .unknown(code)
        }
    }

    /// The kind's name: `created`, `toggled`, …; `kind-41` for one that is not known.
    public var description: String {
        switch self {
        case .created: "created"
        case .toggled: "toggled"
        case .appended: "appended"
        case .converted: "converted"
        case .edited: "edited"
        case .retitled: "retitled"
        case .trashed: "trashed"
        case .restored: "restored"
        case .undone: "undone"
        case .received: "received"
        case .attributed: "attributed"
        case .unknown(let code): "kind-\(code)"
        }
    }

    /// Reads what `description` writes; anything else is nil.
    public init?(_ name: String) {
        if let known = Self.allCases.first(where: { $0.description == name }) {
            self = known
        } else if let code = Self.number(in: name) {
            self = .init(code: code)
        } else {
            return nil
        }
    }

    /// The number in a name such as `kind-41`; nil for any other.
    static func number(in name: String) -> UInt64? {
        name.hasPrefix("kind-") ? UInt64(name.dropFirst(5)) : nil
    }
}
