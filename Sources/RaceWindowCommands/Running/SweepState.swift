import CommandLineKit
import Simulation

#if canImport(Glibc)
    import Glibc
#endif

/// What is done of a sweep, in a file: a first line that says which sweep, then a line for each unit.
enum SweepState {
    /// Tells sweeps apart: what is in it, and no more, decides what its units give.
    static func key(of sweep: Sweep) -> String {
        // FNV-1a over the description: two sweeps that differ in anything differ in it.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in "\(sweep.points) \(sweep.trials) \(sweep.seed)".utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }

    static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The counts of the units in a file; an unfinished last line, as a kill may leave it, does not count.
    static func read(_ path: String, of sweep: Sweep) throws(CommandFailure) -> [Int: Sweep.Count] {
        let bytes = try FileAccess.read(path)
        let header = Array("racewindow sweep \(key(of: sweep))\n".utf8)
        if bytes.count < header.count, header.starts(with: bytes) { return [:] }
        guard bytes.starts(with: header) else {
            throw .badData(
                "\(path.forTerminal) is not of this sweep.", hint: "Give the same options, or another file.")
        }
        var counts: [Int: Sweep.Count] = [:]
        let lines = bytes[header.count...].split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        for line in lines {
            let text = String(decoding: line, as: UTF8.self)
            let numbers = text.split(separator: " ").map { Int($0) }
            guard numbers.count == 3, let number = numbers[0], let trials = numbers[1], let lost = numbers[2],
                let unit = sweep.unit(number), trials == unit.runs.count, (0...trials).contains(lost)
            else {
                throw .badData("\(path.forTerminal) holds a line that is no count: “\(text.forTerminal)”.")
            }
            let count = Sweep.Count(trials: trials, lost: lost)
            guard counts.updateValue(count, forKey: number) ?? count == count else {
                throw .badData("\(path.forTerminal) tells two different things of unit \(number).")
            }
        }
        return counts
    }

    /// The file, to add to.
    final class Log {
        private let file: FileAppender
        private var unsafeCount = 0

        /// Begins or goes on with a file that holds those counts.
        init(_ path: String, of sweep: Sweep, holding counts: [Int: Sweep.Count]) throws(CommandFailure) {
            var text = "racewindow sweep \(SweepState.key(of: sweep))\n"
            for (number, count) in counts.sorted(by: { $0.key < $1.key }) {
                text += SweepState.line(number, count)
            }
            // Once as a whole: what a kill left unfinished must not stand before what is added.
            try FileAccess.write(Array(text.utf8), to: path)
            file = try FileAppender(path)
        }

        /// Adds what came of a unit. What the machine's going down may take is done again.
        func add(_ unit: Sweep.Unit, _ count: Sweep.Count) throws(CommandFailure) {
            try file.append(Array(SweepState.line(unit.number, count).utf8))
            unsafeCount += 1
            if unsafeCount == 256 { try finish() }
        }

        /// Waits for the disk.
        func finish() throws(CommandFailure) {
            unsafeCount = 0
            try file.synchronize()
        }
    }

    private static func line(_ number: Int, _ count: Sweep.Count) -> String {
        "\(number) \(count.trials) \(count.lost)\n"
    }
}

/// The points of a sweep with what came of them.
enum SweepTable {
    static func print(_ sweep: Sweep, counts: [Int: Sweep.Count], _ call: Call) throws {
        var sums = Array(repeating: Sweep.Count(), count: sweep.points.count)
        for unit in sweep.units() { sums[unit.point] = sums[unit.point] + (counts[unit.number] ?? Sweep.Count()) }
        var table = Table([
            .init("policy"), .init("gap", isNumber: true), .init("varies", isFlexible: true),
            .init("trials", isNumber: true), .init("lost", isNumber: true), .init("P(lost)", isNumber: true),
            .init("95 % interval"), .init("closed form", isNumber: true),
        ])
        for (point, count) in zip(sweep.points, sums) where count.trials > 0 {
            if call.wantsJSON {
                try call.output.line(json(point, count))
                continue
            }
            let low = Percentage.text(count.interval.low)
            let high = Percentage.text(count.interval.high)
            table.add([
                "\(point.policy)", "\(point.gap)", variation(point, among: sweep.points), "\(count.trials)",
                "\(count.lost)", Percentage.text(count.p), "\(low) – \(high)",
                point.closedForm.map(Percentage.text) ?? "–",
            ])
        }
        if !call.wantsJSON { try table.print(to: call.output) }
    }

    static func json(_ point: SweepPoint, _ count: Sweep.Count) -> JSON {
        [
            "policy": .string("\(point.policy)"), "gap": .number(point.gap), "latency": .number(point.latency),
            "jitter": .number(point.jitter), "flush": .number(point.flush), "trailing": .bool(point.isTrailing),
            "typing": .bool(point.isTyping), "debounce": .number(point.debounce), "skew": .number(point.skew),
            "skewDeviation": .number(point.skewDeviation), "loss": .number(point.loss), "retry": .number(point.retry),
            "poll": .number(point.poll), "devices": .int(point.devices), "trials": .int(count.trials),
            "lost": .int(count.lost), "p": .number(count.p), "low": .number(count.interval.low),
            "high": .number(count.interval.high), "closedForm": point.closedForm.map { .number($0) } ?? .null,
            "closedFormObstacle": .optional(point.closedFormObstacle),
        ]
    }

    /// What beside policy and gap makes a point differ from others.
    private static func variation(_ point: SweepPoint, among points: [SweepPoint]) -> String {
        let parameters: [(String, KeyPath<SweepPoint, Double>)] = [
            ("latency", \.latency), ("jitter", \.jitter), ("flush", \.flush), ("debounce", \.debounce),
            ("skew", \.skew),
            ("deviation", \.skewDeviation), ("loss", \.loss), ("poll", \.poll),
        ]
        var words = parameters.compactMap { name, path in
            points.contains { $0[keyPath: path] != point[keyPath: path] } ? "\(name) \(point[keyPath: path])" : nil
        }
        if points.contains(where: { $0.devices != point.devices }) { words.append("\(point.devices) devices") }
        return words.joined(separator: ", ")
    }
}
