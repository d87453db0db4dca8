/// Maps the time of a run to the height of a drawing: evenly, but where nothing happens for long the axis is broken.
struct TimeMap {
    struct Segment {
        var seconds: ClosedRange<Double>
        var top: Double
        var bottom: Double
    }

    private(set) var segments: [Segment] = []

    /// The height of a break.
    private static let breakHeight = 46.0

    /// - Parameters:
    ///   - times: When anything happens.
    ///   - top: Where the first one lies.
    ///   - height: How long the axis would be without breaks.
    init(_ times: [Double], top: Double, height: Double) {
        let times = Set(times.filter(\.isFinite)).sorted()
        guard let first = times.first, let last = times.last, last > first else {
            let at = times.first ?? 0
            segments = [Segment(seconds: at...at + 1, top: top, bottom: top + height)]
            return
        }
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        // A gap is broken when it takes more than a third of the run and is far above what is usual.
        let usual = gaps.sorted()[gaps.count / 2]
        let isBroken = gaps.map { $0 > (last - first) / 3 && $0 > 20 * usual && gaps.count > 3 }
        let shown = zip(gaps, isBroken).reduce(0) { $1.1 ? $0 : $0 + $1.0 }
        let scale = height / max(shown, .leastNormalMagnitude)
        var start = first
        var y = top
        for (index, gap) in gaps.enumerated() where isBroken[index] || index == gaps.count - 1 {
            let end = isBroken[index] ? times[index] : times[index] + gap
            segments.append(Segment(seconds: start...end, top: y, bottom: y + (end - start) * scale))
            y += (end - start) * scale + Self.breakHeight
            start = times[index + 1]
        }
        if isBroken.last == true { segments.append(Segment(seconds: last...last, top: y, bottom: y)) }
    }

    var bottom: Double { segments.last?.bottom ?? 0 }

    /// The height of a moment; one in a break lies within the break.
    func callAsFunction(_ seconds: Double) -> Double {
        var before: Segment?
        for segment in segments {
            if seconds < segment.seconds.lowerBound {
                guard let before else { return segment.top }
                let share =
                    (seconds - before.seconds.upperBound) / (segment.seconds.lowerBound - before.seconds.upperBound)
                return before.bottom + share * (segment.top - before.bottom)
            }
            let span = segment.seconds.upperBound - segment.seconds.lowerBound
            if seconds <= segment.seconds.upperBound {
                return span > 0
                    ? segment.top + (seconds - segment.seconds.lowerBound) / span * (segment.bottom - segment.top)
                    : segment.top
            }
            before = segment
        }
        return bottom
    }

    /// Round times with the heights that they lie at.
    var ticks: [(label: String, y: Double)] {
        var ticks: [(String, Double)] = []
        for segment in segments {
            let scale = Scale(segment.seconds, from: segment.top, to: segment.bottom)
            let height = segment.bottom - segment.top
            if height < 50 {
                ticks.append((SecondsText.moment(segment.seconds.lowerBound), segment.top))
                continue
            }
            for tick in scale.ticks(about: Int(height / 55), unit: .seconds) {
                guard let label = tick.label else { continue }
                ticks.append((tick.value.magnitude < 600 ? label : SecondsText.moment(tick.value), scale(tick.value)))
            }
        }
        return ticks
    }
}
