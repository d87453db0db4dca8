import CommandLineKit
import DataFormats
import Merging
import Simulation

/// Reads scenario files: JSON5, durations as `"250ms"`, `"1.5s"`, `"2m"` or a number of seconds.
struct ScenarioReader {
    typealias Failure = JSONFailure

    private var deviceNames: [String: Int] = [:]
    private var lines: [String] = []
    private var added: [String: Int] = [:]

    /// The scenario in a file's bytes.
    static func scenario(in bytes: [UInt8], of file: String) throws(CommandFailure) -> Scenario {
        do {
            var reader = ScenarioReader()
            let scenario = try reader.scenario(try parse(bytes))
            do { try scenario.check() } catch { throw CommandFailure.badData("\(file.forTerminal): \(error.message)") }
            return scenario
        } catch let failure as Failure {
            throw .badData(
                "\(file.forTerminal), \(TextPosition(ofByte: failure.position, in: bytes)): \(failure.message)",
                hint: "docs/RACE-WINDOW.md describes the format; “racewindow scenarios shop” prints an example.")
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(describing: error)
        }
    }

    private static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONNode {
        do throws(Failure) {
            return try JSONNode(parsing: bytes, as: .json5)
        } catch {
            throw Failure(message: error.message + ".", position: error.position)
        }
    }

    private mutating func scenario(_ json: JSONNode) throws(Failure) -> Scenario {
        let fields = try Fields(
            json, "a scenario",
            [
                "name", "summary", "source", "outcome", "note", "title", "endsInNewline", "devices", "relay", "actions",
                "work",
                "until",
            ])
        var scenario = Scenario(name: try fields.text("name") ?? "unnamed", lines: [], devices: [])
        scenario.summary = try fields.text("summary") ?? ""
        scenario.source = try fields.text("source") ?? ""
        scenario.outcome = try fields.text("outcome") ?? ""
        scenario.title = try fields.text("title") ?? ""
        scenario.endsInNewline = try fields.flag("endsInNewline") ?? true
        for line in try fields.list("note") {
            guard case .string(let text) = line.value, !text.contains(where: \.isNewline) else {
                throw Failure(message: "A line of the note is a text without line breaks.", position: line.position)
            }
            scenario.lines.append(text)
        }
        lines = scenario.lines
        for device in try fields.list("devices") {
            let model = try self.device(device)
            guard deviceNames.updateValue(scenario.devices.count, forKey: model.name) == nil else {
                throw Failure(message: "Two devices are called “\(model.name)”.", position: device.position)
            }
            scenario.devices.append(model)
        }
        if let relay = fields["relay"] { scenario.relay = try self.relay(relay) }
        for (number, action) in try fields.list("actions").enumerated() {
            scenario.actions.append(try self.action(action, number: number))
        }
        if let work = fields["work"] {
            let fields = try Fields(work, "random work", ["rate", "until"])
            scenario.workload = Workload(
                rate: try fields.number("rate") ?? 0.1, until: try fields.duration("until") ?? 60_000_000)
        }
        scenario.horizon = try fields.duration("until")
        return scenario
    }

    private func device(_ json: JSONNode) throws(Failure) -> DeviceModel {
        let fields = try Fields(
            json, "a device",
            [
                "name", "debounce", "flush", "retry", "clock", "latency", "up", "down", "offline", "cutUp", "cutDown",
                "crashes", "blockedWrites",
            ])
        guard let name = try fields.text("name") else {
            throw Failure(message: "A device needs a name.", position: json.position)
        }
        var model = DeviceModel(name: name)
        model.debounce = try fields.duration("debounce") ?? model.debounce
        model.retry = try fields.duration("retry")
        if let flush = fields["flush"] { model.flush = try self.flush(flush) }
        if let clock = fields["clock"] { model.clock = try self.clock(clock) }
        if let latency = fields["latency"] {
            model.up.latency = try self.latency(latency)
            model.down.latency = model.up.latency
        }
        if let link = fields["up"] { model.up = try self.link(link, over: model.up) }
        if let link = fields["down"] { model.down = try self.link(link, over: model.down) }
        model.offline = try fields.spans("offline")
        model.cutUp = try fields.spans("cutUp")
        model.cutDown = try fields.spans("cutDown")
        model.crashes = try fields.spans("crashes")
        model.blockedWrites = try fields.spans("blockedWrites")
        return model
    }

    private func flush(_ json: JSONNode) throws(Failure) -> FlushModel {
        guard case .object = json.value else { return .periodic(every: try json.duration(), phase: nil) }
        let fields = try Fields(json, "a flush", ["every", "phase", "after"])
        if let delay = try fields.duration("after") { return .trailing(after: delay) }
        guard let period = try fields.duration("every") else {
            throw Failure(message: "A flush is “every” so long, or “after” so long.", position: json.position)
        }
        return .periodic(every: period, phase: try fields.duration("phase"))
    }

    private func clock(_ json: JSONNode) throws(Failure) -> ClockModel {
        let fields = try Fields(json, "a clock", ["offset", "deviation", "drift", "steps"])
        var clock = ClockModel(
            offset: try fields.signedDuration("offset") ?? 0,
            deviation: Double(try fields.duration("deviation") ?? 0), drift: try fields.number("drift") ?? 0)
        for step in try fields.list("steps") {
            let fields = try Fields(step, "a step", ["at", "by"])
            clock.steps.append(
                ClockModel.Step(at: try fields.duration("at") ?? 0, by: try fields.signedDuration("by") ?? 0))
        }
        return clock
    }

