import Checklist
import CommandLineKit
import Events
import Merging
import NoteLedger
import Simulation

/// One run of a scenario with real processes: starts them, waits until nothing is under way any more, and judges.
final class LiveTrial {
    /// What came of it.
    struct Outcome {
        var ledger: LossLedger
        /// The bodies that the devices ended with.
        var bodies: [[UInt8]]
        /// How late anything was, in microseconds: timers, messages, writing.
        var greatestDelay: UInt64
        /// Actions that were acknowledged and are not in the store of their device, by number.
        var missing: [Int]
        /// Devices whose store shows something else than the device did, by index.
        var differing: [Int]
    }

    private let plan: LivePlan
    private let folder: String
    private let stores: [String]
    private let loop = EventLoop()
    private let listener: Listener
    private var children: [ChildProcess.Child] = []
    private var relay: (connection: Connection, port: UInt64)?
    private var devices: [Int: Connection] = [:]
    /// What the members answered in the present round.
    private var answers: [JSON] = []
    private var lastRound: (sent: UInt64, received: UInt64)?
    private var isFinishing = false

    /// - Parameters:
    ///   - folder: where the scenario goes, and the stores.
    init(_ plan: LivePlan, in folder: String) throws {
        self.plan = plan
        self.folder = folder
        stores = LiveTrial.storeNames(of: plan.scenario).map { "\(folder)/\($0)" }
        listener = try Listener()
    }

    /// Folders named for the devices, as far as a file system likes their names.
    static func storeNames(of scenario: Scenario) -> [String] {
        var names: [String] = []
        for (index, device) in scenario.devices.enumerated() {
            let kept = device.name.map { $0.isLetter || $0.isNumber ? $0 : "-" }
            let name = kept.isEmpty ? "device" : String(kept)
            names.append(names.contains(name) ? "\(name)-\(index + 1)" : name)
        }
        return names
    }

    func run() throws -> Outcome {
        let scenarioFile = "\(folder)/scenario.json5"
        for store in stores where FileAccess.exists("\(store)/data.mdb") {
            throw CommandFailure.refused(
                "There is a store in \(store.forTerminal) already.", hint: "Give a folder that is new.")
        }
        try FileAccess.write(Array(ScenarioWriter.text(of: plan.scenario).utf8), to: scenarioFile)
        let words = ["--control", "\(listener.port)"] + plan.words(scenarioFile: scenarioFile)
        defer { for child in children { child.end() } }
        children.append(try ChildProcess.start(["/proc/self/exe", LiveRelayCommand.name] + words))
        for (index, store) in stores.enumerated() {
            children.append(
                try ChildProcess.start(
                    ["/proc/self/exe", LiveDeviceCommand.name] + words + ["--index", "\(index)", "--store", store]))
        }
        loop.watch(listener.descriptor) { [self] in admit(try listener.accept()) }
        let interruption = try Interruption()
        defer { interruption.end() }
        loop.watch(interruption.descriptor) { throw interruption.caught }
        guard try loop.run(until: EventLoop.now + plan.horizon) else {
            throw CommandFailure.inputOutput("The devices did not come to rest.")
        }
        return try outcome()
    }

    // MARK: Members

    private func admit(_ connection: Connection) {
        loop.watch(connection.descriptor) { [self] in
            guard let messages = try connection.receive() else {
                guard isFinishing else { throw CommandFailure.inputOutput("A process of the trial ended early.") }
                return loop.forget(connection.descriptor)
            }
            for message in messages { try take(message, from: connection) }
        }
    }

    private func take(_ message: JSON, from connection: Connection) throws {
        if let hello = message["hello"]?.stringValue {
            if hello == "relay" { relay = (connection, message["port"]?.unsignedValue ?? 0) }
            if let index = message["index"]?.unsignedValue { devices[Int(index)] = connection }
            if relay != nil, devices.count == stores.count { try begin() }
        } else if message["named"] != nil {
            for device in devices.values where device !== connection { try device.send(message) }
        } else {
            var message = message
            if let index = devices.first(where: { $0.value === connection })?.key {
                message = message.adding(["index": .int(index)])
            }
            answers.append(message)
            guard answers.count == stores.count + 1 else { return }
            if isFinishing { loop.end() } else { try concludeRound() }
        }
    }

    private func tell(_ message: JSON) throws {
        try relay?.connection.send(message)
        for device in devices.values { try device.send(message) }
    }

