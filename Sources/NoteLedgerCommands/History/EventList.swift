import Checklist
import CommandLineKit
import Events
import NoteLedger

/// Events as they are listed: told a few at a time and printed as they come, since a log may be long.
struct EventList {
    private let call: Call
    private let showsNotes: Bool
    private let tellsPresent: Bool
    private let positionWidth: Int
    private var devices: DeviceLabels
    private var teller: HistoryTeller
    /// Events that are not told yet.
    private var pending: [HistoryEntry] = []
    /// How many are told in one go: few at first, so that the first ones are there at once.
    private var batchSize = 16

    private static let greatestBatch = 512

    /// - Parameters:
    ///   - showsNotes: whether each line says which note the event is of.
    ///   - tellsPresent: whether a line says what has become of a text since.
    init(_ call: Call, _ ledger: Ledger, showsNotes: Bool, tellingPresent tellsPresent: Bool = true) throws {
        self.call = call
        self.showsNotes = showsNotes
        self.tellsPresent = tellsPresent
        positionWidth = String(try ledger.lastPosition()).count
        devices = DeviceLabels(ledger)
        teller = HistoryTeller(ledger)
    }

    mutating func add(_ entry: HistoryEntry) throws {
        pending.append(entry)
        if pending.count >= batchSize {
            try flush()
            batchSize = min(2 * batchSize, Self.greatestBatch)
        }
    }

    /// Prints what was added and is not printed yet.
    mutating func flush() throws {
        let accounts = try teller.tell(pending)
        pending.removeAll(keepingCapacity: true)
        for account in accounts { try print(account) }
    }

    private mutating func print(_ account: EventAccount) throws {
        let device = account.entry.event.id.device
        guard !call.wantsJSON else {
            return try call.output.line(account.json(deviceName: devices.name(of: device)))
        }
        let output = call.output
        var line = output.styled(String(account.entry.position).leftPadded(to: positionWidth), .faint)
        line += "  " + call.surroundings.timeText.local(account.entry.time)
        line += "  " + output.styled(Self.fitted(try devices.label(of: device)).padded(to: 14), .faint)
        if showsNotes {
            line += "  " + output.styled(account.title.forTerminal.truncated(to: 20).padded(to: 20), .name)
        }
        line += "  " + account.phrase(tellingPresent: tellsPresent, shown: Self.shortened).forTerminal
        if tellsPresent, let now = account.titleNow, showsNotes {
            line += output.styled(" (the note is now “\(Self.shortened(now).forTerminal)”)", .faint)
        }
        try output.line(line)
    }

    /// A text in a list of events, cut where it is long.
    static func shortened(_ text: String) -> String { text.truncated(to: 60) }

    /// A device's label in its column. An id at its end stays, since it tells one device from the other.
    private static func fitted(_ label: String) -> String {
        let label = label.forTerminal
        guard label.hasSuffix(")"), let start = label.lastIndex(of: "("), label[start...].count == 10 else {
            return label.truncated(to: 14)
        }
        return label[..<start].dropLast().description.truncated(to: 5) + " " + label[start...].dropFirst().dropLast()
    }
}

/// What devices are called, asked once each.
struct DeviceLabels {
    private let ledger: Ledger
    private var known: [DeviceID: (name: String, label: String)] = [:]

    init(_ ledger: Ledger) { self.ledger = ledger }

    /// The name of a device, or the beginning of its id where none is known.
    mutating func name(of device: DeviceID) throws -> String { try look(up: device).name }

    /// The same, with the beginning of its id where others have that name, too.
    mutating func label(of device: DeviceID) throws -> String { try look(up: device).label }

    private mutating func look(up device: DeviceID) throws -> (name: String, label: String) {
        if let known = known[device] { return known }
        let found = (name: try ledger.name(of: device) ?? device.short, label: try ledger.label(of: device))
        known[device] = found
        return found
    }
}
