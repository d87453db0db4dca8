extension Sizing {
    /// What was found in some months.
    public struct Estimate: Sendable {
        /// Lost edits a month.
        public var lost = RunningMean()
        /// Encounters a month.
        public var encounters = RunningMean()
        /// Edits in encounters, a month.
        public var editsAtRisk = RunningMean()
        /// Edits a month.
        public var edits = RunningMean()

        mutating func add(_ month: Month) {
            lost.add(Double(month.lost))
            encounters.add(Double(month.encounters))
            editsAtRisk.add(Double(month.editsAtRisk))
            edits.add(Double(month.edits))
        }

        /// Half the width of the interval of the losses, which stays valid at any moment at which one stops.
        public var halfWidth: Double { lost.halfWidth() }
    }

    /// How many months are played before the interval is looked at again.
    private static let batchSize = 32

    /// Plays months until the interval is as narrow as wanted, or so many are played.
    ///
    /// The result depends on the numbers given alone, not on how many cores there are.
    /// - Parameters:
    ///   - share: half the width of the interval to reach, as a share of the mean; nil: play all months.
    ///   - workers: how many batches are played at a time.
    public func estimate(
        months: Int, until share: Double?, workers: Int, isolation: isolated (any Actor)? = #isolation,
        progress: (Estimate) -> Void = { _ in }
    ) async throws -> Estimate {
        try check()
        var estimate = Estimate()
        var start = 0
        while start < months {
            let batches = (0..<max(1, workers)).map { start + $0 * Sizing.batchSize }.filter { $0 < months }
            let played = try await withThrowingTaskGroup(of: (Int, [Month]).self) { group in
                for first in batches {
                    group.addTask {
                        var found: [Month] = []
                        for number in first..<min(first + Sizing.batchSize, months) {
                            found.append(try month(UInt64(number)))
                        }
                        return (first, found)
                    }
                }
                var played: [Int: [Month]] = [:]
                for try await (first, found) in group { played[first] = found }
                return played
            }
            for first in batches {
                for month in played[first] ?? [] { estimate.add(month) }
                progress(estimate)
                if let share, estimate.halfWidth <= share * estimate.lost.mean { return estimate }
            }
            start += batches.count * Sizing.batchSize
        }
        return estimate
    }

    /// A number that usage or behaviour has, to be varied.
    public struct Parameter: Sendable {
        /// What it is called.
        public var name: String
        /// The estimate with the number multiplied; nil if it cannot be.
        public var scaled: @Sendable (Sizing, Double) -> Sizing?
    }

    /// The parameters whose effect can be compared: each is halved and doubled.
    public static let parameters: [Parameter] = [
        number("edits a day", \.usage.editsPerDay), number("edits in a session", \.usage.editsPerSession),
        number("pause", \.usage.pause), number("active hours", \.usage.activeHours, upTo: 24),
        number("share on shared notes", \.usage.sharedShare, upTo: 1),
        number("sessions joined", \.usage.joinedShare, upTo: 1),
        number("sessions offline", \.usage.offlineShare, upTo: 1), number("offline time", \.usage.offlineTime),
        number("flush", \.behaviour.flush), number("latency", \.behaviour.latency),
        number("jitter", \.behaviour.jitter), number("poll", \.behaviour.poll),
        number("clock deviation", \.behaviour.skewDeviation), number("message loss", \.behaviour.loss, upTo: 0.99),
        number("debounce", \.behaviour.debounce) { $0.behaviour.isTyping },
        count("devices", \.usage.devices), count("shared notes", \.usage.notes),
    ]

    private static func number(
        _ name: String, _ path: any WritableKeyPath<Sizing, Double> & Sendable, upTo limit: Double = .infinity,
        where isUsed: @escaping @Sendable (Sizing) -> Bool = { _ in true }
    ) -> Parameter {
        Parameter(name: name) { sizing, factor in
            let value = sizing[keyPath: path]
            guard value > 0, isUsed(sizing), value * factor <= limit else { return nil }
            var sizing = sizing
            sizing[keyPath: path] = value * factor
            return sizing
        }
    }

    private static func count(_ name: String, _ path: any WritableKeyPath<Sizing, Int> & Sendable) -> Parameter {
        Parameter(name: name) { sizing, factor in
            var sizing = sizing
            let value = Int((Double(sizing[keyPath: path]) * factor).rounded())
            guard value >= 1, value != sizing[keyPath: path] else { return nil }
            sizing[keyPath: path] = value
            return sizing
        }
    }
}
