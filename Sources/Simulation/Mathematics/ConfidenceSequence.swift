/// The interval of a probability that stays valid however often one looks at it, so that a measurement may stop as soon
/// as the interval is narrow enough. Wilson's interval does not allow that: who looks after every run and stops at a
/// favourable moment is wrong far more often than 5 % of the time.
///
/// Under the true p the mixture likelihood ratio ∫ qᵏ(1−q)ⁿ⁻ᵏ dBeta(q) / pᵏ(1−p)ⁿ⁻ᵏ is a martingale of mean 1, which
/// by Ville's inequality ever reaches 1/α with probability at most α (Robbins 1970). The interval holds all p for which
/// it is below 1/α.
public struct ConfidenceSequence: Hashable, Sendable {
    /// The lower end.
    public let low: Double
    /// The upper end.
    public let high: Double

    /// The interval after `count` of `trials`; at all times together it is wrong with probability `alpha` at most.
    ///
    /// - Complexity: O(1): two bisections.
    public init(count: Int, of trials: Int, alpha: Double = 0.05) {
        guard trials > 0 else {
            (low, high) = (0, 1)
            return
        }
        let (k, n) = (Double(count), Double(trials))
        // Jeffreys' mixture, Beta(½, ½): the best for small probabilities among the usual ones.
        let mixture = Elementary.logBeta(k + 0.5, n - k + 0.5) - Elementary.logBeta(0.5, 0.5)
        let limit = -Elementary.log(alpha)
        func isInside(_ p: Double) -> Bool {
            let likelihood = (k > 0 ? k * Elementary.log(p) : 0) + (k < n ? (n - k) * Elementary.log(1 - p) : 0)
            return mixture - likelihood < limit
        }
        /// The end of the interval between a p inside and one outside.
        func end(inside: Double, outside: Double) -> Double {
            var (inside, outside) = (inside, outside)
            for _ in 0..<60 {
                let middle = (inside + outside) / 2
                if isInside(middle) { inside = middle } else { outside = middle }
            }
            return outside
        }
        low = count == 0 ? 0 : end(inside: k / n, outside: 0)
        high = count == trials ? 1 : end(inside: k / n, outside: 1)
    }

    /// Half the width.
    public var halfWidth: Double { (high - low) / 2 }
}

/// The interval of a mean that stays valid however often one looks at it, for many independent values of finite
/// variance: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024).
public struct RunningMean: Hashable, Sendable {
    /// How many values there were.
    public private(set) var count = 0
    /// Their mean.
    public private(set) var mean = 0.0
    private var squares = 0.0

    /// No values yet.
    public init() {}

    /// Adds a value (Welford's update).
    public mutating func add(_ value: Double) {
        count += 1
        let distance = value - mean
        mean += distance / Double(count)
        squares += distance * (value - mean)
    }

    /// The values' variance.
    public var variance: Double { count > 1 ? squares / Double(count - 1) : 0 }

    /// Half the width of the interval that holds at all times together with probability 1 − `alpha`; infinite as long as
    /// there are fewer than 30 values. It is narrowest about `tuning` values.
    public func halfWidth(alpha: Double = 0.05, tuning: Double = 1000) -> Double {
        guard count >= 30 else { return .infinity }
        let n = Double(count)
        let l = -2 * Elementary.log(alpha)
        let rho2 = (l + Elementary.log(l) + 1) / tuning
        let spread = n * rho2 + 1
        let factor = 2 * spread / (n * n * rho2) * (0.5 * Elementary.log(spread) - Elementary.log(alpha))
        return (variance * factor).squareRoot()
    }
}

/// The interval of the difference of two measured probabilities: Newcombe's hybrid of two Wilson intervals (1998,
/// method 10), which also holds near 0 and 1.
public struct DifferenceInterval: Hashable, Sendable {
    /// The difference, second minus first.
    public let difference: Double
    /// The lower end.
    public let low: Double
    /// The upper end.
    public let high: Double

    /// The interval of the second probability minus the first one, 95 % confident unless another z is given.
    public init(
        first: (count: Int, trials: Int), second: (count: Int, trials: Int), z: Double = 1.959963984540054
    ) {
        func share(_ sample: (count: Int, trials: Int)) -> Double {
            sample.trials > 0 ? Double(sample.count) / Double(sample.trials) : 0
        }
        let (p1, p2) = (share(first), share(second))
        let (w1, w2) = (
            WilsonInterval(count: first.count, of: first.trials, z: z),
            WilsonInterval(count: second.count, of: second.trials, z: z)
        )
        func root(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
        difference = p2 - p1
        low = difference - root(p2 - w2.low, w1.high - p1)
        high = difference + root(w2.high - p2, p1 - w1.low)
    }
}
