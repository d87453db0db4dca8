import CommandLineKit
import Events
import Merging
import Simulation

/// Writes a scenario as a file that ``ScenarioReader`` reads back as the same.
struct ScenarioWriter {
    private let scenario: Scenario

    static func text(of scenario: Scenario) -> String { ScenarioWriter(scenario: scenario).text }

    private init(scenario: Scenario) { self.scenario = scenario }

    private var text: String {
        var parts: [String] = []
        for (name, value) in [
            ("name", scenario.name), ("summary", scenario.summary), ("source", scenario.source),
            ("outcome", scenario.outcome), ("title", scenario.title),
        ] where !value.isEmpty { parts.append("  \(name): \(quoted(value)),") }
        parts.append("  note: [\n" + scenario.lines.map { "    \(quoted($0)),\n" }.joined() + "  ],")
        if !scenario.endsInNewline { parts.append("  endsInNewline: false,") }
        parts.append("  devices: [\n" + scenario.devices.map { "    \(device($0)),\n" }.joined() + "  ],")
        let relay = fields([
            ("poll", scenario.relay.pollEvery.map(time)), ("retry", scenario.relay.retry.map(time)),
            ("clock", clock(scenario.relay.clock)), ("corrects", scenario.relay.corrects ? nil : "false"),
        ])
        if relay != "{}" { parts.append("  relay: \(relay),") }
        parts.append("  actions: [\n" + scenario.actions.map { "    \(action($0)),\n" }.joined() + "  ],")
        if let work = scenario.workload { parts.append("  work: { rate: \(work.rate), until: \(time(work.until)) },") }
        if let horizon = scenario.horizon { parts.append("  until: \(time(horizon)),") }
        return "{\n" + parts.joined(separator: "\n") + "\n}\n"
    }

    private func fields(_ fields: [(String, String?)]) -> String {
        let present = fields.compactMap { name, value in value.map { "\(name): \($0)" } }
        return present.isEmpty ? "{}" : "{ " + present.joined(separator: ", ") + " }"
    }

    private func quoted(_ text: String) -> String { JSON.string(text).text }

    private func time(_ microseconds: UInt64) -> String { signed(Int64(clamping: microseconds)) }

    /// The shortest of the forms that says it exactly.
    private func signed(_ microseconds: Int64) -> String {
        if microseconds % 1_000_000 == 0 { return "\"\(microseconds / 1_000_000)s\"" }
        return microseconds % 1000 == 0 ? "\"\(microseconds / 1000)ms\"" : "\"\(microseconds)us\""
    }

    private func device(_ model: DeviceModel) -> String {
        let plain = DeviceModel(name: model.name)
        let flush: String
        switch model.flush {
        case .periodic(let period, nil): flush = time(period)
        case .periodic(let period, let phase?): flush = "{ every: \(time(period)), phase: \(time(phase)) }"
        case .trailing(let delay): flush = "{ after: \(time(delay)) }"
        }
        return fields([
            ("name", quoted(model.name)),
            ("debounce", model.debounce == plain.debounce ? nil : time(model.debounce)),
            ("flush", model.flush == plain.flush ? nil : flush), ("retry", model.retry.map(time)),
            ("clock", clock(model.clock)), ("up", link(model.up)), ("down", link(model.down)),
            ("offline", spans(model.offline)), ("cutUp", spans(model.cutUp)), ("cutDown", spans(model.cutDown)),
            ("crashes", spans(model.crashes)), ("blockedWrites", spans(model.blockedWrites)),
        ])
    }

    private func clock(_ clock: ClockModel) -> String? {
        if clock == ClockModel() { return nil }
        let steps = clock.steps.map { "{ at: \(time($0.time)), by: \(signed($0.by)) }" }.joined(separator: ", ")
        return fields([
            ("offset", clock.offset == 0 ? nil : signed(clock.offset)),
            ("deviation", clock.deviation == 0 ? nil : time(UInt64(clock.deviation))),
            ("drift", clock.drift == 0 ? nil : "\(clock.drift)"), ("steps", steps.isEmpty ? nil : "[\(steps)]"),
        ])
    }

    private func link(_ link: Link) -> String? {
        if link == Link() { return nil }
        let latency: String
        switch link.latency {
        case .fixed(let length): latency = time(length)
        case .uniform(let low, let high): latency = "{ from: \(time(low)), to: \(time(high)) }"
        case .logNormal(let median, let sigma): latency = "{ median: \(time(median)), sigma: \(sigma) }"
        }
        return fields([
            ("latency", link.latency == .fixed(0) ? nil : latency), ("loss", link.loss == 0 ? nil : "\(link.loss)"),
            ("duplication", link.duplication == 0 ? nil : "\(link.duplication)"),
            ("reorders", link.reorders ? "true" : nil),
        ])
    }

    private func spans(_ spans: [Span]) -> String? {
        spans.isEmpty ? nil : "[" + spans.map { "[\(time($0.start)), \(time($0.end))]" }.joined(separator: ", ") + "]"
    }

    private func action(_ action: ScheduledAction) -> String {
        let start = [("at", time(action.time)), ("on", quoted(scenario.devices[action.device].name))]
        return fields(start.map { ($0.0, .some($0.1)) } + members(of: action.action).map { ($0.0, .some($0.1)) })
    }

    private func members(of action: Action<LineName>) -> [(String, String)] {
        switch action {
        case .toggle(let line, let isTicked): [(isTicked.map { $0 ? "tick" : "clear" } ?? "toggle", name(line))]
        case .append(let text, let block):
            [("append", quoted(decoding: text))] + (block.map { [("to", name($0))] } ?? [])
        case .type(let line, let text): [("type", quoted(decoding: text)), ("in", name(line))]
        case .delete(let lines): [("delete", names(lines))]
        case .convert(let lines, let toChecklist):
            [(toChecklist ? "toChecklist" : "toPlain", lines.map(names) ?? "true")]
        case .move(let line, let after): [("move", name(line))] + (after.map { [("after", name($0))] } ?? [])
        case .retitle(let title): [("retitle", quoted(title))]
        case .trash: [("trash", "true")]
        case .restore: [("restore", "true")]
        }
    }

    private func quoted(decoding text: [UInt8]) -> String { quoted(String(decoding: text, as: UTF8.self)) }

    private func names(_ lines: [LineName]) -> String { "[" + lines.map(name).joined(separator: ", ") + "]" }

    private func name(_ line: LineName) -> String {
        switch line {
        case .initial(let index):
            // The reader takes a text that only one line ends with.
            scenario.lines.count {
                $0 == scenario.lines[index] || $0.hasSuffix(" \(scenario.lines[index])")
            } == 1 ? quoted(scenario.lines[index]) : "\(index + 1)"
        case .added(let number):
            if case .append(let text, _) = scenario.actions[number].action {
                quoted(decoding: text)
            } else {
                quoted("")
            }
        }
    }
}
