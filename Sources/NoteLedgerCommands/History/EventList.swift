import Checklist
import CommandLineKit
import Events
import NoteLedger

/// Events as they are listed: told a few at a time and printed as they come, since a log may be long.
struct EventList {
    private let call: Call
    private let showsNotes: Bool
    private let tellsPresent: Bool
    private let details: EventDetails
    /// How many more may be printed.
    private var left: Int
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
    ///   - details: which events are printed, and with what more than a line.
    ///   - limit: how many are printed at most.
    init(
        _ call: Call, _ ledger: Ledger, showsNotes: Bool, tellingPresent tellsPresent: Bool = true,
        details: EventDetails = EventDetails(), limit: Int = .max
    ) throws {
        self.details = details
        left = limit
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
        for account in accounts where left > 0 && details.admits(account) {
            left -= 1
            try print(account)
        }
    }

    /// Whether as many were printed as may be.
    var isFull: Bool { left <= 0 }

    private mutating func print(_ account: EventAccount) throws {
        let device = account.entry.event.id.device
        if let template = details.template, !call.wantsJSON {
            let label = try devices.label(of: device)
            return try call.output.line(template.text(of: account, device: label, call.surroundings.timeText))
        }
        guard !call.wantsJSON else {
            return try call.output.line(account.json(deviceName: devices.name(of: device)))
        }
        let output = call.output
        let columns = Columns(within: output.width, positionWidth, showsNotes: showsNotes)
        var line = output.styled(String(account.entry.position).leftPadded(to: positionWidth), .faint)
        let time = call.surroundings.timeText.local(account.entry.time)
        line += "  " + (columns.showsWholeTime ? time : String(time.dropFirst(5).dropLast(3)))
        if columns.showsDevice {
            line += "  " + output.styled(Self.fitted(try who(did: account)).padded(to: 14), .faint)
        }
        if columns.titleWidth > 0 {
            let title = account.title.forTerminal.truncated(to: columns.titleWidth)
            line += "  " + output.styled(title.padded(to: columns.titleWidth), .name)
        }
        var phrase = account.phrase(tellingPresent: tellsPresent, shown: Self.shortened).forTerminal
        if tellsPresent, let now = account.titleNow, showsNotes {
            phrase += " (the note is now “\(Self.shortened(now).forTerminal)”)"
        }
        if let reason = account.entry.event.context.reason { phrase += " — " + Self.shortened(reason).forTerminal }
        try output.line(line + "  " + (columns.phraseWidth.map { phrase.truncated(to: $0) } ?? phrase))
        try details.print(account, to: output)
    }

    /// The person who did it, where that is known, else the device.
    private mutating func who(did account: EventAccount) throws -> String {
        try account.entry.event.context.author ?? devices.label(of: account.entry.event.id.device)
    }

    /// What of a line there is room for: a terminal that is too narrow has no devices, then short times, then no titles.
    private struct Columns {
        var showsDevice = true
        var showsWholeTime = true
        var titleWidth: Int
        /// Nil for as wide as it is.
        var phraseWidth: Int?

        init(within width: Int?, _ positionWidth: Int, showsNotes: Bool) {
            titleWidth = showsNotes ? 20 : 0
            guard let width else { return }
            if rest(of: width, positionWidth) < 36 { showsDevice = false }
            if rest(of: width, positionWidth) < 36 { showsWholeTime = false }
            if rest(of: width, positionWidth) < 24 { titleWidth = min(titleWidth, 12) }
            if rest(of: width, positionWidth) < 16 { titleWidth = 0 }
            phraseWidth = max(8, rest(of: width, positionWidth))
        }

        private func rest(of width: Int, _ positionWidth: Int) -> Int {
            let title = titleWidth > 0 ? titleWidth + 2 : 0
            return width - positionWidth - 2 - (showsWholeTime ? 19 : 11) - (showsDevice ? 16 : 0) - title - 2
        }
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
