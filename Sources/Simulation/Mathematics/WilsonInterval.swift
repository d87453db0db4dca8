/// The interval in which a probability lies, given how often it came true (Wilson 1927): honest also at 0 and 1, where
/// the usual p ± 1.96·σ has no width.
public struct WilsonInterval: Hashable, Sendable {
    /// Its lower end.
    public let low: Double
    /// Its upper end.
    public let high: Double

    /// The interval for `count` of `trials`, 95 % confident unless another z is given.
    public init(count: Int, of trials: Int, z: Double = 1.959963984540054) {
        guard trials > 0 else {
            (low, high) = (0, 1)
            return
        }
        let n = Double(trials)
        let p = Double(count) / n
        let center = (p + z * z / (2 * n)) / (1 + z * z / n)
        let reach = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
        low = count == 0 ? 0 : max(0, center - reach)
        high = count == trials ? 1 : min(1, center + reach)
    }

    /// Whether a probability lies within.
    public func contains(_ probability: Double) -> Bool { low <= probability && probability <= high }
}
