import Checklist
import CommandLineKit
import DataFormats
import NoteLedger
import Simulation

extension Replay {
    /// Prints what happened for people.
    func print(_ call: Call) throws {
        let output = call.output
        let acts = history.acts.indices.filter { !history.acts[$0].isBeginning }
        var names: [String] = []
        for act in acts where !names.contains(phrases.device(act)) { names.append(phrases.device(act)) }
        let stores = history.ends.count.counted("store")
        try output.line(
            output.styled(title.forTerminal, .heading)
                + ": \(acts.count.counted("action")) by \(names.isEmpty ? "nobody" : names.spokenList(with: "and").forTerminal), "
                + (history.recordedPolicy.map { "kept under \($0.rawValue) in \(stores)" }
                    ?? "in \(stores); the policy is not known"))
        for end in history.ends where history.ends.count > 1 && shows(end) != shows(history.ends[0]) {
            call.messages.note("\(end.name.forTerminal) shows another body than \(history.ends[0].name.forTerminal).")
        }
        guard !numbers.isEmpty else {
            return try output.line(
                "  nothing was done while somebody else did something"
                    + (history.recordedPolicy == nil
                        ? "; what other devices may have lost is not known here" : ": nothing can be lost"))
        }
        let counts = RecordedPolicy.allCases.map { policy in
            let harmed = harmed(under: policy).count
            return "\(harmed == 0 ? "none" : "\(harmed)") lost under \(policy.rawValue)"
        }
        try output.line(
            "  \(numbers.count) fell inside the race window; " + counts.joined(separator: ", "))
        try printLedger(call)
        try printSideBySide(output)
    }

    private func printLedger(_ call: Call) throws {
        var table = Table([
            .init("#", isNumber: true), .init("at"), .init("device", style: .name), .init("action", isFlexible: true),
            .init("beside"), .init("fieldLWW"), .init("lineMerge"),
        ])
        for number in numbers {
            table.add([
                "\(number)", time(number, call), phrases.device(number),
                phrases.action(number) + (history.acts[number].isInferred ? " (inferred)" : ""), beside(number),
                verdict(number, .fieldLWW), verdict(number, .lineMerge),
            ])
        }
        try table.print(to: call.output)
    }

    private func printSideBySide(_ output: Output) throws {
        var table = Table([.init("fieldLWW keeps"), .init("lineMerge keeps"), .init("lost", isFlexible: true)])
        let harmed = harmed(under: .fieldLWW)
        for row in differences {
            let acts = harmed.filter { history.lines(of: $0).contains(row.line) }
            table.add([
                shown(row.first), shown(row.second),
                acts.map { "#\($0) \(phrases.device($0)) \(phrases.action($0))" }.joined(separator: "; "),
            ])
        }
        try table.print(to: output)
    }

    private func time(_ number: Int, _ call: Call) -> String {
        let time = history.acts[number].time
        let thousandths = String(time % 1000)
        return call.surroundings.timeText.local(Int64(time)) + "."
            + String(repeating: "0", count: 3 - thousandths.count) + thousandths
    }

    private func beside(_ number: Int) -> String {
        guard let (other, seconds) = neighbour(of: number) else { return "" }
        return "#\(other), \(abs(seconds)) s \(seconds < 0 ? "earlier" : "later")"
    }

    private func verdict(_ number: Int, _ policy: RecordedPolicy) -> String {
        guard let entry = entry(number, under: policy), case .acknowledged(let outcome) = entry.verdict else {
            return ""
        }
        return outcome.rawValue + (entry.other.map { " by #\($0)" } ?? "")
    }

    private func shown(_ bytes: [UInt8]?) -> String {
        guard let bytes else { return "–" }
        let content = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        return String(decoding: content, as: UTF8.self).truncated(to: 40)
    }

    /// All of it for programs.
    var json: JSON {
        let harmed = harmed(under: .fieldLWW)
        return [
            "note": .string(note.description), "title": .string(title),
            "recorded": .optional(history.recordedPolicy?.rawValue), "policy": .string(policy.rawValue),
            "stores": .array(
                history.ends.map { ["path": .string($0.name), "shows": .string(shows($0))] }),
            "actions": .int(history.acts.count { !$0.isBeginning }), "window": .int(numbers.count),
            "lost": [
                "fieldLWW": .int(harmed.count), "lineMerge": .int(self.harmed(under: .lineMerge).count),
            ],
            "ledger": .array(numbers.map(json)),
            "lines": .array(
                differences.map { row in
                    let acts = harmed.filter { history.lines(of: $0).contains(row.line) }
                    return [
                        "line": .string(row.line.description), "fieldLWW": row.first.map(JSON.bytes) ?? .null,
                        "lineMerge": row.second.map(JSON.bytes) ?? .null, "lost": .array(acts.map { .int($0) }),
                    ]
                }),
        ]
    }

    private func json(_ number: Int) -> JSON {
        func outcome(_ policy: RecordedPolicy) -> JSON {
            guard let entry = entry(number, under: policy), case .acknowledged(let outcome) = entry.verdict else {
                return .null
            }
            return ["became": .string(outcome.rawValue), "by": entry.other.map { .int($0) } ?? .null]
        }
        let act = history.acts[number]
        let beside = neighbour(of: number)
        return [
            "number": .int(number), "event": .string(act.origin.description),
            "time": .string(ISO8601.utc(milliseconds: Int64(act.time))), "device": .string(phrases.device(number)),
            "action": .string(phrases.action(number)), "inferred": .bool(act.isInferred),
            "beside": beside.map { .int($0.number) } ?? .null, "gap": beside.map { .number($0.seconds) } ?? .null,
            "fieldLWW": outcome(.fieldLWW), "lineMerge": outcome(.lineMerge),
        ]
    }
}
