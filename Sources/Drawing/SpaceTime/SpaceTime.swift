/// A run as a space-time diagram: a lane for each device, time running down, messages from lane to lane.
///
/// Time runs down because that leaves room for words, on narrow screens too.
public struct SpaceTime: Figure {
    /// What it is called.
    public var title: String
    /// One or two sentences below the title.
    public var caption: String
    /// What it shows, for a screen reader.
    public var summary: String
    /// The devices, from left to right; a relay stands best between them.
    public var lanes: [Lane]
    /// What happened on a device.
    public var moments: [Moment]
    /// What went from one to another.
    public var messages: [Message]
    /// Times to be shaded, in seconds: the race windows. Each has a bracket of its own.
    public var windows: [ShadedRange]
    /// Times in which a device was cut off.
    public var outages: [Outage]

    /// A diagram of those lanes and of what happened on and between them.
    public init(
        title: String, caption: String = "", summary: String = "", lanes: [Lane], moments: [Moment],
        messages: [Message] = [], windows: [ShadedRange] = [], outages: [Outage] = []
    ) {
        self.title = title
        self.caption = caption
        self.summary = summary
        self.lanes = lanes
        self.moments = moments
        self.messages = messages
        self.windows = windows
        self.outages = outages
    }

    /// A device, or the relay.
    public struct Lane: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// What is particular about it: its clock's error, its delay.
        public var detail: String
        /// Whether it only passes on.
        public var isRelay: Bool

        /// A lane of that name.
        public init(_ name: String, detail: String = "", isRelay: Bool = false) {
            self.name = name
            self.detail = detail
            self.isRelay = isRelay
        }
    }

    /// Something that happened on one lane.
    public struct Moment: Hashable, Sendable {
        /// Index of the lane.
        public var lane: Int
        /// When, in seconds from the start of the run.
        public var seconds: Double
        /// What it was.
        public var kind: Kind
        /// In a few words, written beside it when it is an action or a crash.
        public var label: String
        /// What is shown on request: line, value, stamp.
        public var detail: String
        /// What became of it, if it is an action.
        public var outcome: Outcome?

        /// Something that happened on that lane.
        public init(
            lane: Int, seconds: Double, _ kind: Kind, _ label: String = "", detail: String = "", outcome: Outcome? = nil
        ) {
            self.lane = lane
            self.seconds = seconds
            self.kind = kind
            self.label = label
            self.detail = detail
            self.outcome = outcome
        }

        /// What can happen on a lane.
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            /// The user did something and was told that it is done.
            case action
            /// It was written to disk.
            case persist
            /// The outbox was sent.
            case flush
            /// Something that arrived was applied.
            case apply
            /// The device went down.
            case crash
            /// It came up again.
            case restart
        }
    }

    /// Something that went from one lane to another.
    public struct Message: Hashable, Sendable {
        /// Index of the lane that sent it.
        public var from: Int
        /// When it was sent, in seconds.
        public var sent: Double
        /// Index of the lane that it was for.
        public var to: Int
        /// When it arrived, in seconds; nil when it never did.
        public var received: Double?
        /// In a few words.
        public var label: String
        /// What is shown on request.
        public var detail: String
        /// Whether its arrival took something away.
        public var isFatal: Bool

        /// A message between those lanes.
        public init(
            from: Int, sent: Double, to: Int, received: Double?, _ label: String = "", detail: String = "",
            isFatal: Bool = false
        ) {
            self.from = from
            self.sent = sent
            self.to = to
            self.received = received
            self.label = label
            self.detail = detail
            self.isFatal = isFatal
        }
    }

    /// A time in which a lane was cut off.
    public struct Outage: Hashable, Sendable {
        /// Index of the lane.
        public var lane: Int
        /// From when to when, in seconds.
        public var seconds: ClosedRange<Double>
        /// Why: “offline”, “down”.
        public var label: String

        /// An outage of that lane.
        public init(lane: Int, _ seconds: ClosedRange<Double>, _ label: String = "offline") {
            self.lane = lane
            self.seconds = seconds
            self.label = label
        }
    }
}

extension SpaceTime {
    /// Everything that happened, in order of time.
    public var table: Table? {
        let columns = [Table.Column("time", isNumeric: true), .init("where"), .init("what"), .init("details")]
        var rows: [(Double, [Table.Cell])] = []
        for moment in moments where lanes.indices.contains(moment.lane) {
            let failed = moment.outcome?.isFailure == true
            let outcome = moment.outcome.map { ": \($0.rawValue)" } ?? ""
            rows.append(
                (
                    moment.seconds,
                    [
                        Table.Cell(SecondsText.moment(moment.seconds)), Table.Cell(lanes[moment.lane].name),
                        Table.Cell(moment.words + outcome, isAlarming: failed), Table.Cell(moment.detail),
                    ]
                ))
        }
        for message in messages where lanes.indices.contains(message.from) && lanes.indices.contains(message.to) {
            let arrival = message.received.map { "arrives \(SecondsText.moment($0))" } ?? "never arrives"
            rows.append(
                (
                    message.sent,
                    [
                        Table.Cell(SecondsText.moment(message.sent)),
                        Table.Cell("\(lanes[message.from].name) → \(lanes[message.to].name)"),
                        Table.Cell(message.label.isEmpty ? "message" : message.label, isAlarming: message.isFatal),
                        Table.Cell(message.detail.isEmpty ? arrival : "\(arrival); \(message.detail)"),
                    ]
                ))
        }
        let sorted = rows.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
        return Table(columns: columns, rows: sorted.map(\.element.1))
    }
}