    private func begin() throws {
        let start = EventLoop.now + 20_000
        let wall = SystemClock.milliseconds() * 1000 + 20_000
        // A minute before whatever any of the devices' clocks can show.
        let clocks = plan.scenario.devices.map(\.clock)
        let first = clocks.map { $0.leastReading(through: plan.horizon, startedAt: wall) }.min() ?? wall
        let created = max(first / 1000, 60_000) - 60_000
        try tell([
            "begin": .unsigned(start), "wall": .unsigned(wall), "relay": .unsigned(relay?.port ?? 0),
            "created": .unsigned(created),
        ])
        loop.schedule(at: start + plan.lastScheduled) { [self] in try askRound() }
    }

    // MARK: Rest

    /// Asks all members whether anything is under way.
    private func askRound() throws {
        answers = []
        try tell(["status": true])
    }

    /// All is over when nobody waits for anything and what was sent has come, twice in a row: once may be by chance,
    /// for the members are not asked at one time.
    private func concludeRound() throws {
        func sum(_ name: String) -> UInt64 { answers.reduce(0) { $0 + ($1[name]?.unsignedValue ?? 0) } }
        let round = (sent: sum("sent"), received: sum("received"))
        if sum("pending") == 0, round.sent == round.received, let lastRound, lastRound == round {
            isFinishing = true
            answers = []
            return try tell(["finish": true])
        }
        lastRound = sum("pending") == 0 ? round : nil
        loop.schedule(at: EventLoop.now + 5_000) { [self] in try askRound() }
    }

    // MARK: Judging

    private func outcome() throws -> Outcome {
        let scenario = plan.scenario
        let note: NoteStart
        do {
            note = try World(scenario, policy: LineMerge.Policy(), observer: Unobserved()).parts.note
        } catch {
            throw CommandFailure.badData(error.message)
        }
        var events: [Int: EventID] = [:]
        for testimony in answers.flatMap({ $0["testimonies"]?.arrayValue ?? [] }) {
            guard let number = testimony["number"]?.unsignedValue else { continue }
            events[Int(number)] = testimony["event"]?.stringValue.flatMap { EventID($0) }
        }
        let testimonies = answers.flatMap { $0["testimonies"]?.arrayValue ?? [] }.compactMap { json in
            Testimony(json: json, note: note) { scenario.actions[$0].action.action(of: note.heads[0]) { events[$0] } }
        }.sorted { (scenario.actions[$0.number].time, $0.number) < (scenario.actions[$1.number].time, $1.number) }
        let reports = answers.filter { $0["end"] != nil }.sorted {
            ($0["index"]?.unsignedValue ?? 0) < ($1["index"]?.unsignedValue ?? 0)
        }
        let ends = reports.compactMap { $0["end"].flatMap { NoteStart(json: $0, document: "document", note) } }
        guard ends.count == stores.count else { throw CommandFailure.badData("A device did not say what it shows.") }
        for child in children { child.wait() }
        children = []
        let kept = try examineStores(testimonies, ends)
        return Outcome(
            ledger: scenario.judge(testimonies, from: note, ends: ends), bodies: ends.map(\.document.bytes),
            greatestDelay: answers.reduce(0) { max($0, $1["delay"]?.unsignedValue ?? 0) }, missing: kept.missing,
            differing: kept.differing)
    }

    /// Looks on disk whether all that was acknowledged is there, and what the stores show.
    private func examineStores(
        _ testimonies: [Testimony], _ ends: [NoteStart]
    ) throws -> (missing: [Int], differing: [Int]) {
        var options = Ledger.Options()
        options.isReadOnly = true
        options.createsIfMissing = false
        var (missing, differing): ([Int], [Int]) = ([], [])
        for (index, path) in stores.enumerated() {
            let ledger = try Ledger.open(at: path, options: options)
            defer { ledger.close() }
            for testimony in testimonies where plan.scenario.actions[testimony.number].device == index {
                if let event = testimony.event, try ledger.event(event) == nil { missing.append(testimony.number) }
            }
            let shown = try ledger.note(ends[index].note)
            if shown.body != ends[index].document.bytes || shown.title != ends[index].title
                || shown.isTrashed != ends[index].isTrashed
            {
                differing.append(index)
            }
        }
        return (missing, differing)
    }
}
