public import Merging

/// What happens to one note on several devices: the note, the devices and their links, what the users do and what goes
/// wrong. Times are microseconds from the start.
public struct Scenario: Hashable, Sendable {
    /// What it is called.
    public var name: String
    /// What it shows.
    public var summary = ""
    /// Where it comes from: a report, a measurement.
    public var source = ""
    /// What should come of it, in words.
    public var outcome = ""
    /// The note's lines at the start, without their endings; LF follows each.
    public var lines: [String]
    /// Whether LF follows the last line too.
    public var endsInNewline = true
    /// The note's title at the start.
    public var title = ""
    /// The devices.
    public var devices: [DeviceModel]
    /// The relay.
    public var relay = RelayModel()
    /// What the users do, beside random work.
    public var actions: [ScheduledAction] = []
    /// Random work: every device ticks and clears rows of its own at random times.
    public var workload: Workload?
    /// When the run is broken off if devices still talk; by default an hour after the last thing that was scheduled.
    public var horizon: UInt64?

    /// A scenario of those lines and devices in which nothing happens yet.
    public init(name: String, lines: [String], devices: [DeviceModel]) {
        self.name = name
        self.lines = lines
        self.devices = devices
    }

    /// The note's bytes at the start.
    public var body: [UInt8] {
        var bytes: [UInt8] = []
        for (index, line) in lines.enumerated() {
            bytes += Array(line.utf8)
            if index + 1 < lines.count || endsInNewline { bytes.append(0x0A) }
        }
        return bytes
    }

    /// When the last fault of a device is over.
    package var lastOutage: UInt64 {
        devices.reduce(0) { last, device in
            let spans = device.offline + device.cutUp + device.cutDown + device.crashes + device.blockedWrites
            return spans.reduce(last) { max($0, $1.end) }
        }
    }

    /// Whether messages may get lost, so that devices have to send again.
    public var losesMessages: Bool {
        devices.contains {
            $0.up.loss > 0 || $0.down.loss > 0 || !$0.offline.isEmpty || !$0.cutUp.isEmpty || !$0.cutDown.isEmpty
                || !$0.crashes.isEmpty || !$0.blockedWrites.isEmpty
        }
    }
}

/// Random work of every device at one rate.
public struct Workload: Hashable, Sendable {
    /// Actions a second and device.
    public var rate: Double
    /// Until when.
    public var until: UInt64

    /// Work at that rate until then.
    public init(rate: Double, until: UInt64) {
        self.rate = rate
        self.until = until
    }
}

/// One thing that one user does.
public struct ScheduledAction: Hashable, Sendable {
    /// When.
    public var time: UInt64
    /// On which device, by index.
    public var device: Int
    /// What.
    public var action: Action<LineName>

    /// That action at that time on that device.
    public init(at time: UInt64, device: Int, _ action: Action<LineName>) {
        self.time = time
        self.device = device
        self.action = action
    }
}

/// A line as a scenario knows it.
public enum LineName: Hashable, Sendable {
    /// A line of the start, by index.
    case initial(Int)
    /// The line that an action added, by the action's index in the scenario.
    case added(by: Int)
}
