public import Checklist

/// What changed in a note between two moments, line by line in the order of reading.
public struct NoteDifference: Hashable, Sendable {
    /// One line's fate.
    public enum Line: Hashable, Sendable {
        /// The line stands in both, unchanged.
        case kept(LineID, [UInt8])
        /// The line stands in both, its bytes changed.
        case changed(LineID, from: [UInt8], to: [UInt8])
        /// The line stands only in the later body.
        case added(LineID, [UInt8])
        /// The line stands only in the earlier body.
        case removed(LineID, [UInt8])
        /// The line stands in both, elsewhere; it is listed where it is now.
        case moved(LineID, from: [UInt8], to: [UInt8])
    }

    /// The lines, endings included.
    public var lines: [Line]
    /// The title before and after, where it changed.
    public var title: Pair<String>?
    /// The trashed flag before and after, where it changed.
    public var isTrashed: Pair<Bool>?

    /// The attributes whose values changed, in order of name.
    public var attributes: [Attribute]

    /// An attribute whose values changed.
    public struct Attribute: Hashable, Sendable {
        /// The name.
        public var name: String
        /// Its values before and after; none where the note did not carry it.
        public var values: Pair<[[UInt8]]>
    }

    /// A value before and after.
    public struct Pair<Value: Hashable & Sendable>: Hashable, Sendable {
        /// What it was.
        public var before: Value
        /// What it became.
        public var after: Value
    }

    /// Whether nothing changed.
    public var isEmpty: Bool {
        title == nil && isTrashed == nil && attributes.isEmpty
            && lines.allSatisfy { if case .kept = $0 { true } else { false } }
    }

    package init(lines: [Line], title: Pair<String>?, isTrashed: Pair<Bool>?, attributes: [Attribute]) {
        self.lines = lines
        self.title = title
        self.isTrashed = isTrashed
        self.attributes = attributes
    }
}
