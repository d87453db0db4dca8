extension ClockModel {
    /// What the clock shows so long after the start, in microseconds since 1970.
    ///
    /// - Parameters:
    ///   - wall: the true time at the start.
    ///   - offset: how far ahead it was then; nil: as the model says.
    package func reading(after elapsed: UInt64, startedAt wall: UInt64, offset: Int64? = nil) -> UInt64 {
        var reading = Int64(bitPattern: wall &+ elapsed) &+ (offset ?? self.offset)
        if drift != 0 { reading += Int64(Double(elapsed) * 1e-6 * drift) }
        for step in steps where step.time <= elapsed { reading += step.by }
        return UInt64(max(reading, 0))
    }

    /// The least that the clock shows up to so long after the start.
    package func leastReading(through elapsed: UInt64, startedAt wall: UInt64) -> UInt64 {
        // Between two settings a clock goes one way.
        let times = steps.flatMap { [max($0.time, 1) - 1, $0.time] }.filter { $0 <= elapsed } + [0, elapsed]
        return times.map { reading(after: $0, startedAt: wall) }.min() ?? wall
    }
}
