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
        if let workload, !(workload.rate > 0 && workload.rate.isFinite) {
            throw ScenarioError("The rate of random work must be above 0.")
        }
        for (number, action) in actions.enumerated() { try check(action, number: number) }
    }

    private func check(_ action: ScheduledAction, number: Int) throws(ScenarioError) {
        guard devices.indices.contains(action.device) else {
            throw ScenarioError("Action \(number) is on device \(action.device), and there are \(devices.count).")
        }
        for line in action.deed.lines {
            switch line {
            case .initial(let index):
                guard lines.indices.contains(index) else {
                    throw ScenarioError("Action \(number) names line \(index), and there are \(lines.count).")
                }
            case .added(let other):
                guard actions.indices.contains(other), case .append = actions[other].deed else {
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
            case .logNormal(_, let sigma) where !(sigma >= 0 && sigma.isFinite):
                throw ScenarioError("\(name): the sigma of a log-normal latency is at least 0.")
            default: break
            }
        }
        for span in offline + cutUp + cutDown + crashes + blockedWrites where span.start >= span.end {
            throw ScenarioError("\(name): a span begins before it ends.")
        }
        guard clock.deviation >= 0, clock.deviation.isFinite, clock.drift.isFinite else {
            throw ScenarioError("\(name): the clock's deviation is at least 0.")
        }
        if retry == 0 { throw ScenarioError("\(name): a retry after 0 s would never stop.") }
    }
}

extension Deed {
    /// The lines it names.
    public var lines: [LineName] {
        switch self {
        case .tick(let line, _), .type(let line, _): [line]
        case .append(_, let block): block.map { [$0] } ?? []
        case .delete(let lines), .convert(let lines, _): lines
        case .move(let line, let after): [line] + (after.map { [$0] } ?? [])
        case .retitle, .trash, .restore: []
        }
    }
}
