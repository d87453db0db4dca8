extension Scenario {
    /// The same scenario with all times multiplied: a second becomes `factor` seconds.
    public func scaled(by factor: Double) -> Scenario {
        func scale(_ time: UInt64) -> UInt64 { UInt64((Double(time) * factor).rounded()) }
        func scale(_ time: Int64) -> Int64 { Int64((Double(time) * factor).rounded()) }
        func scale(_ spans: [Span]) -> [Span] { spans.map { Span(from: scale($0.start), until: scale($0.end)) } }
        func scale(_ clock: ClockModel) -> ClockModel {
            ClockModel(
                offset: scale(clock.offset), deviation: clock.deviation * factor, drift: clock.drift,
                steps: clock.steps.map { ClockModel.Step(at: scale($0.time), by: scale($0.by)) })
        }
        func scale(_ link: Link) -> Link {
            var link = link
            switch link.latency {
            case .fixed(let time): link.latency = .fixed(scale(time))
            case .uniform(let low, let high): link.latency = .uniform(from: scale(low), to: scale(high))
            case .logNormal(let median, let sigma): link.latency = .logNormal(median: scale(median), sigma: sigma)
            }
            return link
        }
        var scenario = self
        // What is not said is two seconds, and is scaled too.
        let retry: UInt64? = losesMessages ? scale(2_000_000 as UInt64) : nil
        for (index, model) in devices.enumerated() {
            var scaled = model
            scaled.debounce = scale(model.debounce)
            switch model.flush {
            case .periodic(let period, let phase):
                scaled.flush = .periodic(every: scale(period), phase: phase.map(scale))
            case .trailing(let delay): scaled.flush = .trailing(after: scale(delay))
            }
            scaled.retry = model.retry.map(scale) ?? retry
            scaled.clock = scale(model.clock)
            (scaled.up, scaled.down) = (scale(model.up), scale(model.down))
            scaled.offline = scale(model.offline)
            (scaled.cutUp, scaled.cutDown) = (scale(model.cutUp), scale(model.cutDown))
            (scaled.crashes, scaled.blockedWrites) = (scale(model.crashes), scale(model.blockedWrites))
            scenario.devices[index] = scaled
        }
        scenario.relay.pollEvery = relay.pollEvery.map(scale)
        scenario.relay.retry = relay.retry.map(scale) ?? retry
        scenario.relay.clock = scale(relay.clock)
        for index in actions.indices { scenario.actions[index].time = scale(actions[index].time) }
        scenario.workload = workload.map { Workload(rate: $0.rate / factor, until: scale($0.until)) }
        scenario.horizon = horizon.map(scale)
        return scenario
    }
}
