/// A device of a scenario: its settings, clock, links and misfortunes.
public struct DeviceModel: Hashable, Sendable {
    /// What it is called.
    public var name: String
    /// How long after the last keystroke typing is persisted.
    public var debounce: UInt64 = 2_000_000
    /// When its outbox is flushed.
    public var flush = FlushModel.periodic(every: 1_000_000, phase: nil)
    /// How long to wait for a receipt before sending again; nil: as long as messages cannot get lost, for ever.
    public var retry: UInt64?
    /// Its clock.
    public var clock = ClockModel()
    /// The link to the relay.
    public var up = Link()
    /// The link from the relay.
    public var down = Link()
    /// When nothing goes either way.
    public var offline: [Span] = []
    /// When nothing goes to the relay.
    public var cutUp: [Span] = []
    /// When nothing comes from the relay.
    public var cutDown: [Span] = []
    /// When it is down: from a crash until it is started again.
    public var crashes: [Span] = []
    /// When its disk refuses to write.
    public var blockedWrites: [Span] = []

    /// A device with the usual settings and a perfect network.
    public init(name: String) { self.name = name }
}

/// A stretch of time: from `start` until just before `end`.
public struct Span: Hashable, Sendable {
    /// When it begins.
    public var start: UInt64
    /// When it is over.
    public var end: UInt64

    /// The stretch from `start` until `end`.
    public init(from start: UInt64, until end: UInt64) {
        self.start = start
        self.end = end
    }

    /// Whether it covers a time.
    @inlinable
    public func contains(_ time: UInt64) -> Bool { start <= time && time < end }
}

/// When a device flushes.
public enum FlushModel: Hashable, Sendable {
    /// At the ticks of a clock; at which phase is drawn anew for each run unless one is given.
    case periodic(every: UInt64, phase: UInt64?)
    /// That long after the first action since the last flush.
    case trailing(after: UInt64)
}

/// What a device's clock shows: off by an offset, drifting, stepping.
public struct ClockModel: Hashable, Sendable {
    /// How far ahead it is at the start, in microseconds.
    public var offset: Int64 = 0
    /// The standard deviation of a further offset, drawn anew for each run.
    public var deviation: Double = 0
    /// How many microseconds it gains in a second.
    public var drift: Double = 0
    /// When it is set, and by how much.
    public var steps: [Step] = []

    /// A setting of the clock.
    public struct Step: Hashable, Sendable {
        /// When.
        public var time: UInt64
        /// By how many microseconds.
        public var by: Int64

        /// A setting at that time by so much.
        public init(at time: UInt64, by: Int64) {
            self.time = time
            self.by = by
        }
    }

    /// A clock that is right.
    public init(offset: Int64 = 0, deviation: Double = 0, drift: Double = 0, steps: [Step] = []) {
        self.offset = offset
        self.deviation = deviation
        self.drift = drift
        self.steps = steps
    }
}

/// One direction of the network between a device and the relay.
public struct Link: Hashable, Sendable {
    /// How long a message takes.
    public var latency: Latency
    /// The probability that a message is lost.
    public var loss: Double
    /// The probability that a message comes twice.
    public var duplication: Double
    /// Whether a message may overtake an earlier one.
    public var reorders: Bool

    /// A link of those properties; by default it takes no time and loses nothing.
    public init(
        latency: Latency = .fixed(0), loss: Double = 0, duplication: Double = 0, reorders: Bool = false
    ) {
        self.latency = latency
        self.loss = loss
        self.duplication = duplication
        self.reorders = reorders
    }
}

/// How long a message takes, in microseconds.
public enum Latency: Hashable, Sendable {
    /// Always the same.
    case fixed(UInt64)
    /// Anything between two times, equally likely.
    case uniform(from: UInt64, to: UInt64)
    /// Log-normal: the median, and the standard deviation of the logarithm.
    case logNormal(median: UInt64, sigma: Double)

    /// One message's time.
    @inlinable
    func sample(_ stream: inout RandomStream) -> UInt64 {
        switch self {
        case .fixed(let time): time
        case .uniform(let low, let high): low + UInt64(stream.unit() * Double(high - low))
        case .logNormal(let median, let sigma): Latency.sampleLogNormal(median, sigma, &stream)
        }
    }

    @usableFromInline
    static func sampleLogNormal(_ median: UInt64, _ sigma: Double, _ stream: inout RandomStream) -> UInt64 {
        // An hour is long enough for any message, and keeps the sum of times far from overflow.
        UInt64(min(Double(median) * Elementary.exp(sigma * stream.normal()), 3.6e9))
    }
}

/// The relay of a scenario.
public struct RelayModel: Hashable, Sendable {
    /// How often devices ask for news; nil: the relay passes news on at once. Each device's polls reach the relay at
    /// the ticks of a clock of its own, at a phase drawn anew for each run.
    public var pollEvery: UInt64?
    /// How long the relay waits for an acknowledgement before it sends again.
    public var retry: UInt64?
    /// The relay's clock.
    public var clock = ClockModel()
    /// Whether a device whose upload lost to what it had been sent before is sent that again. False models an app whose
    /// devices, once their clock is behind, differ for ever.
    public var corrects = true

    /// A relay that passes on at once.
    public init() {}
}
