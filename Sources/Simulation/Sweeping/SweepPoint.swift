import Merging

/// One point of a sweep: the usual case of two devices that act on different lines of one note, `gap` apart, with all
/// that its closed form depends on. Durations are seconds.
public struct SweepPoint: Hashable, Sendable {
    /// Under which policy.
    public var policy = PolicyChoice.fieldLWW(.client)
    /// From one device's action to the next one's.
    public var gap = 0.0
    /// The part of the latency from device to device that is always the same, half of it each way.
    public var latency = 0.1
    /// The width of the uniform jitter, each way.
    public var jitter = 0.0
    /// The flush period, or delay.
    public var flush = 1.0
    /// Whether the flush trails the first action instead of ticking.
    public var isTrailing = false
    /// Whether the first device types (and persists after the debounce) instead of tapping.
    public var isTyping = false
    /// The debounce.
    public var debounce = 2.0
    /// How far the first device's clock is ahead of the others'.
    public var skew = 0.0
    /// The standard deviation of that.
    public var skewDeviation = 0.0
    /// The probability that an upload is lost.
    public var loss = 0.0
    /// What a lost upload costs.
    public var retry = 1.0
    /// How often devices poll; 0: the relay pushes.
    public var poll = 0.0
    /// How many devices.
    public var devices = 2
    /// How many lines the note has.
    public var lines = 20

    /// The usual point: a flush a second, 0.1 s of latency, push, clocks that are right.
    public init() {}

    /// The scenario it stands for.
    public var scenario: Scenario {
        var models: [DeviceModel] = []
        for index in 0..<devices {
            var model = DeviceModel(name: "device \(index + 1)")
            model.debounce = SweepPoint.microseconds(debounce)
            let period = SweepPoint.microseconds(flush)
            model.flush = isTrailing ? .trailing(after: period) : .periodic(every: period, phase: nil)
            let half = SweepPoint.microseconds(latency / 2)
            let width = SweepPoint.microseconds(jitter)
            let link = Link(
                latency: width == 0 ? .fixed(half) : .uniform(from: half, to: half + width), reorders: true)
            (model.up, model.down) = (link, link)
            model.up.loss = loss
            if loss > 0 { model.retry = SweepPoint.microseconds(retry) }
            if index == 0 {
                model.clock = ClockModel(
                    offset: Int64((skew * 1e6).rounded()), deviation: skewDeviation * 1e6)
            }
            models.append(model)
        }
        let names = (0..<max(lines, devices)).map { "- [ ] item \($0)" }
        var scenario = Scenario(name: "sweep", lines: names, devices: models)
        if poll > 0 { scenario.relay.pollEvery = SweepPoint.microseconds(poll) }
        // Downloads are not lost: waiting for acknowledgements would only hold the relay up.
        for index in 0..<devices {
            let action: Action<LineName> =
                index == 0 && isTyping ? .type(.initial(0), "typed") : .toggle(.initial(index), to: true)
            scenario.actions.append(
                ScheduledAction(at: SweepPoint.microseconds(gap * Double(index)), device: index, action))
        }
        return scenario
    }

    /// The closed form for it; nil where there is none, for the reason that ``closedFormObstacle`` gives.
    ///
    /// With n devices each action can only be lost to the next one, independently of the others: 1 − (1 − P₂)ⁿ⁻¹.
    public var closedForm: Double? {
        if policy == .lineMerge { return 0 }
        if closedFormObstacle != nil { return nil }
        if devices < 2 { return 0 }
        var later = self
        later.isTyping = false
        var kept = 1 - window.probabilityOfLoss(at: gap)
        for _ in 2..<max(devices, 2) { kept *= 1 - later.window.probabilityOfLoss(at: gap) }
        return 1 - kept
    }

    /// Why there is no closed form; nil if there is one.
    public var closedFormObstacle: String? {
        guard case .fieldLWW = policy else { return nil }
        if loss > 0, retry < jitter {
            return "a message that is sent again may overtake the first one, where the retry is shorter than the jitter"
        }
        let limit = Double(HybridLogicalClock.usualMaximumDrag) / 1000
        if skew.magnitude + 6 * skewDeviation >= limit {
            return "clocks more than a day apart: messages wait for the clocks"
        }
        if devices > 2, policy == .fieldLWW(.client), skew != 0 || skewDeviation > 0 {
            return "clocks that are wrong, and more than two devices"
        }
        return nil
    }

    /// The window of its closed form.
    public var window: RaceWindow {
        RaceWindow(
            constant: latency + (isTrailing ? flush : 0) + (isTyping ? debounce : 0),
            widths: [isTrailing ? 0 : flush, jitter, jitter, poll], loss: loss, retry: retry,
            // Typing is stamped when it is saved.
            skew: skew + (isTyping ? debounce : 0),
            skewDeviation: skewDeviation, isClientStamped: policy == .fieldLWW(.client))
    }

    /// Seconds as the microseconds that worlds count in.
    public static func microseconds(_ seconds: Double) -> UInt64 {
        UInt64(max(0, min((seconds * 1e6).rounded(), 1e15)))
    }
}
