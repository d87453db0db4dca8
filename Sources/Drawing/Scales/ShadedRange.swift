/// A range of an axis that is shaded and named.
public struct ShadedRange: Hashable, Sendable {
    /// From where to where, in the axis's unit.
    public var range: ClosedRange<Double>
    /// What it is.
    public var label: String

    /// A range with that label.
    public init(_ label: String, _ range: ClosedRange<Double>) {
        self.label = label
        self.range = range
    }
}
