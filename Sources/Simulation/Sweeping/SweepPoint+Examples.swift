extension SweepPoint {
    /// Points that bring in each part of the closed form, alone and with others: what simulated devices are held against
    /// it at. Their gaps are for whoever uses them to set.
    package static let examples: [(name: String, point: SweepPoint)] = [
        ("periodic flush, fixed latency", SweepPoint()),
        ("trailing flush", jittery { $0.isTrailing = true }),
        ("wide jitter", jittery { ($0.latency, $0.jitter) = (0.05, 0.15) }),
        ("polling", jittery { $0.poll = 5 }),
        ("loss and retry", jittery { ($0.loss, $0.retry) = (0.2, 1) }),
        ("typing first", jittery { $0.isTyping = true }),
        ("first clock ahead", jittery { $0.skew = 2 }),
        ("first clock behind", jittery { $0.skew = -2 }),
        ("clocks off at random", jittery { $0.skewDeviation = 0.5 }),
        ("typing first, first clock ahead", jittery { ($0.isTyping, $0.skew) = (true, 2) }),
        ("typing first, first clock behind", jittery { ($0.isTyping, $0.skew) = (true, -1) }),
        ("three devices", jittery { $0.devices = 3 }),
        ("four devices, typing first", jittery { ($0.devices, $0.isTyping) = (4, true) }),
        ("first clock ahead, hybrid logical clock", jittery { ($0.skew, $0.policy) = (2, .fieldLWW(.hlc)) }),
        ("first clock ahead, server stamps", jittery { ($0.skew, $0.policy) = (2, .fieldLWW(.server)) }),
    ]

    /// The usual point with 0.1 s of jitter each way, changed.
    private static func jittery(_ change: (inout SweepPoint) -> Void) -> SweepPoint {
        var point = SweepPoint()
        point.jitter = 0.1
        change(&point)
        return point
    }
}
