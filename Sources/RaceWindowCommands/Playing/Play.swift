import CommandLineKit
import Merging
import Simulation

/// Plays scenarios under the policy that a call asks for.
struct Play: Sendable {
    var choice: PolicyChoice

    /// What came of one run.
    struct Outcome: Sendable {
        var ledger: LossLedger
        var trace: [TraceEntry]
        /// The body that each device ended with.
        var bodies: [[UInt8]]
        /// Notes that were set aside for users to look at.
        var conflictCopies = 0
        var choice: PolicyChoice
        var run: UInt64
    }

    func run(_ scenario: Scenario, seed: UInt64, run: UInt64 = 0) throws(CommandFailure) -> Outcome {
        switch choice {
        case .fieldLWW(let stamping): try play(scenario, FieldLWW.Policy(stamping: stamping), seed: seed, run: run)
        case .lineMerge: try play(scenario, LineMerge.Policy(), seed: seed, run: run)
        case .registered(let registered): try play(scenario, registered.policy, seed: seed, run: run)
        }
    }

    /// Runs of consecutive numbers, and how many of them came to harm.
    func harmCount(_ scenario: Scenario, seed: UInt64, runs: Range<UInt64>) throws(CommandFailure) -> Int {
        var harmed = 0
        for number in runs where !(try run(scenario, seed: seed, run: number)).ledger.isClean { harmed += 1 }
        return harmed
    }

    private func play<Policy: MergePolicy>(
        _ scenario: Scenario, _ policy: Policy, seed: UInt64, run: UInt64
    ) throws(CommandFailure) -> Outcome {
        do {
            var world = try World(scenario, policy: policy, seed: seed, observer: Trace())
            let ledger = world.run(run)
            return Outcome(
                ledger: ledger, trace: world.observer.entries,
                bodies: world.finalDevices.map(\.replica.document.bytes),
                conflictCopies: world.finalDevices.reduce(0) { $0 + $1.replica.conflictCopies.count },
                choice: choice, run: run)
        } catch {
            throw .badData(error.message)
        }
    }

    func explore(
        _ scenario: Scenario, limit: Int, reorders: Bool, faults: FaultBudget = .none, progress: (Int) -> Void
    ) throws(CommandFailure) -> Exploration {
        func explore(_ policy: some MergePolicy) throws(ScenarioError) -> Exploration {
            let explorer = Explorer(scenario, policy: policy, limit: limit, reorders: reorders, faults: faults)
            return Exploration(try explorer.explore(progress: progress))
        }
        do {
            switch choice {
            case .fieldLWW(let stamping): return try explore(FieldLWW.Policy(stamping: stamping))
            case .lineMerge: return try explore(LineMerge.Policy())
            case .registered(let registered): return try explore(registered.policy)
            }
        } catch {
            throw .badData(error.message)
        }
    }

    private func shrink(
        _ scenario: Scenario, _ policy: some MergePolicy, seed: UInt64, run: UInt64
    ) -> Scenario {
        Shrinker(policy: policy, seed: seed, run: run).shrink(scenario)
    }

    func shrink(_ scenario: Scenario, seed: UInt64, run: UInt64) -> Scenario {
        switch choice {
        case .fieldLWW(let stamping):
            Shrinker(policy: FieldLWW.Policy(stamping: stamping), seed: seed, run: run).shrink(scenario)
        case .lineMerge: Shrinker(policy: LineMerge.Policy(), seed: seed, run: run).shrink(scenario)
        case .registered(let registered): shrink(scenario, registered.policy, seed: seed, run: run)
        }
    }
}

/// What a search came to, whatever the policy.
struct Exploration: Sendable {
    var states: Int
    var steps: Int
    var ends: Int
    var idOrders: (tried: Int, of: Int)
    var isComplete: Bool
    var trace: [TraceEntry]?
    var ledger: LossLedger?

    init<Policy>(_ result: Explorer<Policy>.Result) {
        states = result.states
        steps = result.steps
        ends = result.ends
        idOrders = result.idOrders
        isComplete = result.isComplete
        trace = result.counterexample?.steps
        ledger = result.counterexample?.ledger
    }
}

/// The clocks by name, as `--stamps` takes them.
enum StampsName: String, CaseIterable, Sendable {
    case client
    case hlc
    case server
}

/// Arguments that several commands take.
enum PlayArguments {
    static let scenario = Argument.operand("SCENARIO", .file, "a name from the library, or a scenario file")
    static let policy = Argument.option(
        "policy", "NAME", .policy, "one that “racewindow policies” lists; fieldLWW unless given")
    static let stamps = Argument.option(
        "stamps", "CLOCK", .choice(StampsName.self), "whose clock stamps versions under fieldLWW: client (as usual)")
    static let seed = Argument.option("seed", "N", .integer(0...Int.max), "the seed of all chance; 1 unless given")

    static func choice(of call: Call) throws -> PolicyChoice {
        let chosen = try call[policy] ?? .fieldLWW(.client)
        guard case .fieldLWW = chosen, let stamps = try call[stamps] else { return chosen }
        return .fieldLWW(FieldLWW.Stamping(rawValue: stamps.rawValue) ?? .client)
    }

    static func seed(of call: Call) throws -> UInt64 { UInt64(try call[seed] ?? 1) }
}

extension ValueReader<PolicyChoice> {
    /// A policy by its name.
    static var policy: ValueReader {
        let names = ["fieldLWW"] + PolicyChoice.all.map(\.description)
        return ValueReader("one of the policies \(names.spokenList(with: "and"))", completion: .choices(names)) {
            word, _ in
            PolicyChoice(word)
        }
    }
}