    private func link(_ json: JSONNode, over link: Link) throws(Failure) -> Link {
        let fields = try Fields(json, "a link", ["latency", "loss", "duplication", "reorders"])
        var link = link
        if let latency = fields["latency"] { link.latency = try self.latency(latency) }
        link.loss = try fields.number("loss") ?? link.loss
        link.duplication = try fields.number("duplication") ?? link.duplication
        link.reorders = try fields.flag("reorders") ?? link.reorders
        return link
    }

    private func latency(_ json: JSONNode) throws(Failure) -> Latency {
        guard case .object = json.value else { return .fixed(try json.duration()) }
        let fields = try Fields(json, "a latency", ["from", "to", "median", "sigma"])
        if let median = try fields.duration("median") {
            return .logNormal(median: median, sigma: try fields.number("sigma") ?? 0.5)
        }
        guard let low = try fields.duration("from"), let high = try fields.duration("to") else {
            throw Failure(
                message: "A latency is a time, “from” and “to”, or “median” and “sigma”.", position: json.position)
        }
        return .uniform(from: low, to: high)
    }

    private func relay(_ json: JSONNode) throws(Failure) -> RelayModel {
        let fields = try Fields(json, "a relay", ["poll", "retry", "clock", "corrects"])
        var relay = RelayModel()
        relay.pollEvery = try fields.duration("poll")
        relay.retry = try fields.duration("retry")
        if let clock = fields["clock"] { relay.clock = try self.clock(clock) }
        relay.corrects = try fields.flag("corrects") ?? true
        return relay
    }

    private static let kinds = [
        "tick", "clear", "toggle", "append", "type", "delete", "toChecklist", "toPlain", "move", "retitle", "trash",
        "restore",
    ]

    private mutating func action(_ json: JSONNode, number: Int) throws(Failure) -> ScheduledAction {
        let fields = try Fields(json, "an action", ["at", "on", "to", "in", "after"] + ScenarioReader.kinds)
        guard let on = fields["on"], case .string(let name) = on.value else {
            throw Failure(message: "An action is “on” a device.", position: json.position)
        }
        guard let device = deviceNames[name] else {
            let known = deviceNames.keys.sorted().joined(separator: ", ")
            throw Failure(message: "There is no device “\(name)”, only \(known).", position: on.position)
        }
        let named = ScenarioReader.kinds.filter { fields[$0] != nil }
        guard named.count == 1, let word = named.first, let value = fields[word] else {
            throw Failure(
                message: "An action does one thing: \(ScenarioReader.kinds.spokenList(with: "or")).",
                position: json.position)
        }
        let action = try self.action(word, value, fields, number: number)
        return ScheduledAction(at: try fields.duration("at") ?? 0, device: device, action)
    }

    private mutating func action(
        _ word: String, _ value: JSONNode, _ fields: Fields, number: Int
    ) throws(Failure) -> Action<LineName> {
        switch word {
        case "tick": return .toggle(try line(value), to: true)
        case "clear": return .toggle(try line(value), to: false)
        case "toggle": return .toggle(try line(value), to: nil)
        case "append":
            let text = try value.text()
            let block = fields["to"]
            let action = Action<LineName>.append(
                text, toBlockOf: try block.map { json throws(Failure) in try line(json) })
            added[text] = number
            return action
        case "type":
            guard let target = fields["in"] else {
                throw Failure(message: "Typing is “in” a line.", position: value.position)
            }
            return .type(try line(target), try value.text())
        case "delete": return .delete(try someLines(value))
        case "toChecklist": return .convert(try linesOrAll(value), toChecklist: true)
        case "toPlain": return .convert(try linesOrAll(value), toChecklist: false)
        case "move":
            let after = fields["after"]
            return .move(try line(value), after: try after.map { json throws(Failure) in try line(json) })
        case "retitle": return .retitle(try value.text())
        case "trash": return .trash
        default: return .restore
        }
    }

    /// The lines to convert; `true` says all of them.
    private func linesOrAll(_ json: JSONNode) throws(Failure) -> [LineName]? {
        if case .bool(true) = json.value { return nil }
        return try someLines(json)
    }

    private func someLines(_ json: JSONNode) throws(Failure) -> [LineName] {
        guard case .array(let elements) = json.value else { return [try line(json)] }
        var names: [LineName] = []
        for element in elements { names.append(try line(element)) }
        return names
    }

    /// A line is named by what it says at the start, by what an earlier action added, or by its number, from 1: so are
    /// lines of equal texts told apart.
    private func line(_ json: JSONNode) throws(Failure) -> LineName {
        if case .number(let number) = json.value {
            guard let index = Int(exactly: number), (1...max(lines.count, 1)).contains(index), !lines.isEmpty else {
                throw Failure(message: "The note has lines 1 to \(lines.count).", position: json.position)
            }
            return .initial(index - 1)
        }
        let text = try json.text()
        if let number = added[text] { return .added(by: number) }
        let matches = lines.indices.filter { lines[$0] == text || lines[$0].hasSuffix(" \(text)") }
        guard matches.count == 1 else {
            let numbers = matches.map { "\($0 + 1)" }.joined(separator: ", ")
            throw Failure(
                message: matches.isEmpty
                    ? "No line says “\(text)”."
                    : "Lines \(numbers) all say “\(text)”: name the one that is meant by its number.",
                position: json.position)
        }
        return .initial(matches[0])
    }
}
