/// Durations of one thing done many times, in nanoseconds.
package struct Samples {
    private var sorted: [UInt64] = []

    /// Samples of those durations.
    package init(_ durations: [UInt64]) { sorted = durations.sorted() }

    /// Times `body` so many times, each for itself, and takes off what reading the clock costs.
    ///
    /// - Parameter prepare: Done before each, not timed.
    package init(
        _ count: Int, prepare: (Int) -> Void = { _ in }, _ body: (Int) throws -> Void
    ) rethrows {
        let overhead = Samples.clockOverhead
        var durations: [UInt64] = []
        durations.reserveCapacity(count)
        for number in 0..<count {
            prepare(number)
            let start = nanoseconds()
            try body(number)
            let end = nanoseconds()
            durations.append(end - start > overhead ? end - start - overhead : 0)
        }
        self.init(durations)
    }

    /// Times `body` until `seconds` have gone, at least `least` times.
    ///
    /// - Parameter prepare: Done before each, not timed.
    package init(
        for seconds: Double, least: Int = 3, prepare: () -> Void = {}, _ body: () throws -> Void
    ) rethrows {
        let end = nanoseconds() + UInt64(seconds * 1e9)
        var durations: [UInt64] = []
        while durations.count < least || nanoseconds() < end {
            prepare()
            let start = nanoseconds()
            try body()
            durations.append(nanoseconds() - start)
        }
        self.init(durations)
    }

    /// How many there are.
    package var count: Int { sorted.count }

    /// The duration that so large a share of all does not exceed, in nanoseconds.
    package func quantile(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let index = (share * Double(sorted.count)).rounded(.up) - 1
        return Double(sorted[min(max(Int(index), 0), sorted.count - 1)])
    }

    /// Half of all are at most this, in nanoseconds.
    package var median: Double { quantile(0.5) }

    /// All but the slowest in a hundred are at most this, in nanoseconds.
    package var p99: Double { quantile(0.99) }

    /// The fastest, in nanoseconds.
    package var least: Double { quantile(0) }

    /// What two readings of the clock in a row differ by.
    private static let clockOverhead: UInt64 = {
        var least = UInt64.max
        for _ in 0..<1000 {
            let start = nanoseconds()
            least = min(least, nanoseconds() - start)
        }
        return least
    }()
}
