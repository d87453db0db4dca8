import Merging

/// What is wrong with a scenario.
public struct ScenarioError: Error, Hashable, Sendable {
    /// What is wrong, and what would be right.
    public var message: String

    /// An error with that message.
    public init(_ message: String) { self.message = message }
}

extension Scenario {
    /// The most devices a scenario may have.
    public static let maximumDeviceCount = 64

    /// Finds what would make no sense in a run.
    public func check() throws(ScenarioError) {
        guard (1...Scenario.maximumDeviceCount).contains(devices.count) else {
            throw ScenarioError("A scenario has 1 to \(Scenario.maximumDeviceCount) devices, not \(devices.count).")
        }
        for device in devices { try device.check() }
        if relay.pollEvery == 0 { throw ScenarioError("Devices cannot poll every 0 s: leave it out for a push.") }
        if relay.retry == 0 { throw ScenarioError("The relay: a retry after 0 s would never stop.") }
        try relay.clock.check(of: "The relay")
        if let workload, !(workload.rate > 0 && workload.rate <= 1e6) {
            throw ScenarioError("The rate of random work must be above 0, and at most a million a second.")
        }
        if let workload { try check(workload) }
        for (number, action) in actions.enumerated() { try check(action, number: number) }
    }

    private func check(_ workload: Workload) throws(ScenarioError) {
        let count = workRows.count
        guard count >= devices.count else {
            throw ScenarioError(
                "Random work needs a row for each device to tick: the note has \(count), and there are \(devices.count) devices."
            )
        }
        guard workload.rate * Double(workload.until) / 1e6 * Double(devices.count) <= 1e6 else {
            throw ScenarioError("Random work of more than a million actions is too much for a run.")
        }
    }

    private func check(_ action: ScheduledAction, number: Int) throws(ScenarioError) {
        guard devices.indices.contains(action.device) else {
            throw ScenarioError("Action \(number) is on device \(action.device), and there are \(devices.count).")
        }
        for line in action.action.lines {
            switch line {
            case .initial(let index):
                guard lines.indices.contains(index) else {
                    throw ScenarioError("Action \(number) names line \(index), and there are \(lines.count).")
                }
            case .added(let other):
                guard actions.indices.contains(other), case .append = actions[other].action else {
                    throw ScenarioError("Action \(number) names the line of action \(other), which adds none.")
                }
            }
        }
    }
}

extension DeviceModel {
    func check() throws(ScenarioError) {
        for link in [up, down] {
            guard (0..<1).contains(link.loss), (0...1).contains(link.duplication) else {
                throw ScenarioError("\(name): a loss is at least 0 and below 1, a duplication 0 to 1.")
            }
            switch link.latency {
            case .uniform(let low, let high) where low > high:
                throw ScenarioError("\(name): a latency goes from the smaller time to the greater one.")
            case .logNormal(_, let sigma) where !(0...100).contains(sigma):
                throw ScenarioError("\(name): the sigma of a log-normal latency is 0 to 100.")
            default: break
            }
        }
        for span in offline + cutUp + cutDown + crashes + blockedWrites where span.start >= span.end {
            throw ScenarioError("\(name): a span begins before it ends.")
        }
        try clock.check(of: name)
        if retry == 0 { throw ScenarioError("\(name): a retry after 0 s would never stop.") }
    }
}

extension ClockModel {
    /// The furthest a clock may be off, in microseconds: three centuries, which leaves room for sums of several.
    private static let mostOff = 1e16

    /// Finds what no clock does, so that reckoning with its time cannot overflow.
    func check(of name: String) throws(ScenarioError) {
        guard (0...ClockModel.mostOff).contains(deviation) else {
            throw ScenarioError("\(name): the clock's deviation is at least 0, and at most three centuries.")
        }
        guard drift.magnitude <= 1e6 else {
            throw ScenarioError("\(name): a clock gains or loses at most a million microseconds in a second.")
        }
        let steps = steps.reduce(0.0) { $0 + Double($1.by.magnitude) }
        guard Double(offset.magnitude) + steps <= ClockModel.mostOff else {
            throw ScenarioError("\(name): offset and steps of a clock come to three centuries at most.")
        }
    }
}
