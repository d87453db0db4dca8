/// The closed form of the race window between two edits of different lines of a note, under whole-field
/// last-writer-wins.
///
/// D is the time from the first author's action until its version is in the second author's replica: a constant, plus
/// independent uniform waits, plus a number of lost attempts, each of which costs a retry. S is the first author's clock
/// minus the second's. Durations are seconds.
public struct RaceWindow: Hashable, Sendable {
    /// What of D is the same each time: debounce, fixed latency, trailing flush.
    public var constant: Double
    /// The widths of the uniform waits in D: flush period, jitter up and down, polling period.
    public var widths: [Double]
    /// The probability that an attempt to send is lost.
    public var loss: Double
    /// What a lost attempt costs.
    public var retry: Double
    /// The mean of S, and its standard deviation.
    public var skew: Double
    /// The standard deviation of S.
    public var skewDeviation: Double
    /// Whether the author's own clock stamps versions, so that skew matters.
    public var isClientStamped: Bool

    /// A window of those parts; widths of 0 are left out.
    public init(
        constant: Double, widths: [Double], loss: Double = 0, retry: Double = 0, skew: Double = 0,
        skewDeviation: Double = 0, isClientStamped: Bool = true
    ) {
        self.constant = constant
        self.widths = widths.filter { $0 > 0 }
        self.loss = loss
        self.retry = retry
        self.skew = skew
        self.skewDeviation = skewDeviation
        self.isClientStamped = isClientStamped
    }

    /// P(D ≤ g): the first edit's version arrived before the second edit.
    ///
    /// - Complexity: O(2ⁿ) for n widths, times the number of attempts that count.
    public func probabilityOfArrival(by gap: Double) -> Double {
        guard loss > 0 else { return uniformSum(atMost: gap - constant) }
        var (sum, weight, attempts) = (0.0, 1 - loss, 0.0)
        while weight > 1e-15, attempts < 10_000 {
            sum += weight * uniformSum(atMost: gap - constant - attempts * retry)
            weight *= loss
            attempts += 1
        }
        return sum
    }

    /// P(S ≤ g): the second edit's stamp is the greater one.
    public func probabilityOfOrder(at gap: Double) -> Double {
        guard isClientStamped else { return 1 }
        if skewDeviation > 0 { return Normal.cumulative((gap - skew) / skewDeviation) }
        return gap >= skew ? 1 : 0
    }

    /// P(lost | g) = 1 − P(D ≤ g)·P(S ≤ g): one of the two edits is gone.
    public func probabilityOfLoss(at gap: Double) -> Double {
        1 - probabilityOfArrival(by: gap) * probabilityOfOrder(at: gap)
    }

    /// P(D > g)·P(S ≤ g): the first edit is gone.
    public func probabilityOfLosingFirst(at gap: Double) -> Double {
        (1 - probabilityOfArrival(by: gap)) * probabilityOfOrder(at: gap)
    }

    /// P(S > g): the second edit is gone, even if its author had seen the first.
    public func probabilityOfLosingSecond(at gap: Double) -> Double { 1 - probabilityOfOrder(at: gap) }

    /// The gap after which a loss has a probability below 10⁻¹².
    public var end: Double {
        var end = constant + widths.reduce(0, +)
        if loss > 0, loss < 1 { end += retry * (Elementary.log(1e-12) / Elementary.log(loss)).rounded(.up) }
        return isClientStamped ? max(end, skew.magnitude + 9 * skewDeviation) : end
    }

    /// ∫ P(lost) dg = E[max(D, S)⁺]: the mean width of the window, by Simpson's rule.
    public var meanWidth: Double {
        let steps = 20_000
        let width = max(end, 0) / Double(steps)
        var sum = 0.0
        for step in 0...steps {
            let weight = step == 0 || step == steps ? 1.0 : step % 2 == 1 ? 4 : 2
            sum += weight * probabilityOfLoss(at: Double(step) * width)
        }
        return sum * width / 3
    }

    /// E[exp(−rate·(devices − 1)·D)] subtracted from 1: the fraction lost when every device edits at random times,
    /// first order. Good only while rate·D stays below about 0.06; above, it says too much.
    public func lostFraction(rate: Double, devices: Int) -> Double {
        let exponent = rate * Double(devices - 1)
        guard exponent > 0 else { return 0 }
        // E[e^−aD] of a constant, of uniforms and of a geometric number of retries, multiplied.
        var transform = Elementary.exp(-exponent * constant)
        for width in widths { transform *= (1 - Elementary.exp(-exponent * width)) / (exponent * width) }
        if loss > 0 { transform *= (1 - loss) / (1 - loss * Elementary.exp(-exponent * retry)) }
        return 1 - transform
    }

    /// P(Σ U(0, wᵢ) ≤ x): Irwin–Hall with unequal widths, by inclusion and exclusion over the corners of the box.
    private func uniformSum(atMost x: Double) -> Double {
        guard x >= 0 else { return 0 }
        guard x < widths.reduce(0, +) else { return 1 }
        var (sum, divisor) = (0.0, 1.0)
        for (index, width) in widths.enumerated() { divisor *= width * Double(index + 1) }
        for corner in 0..<1 << widths.count {
            var rest = x
            for (index, width) in widths.enumerated() where corner >> index & 1 == 1 { rest -= width }
            guard rest > 0 else { continue }
            var power = 1.0
            for _ in widths { power *= rest }
            sum += corner.nonzeroBitCount % 2 == 0 ? power : -power
        }
        return min(1, max(0, sum / divisor))
    }
}
