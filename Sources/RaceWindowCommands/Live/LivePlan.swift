import CommandLineKit
import Events
import Merging
import Simulation

/// What all processes of a trial agree on.
struct LivePlan: Sendable {
    /// The scenario with everything drawn that is drawn at the start.
    var scenario: Scenario
    var choice: PolicyChoice
    var seed: UInt64
    var run: UInt64

    /// How long after the last thing scheduled a trial may take to come to rest, in microseconds.
    private static let patience: UInt64 = 60_000_000

    /// When the last thing that is scheduled happens.
    var lastScheduled: UInt64 { scenario.actions.reduce(scenario.lastOutage) { max($0, $1.time) } }
    /// When a trial is broken off. Nobody waits for what would happen later, such as the release of what a wrong clock
    /// holds back.
    var horizon: UInt64 { lastScheduled + LivePlan.patience }

    /// The options by which a process is told the plan; the scenario is in that file.
    func words(scenarioFile: String) -> [String] {
        var words = ["--scenario", scenarioFile, "--seed", "\(seed)", "--run", "\(run)"]
        switch choice {
        case .lineMerge, .registered: words += ["--policy", "\(choice)"]
        case .fieldLWW(let stamping): words += ["--policy", "fieldLWW", "--stamps", stamping.rawValue]
        }
        return words
    }
}

/// The arguments of the processes of a trial.
enum LivePlanArguments {
    static let scenario = Argument.operandOption("scenario", "FILE", .file, "the scenario")
    static let control = Argument.operandOption("control", "PORT", .integer(1...65535), "whom to report to")

    static let all: [any TableArgument] = [
        scenario, control, PlayArguments.policy, PlayArguments.stamps, PlayArguments.seed, RunCommand.run,
    ]

    static func plan(of call: Call) throws -> LivePlan {
        let path = try call[scenario]
        return LivePlan(
            scenario: try ScenarioReader.scenario(in: try FileAccess.read(path), of: path),
            choice: try PlayArguments.choice(of: call), seed: try PlayArguments.seed(of: call),
            run: UInt64(try call[RunCommand.run] ?? 0))
    }
}

extension Argument {
    /// `--name VALUE` that must be there: for calls that no person makes.
    fileprivate static func operandOption(
        _ name: String, _ placeholder: String, _ reader: ValueReader<Result>, _ explanation: String
    ) -> Argument {
        let option = Argument<Result?>.option(name, placeholder, reader, explanation)
        return Argument(row: option.row) { values, context throws(CommandFailure) in
            guard let value = try option.result(values, context) else { throw .usage("--\(name) is missing.") }
            return value
        }
    }
}

/// What a process of a trial has in common with the others: the loop, the line to whoever started it, the clock.
final class LiveMember {
    let loop = EventLoop()
    let control: Connection
    /// The monotonic clock at the start of the scenario, and the wall clock then, in microseconds.
    private(set) var start: UInt64 = 0
    private(set) var wall: UInt64 = 0
    /// How many messages were handed to the network and how many came.
    var sentCount: UInt64 = 0
    var receivedCount: UInt64 = 0
    /// How late the latest message was, in microseconds.
    var greatestDelay: UInt64 = 0

    init(port: Int) throws { control = try Connection(to: UInt16(clamping: port)) }

    /// Microseconds since the start.
    var elapsed: UInt64 { EventLoop.now &- start }

    /// Has a task done so many microseconds after the start.
    func schedule(at time: UInt64, _ task: @escaping EventLoop.Task) { loop.schedule(at: start + time, task) }

    /// Hands a message to the network: it arrives at those times, or as soon as there is a connection.
    func send(_ packet: JSON, arrivingAt arrivals: [UInt64], over connection: @escaping () -> Connection?) {
        for arrival in arrivals {
            sentCount += 1
            let packet = packet.adding(["due": .unsigned(start + arrival)])
            schedule(at: arrival) { [self] in try deliver(packet, over: connection) }
        }
    }

    private func deliver(_ packet: JSON, over connection: @escaping () -> Connection?) throws {
        if let connection = connection() { return try connection.send(packet) }
        schedule(at: elapsed + 1000) { [self] in try deliver(packet, over: connection) }
    }

    /// Notes that a message has come.
    func noteArrival(of packet: JSON) {
        receivedCount += 1
        if let due = packet["due"]?.unsignedValue { greatestDelay = max(greatestDelay, EventLoop.now &- due) }
    }

    /// Serves whoever started this process until it says that all is over.
    ///
    /// - Parameter horizon: what is due later does not count as under way.
    func serve(
        until horizon: UInt64,
        begin: @escaping (JSON) throws -> Void, other: @escaping (JSON) throws -> Void,
        report: @escaping () -> JSON
    ) throws {
        loop.watch(control.descriptor) { [self] in
            // Whoever started this is gone: so is what this was for.
            guard let messages = try control.receive() else { return loop.end() }
            for message in messages {
                if let start = message["begin"]?.unsignedValue, let wall = message["wall"]?.unsignedValue {
                    (self.start, self.wall) = (start, wall)
                    try begin(message)
                } else if message["status"] != nil {
                    try control.send([
                        "pending": .int(loop.pendingCount(before: start + horizon)), "sent": .int(sentCount),
                        "received": .int(receivedCount),
                    ])
                } else if message["finish"] != nil {
                    let delay = max(loop.greatestDelay, greatestDelay)
                    try control.send(report().adding(["delay": .int(delay)]))
                    loop.end()
                } else {
                    try other(message)
                }
            }
        }
        try loop.run()
    }
}

extension LivePlan {
    /// The policy that a call asks for, if real processes can follow it.
    static func choice(of call: Call) throws -> PolicyChoice {
        let choice = try PlayArguments.choice(of: call)
        if case .registered(let policy) = choice { throw refusal(of: policy) }
        return choice
    }

    /// Real processes need a wire format, which only the policies of the store have.
    static func refusal(of policy: RegisteredPolicy) -> CommandFailure {
        .usage(
            "“\(policy.name)” runs in the simulator only.",
            hint: "Real processes run under fieldLWW or lineMerge: give --policy.")
    }
}
