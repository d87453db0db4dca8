/// A shaded stretch of an axis.
public struct Stretch: Hashable, Sendable {
    /// Where it lies, in the axis's unit.
    public var range: ClosedRange<Double>
    /// What it is.
    public var label: String

    /// A stretch with that label.
    public init(_ label: String, _ range: ClosedRange<Double>) {
        self.label = label
        self.range = range
    }
}
