public import Checklist
public import Merging

/// Tries every interleaving of a small scenario: what its users do, every flush and every message, in any order that the
/// devices' own order and the links' order allow, and if asked to, every place for a lost or doubled message or a crash.
/// Times only stamp; delays are what the orders stand for.
///
/// - States that were reached before are not gone through again.
/// - Of steps that commute only one order is tried (partial-order reduction by persistent sets).
/// - The devices' ids decide ties, so every order of ids is tried; of orders that a renaming of interchangeable devices
///   turns into each other, only one (symmetry reduction).
public struct Explorer<Policy: MergePolicy>: Sendable {
    /// The scenario; links, flush times and faults are ignored.
    public let scenario: Scenario
    /// The policy.
    public let policy: Policy
    /// How many states at most are looked at.
    public var limit: Int
    /// Whether messages of a link may overtake each other.
    public var reorders: Bool
    /// What may go wrong.
    public var faults: FaultBudget
    /// Whether of steps that commute only one order is tried: a test compares.
    package var isReduced = true

    /// An explorer of a scenario under a policy.
    public init(
        _ scenario: Scenario, policy: Policy, limit: Int = 5_000_000, reorders: Bool = false,
        faults: FaultBudget = .none
    ) {
        self.scenario = scenario
        self.policy = policy
        self.limit = limit
        self.reorders = reorders
        self.faults = faults
    }

    /// What a search came to.
    public struct Result: Sendable {
        /// How many different states there are (or were looked at).
        public var states = 0
        /// How many steps lead from one to another.
        public var steps = 0
        /// How many of the states are ends.
        public var ends = 0
        /// How many orders of ids were tried, and how many there are.
        public var idOrders = (tried: 0, of: 0)
        /// Whether all states were looked at.
        public var isComplete = true
        /// A shortest way to an end in which an action came to harm, if there is one.
        public var counterexample: Counterexample?
    }

    /// A way to harm.
    public struct Counterexample: Sendable {
        /// What happens, in order.
        public var steps: [TraceEntry]
        /// What became of the actions.
        public var ledger: LossLedger
        /// The devices' ids, by index.
        public var ids: [DeviceID]
    }

    /// Searches.
    ///
    /// - Parameter progress: told the number of states now and then.
    public func explore(progress: (Int) -> Void = { _ in }) throws(ScenarioError) -> Result {
        var result = Result()
        let bare = scenario.bare(losingMessages: faults != .none)
        let orders = scenario.devices.indices.permutations
        let symmetries = orders.filter(bare.isSymmetric)
        result.idOrders.of = orders.count
        var tried: Set<[Int]> = []
        for order in orders {
            // A renaming of the devices maps this order of ids to another one, which has been tried.
            if symmetries.contains(where: { symmetry in tried.contains(symmetry.map { order[$0] }) }) { continue }
            tried.insert(order)
            result.idOrders.tried += 1
            let ids = order.map { DeviceID(UInt64($0) + 1) }
            let start = ExploredState(
                try World(bare, policy: policy, observer: Unobserved(), ids: ids), faults: faults, reorders: reorders,
                isReduced: isReduced)
            var search = Search(limit: limit - result.states)
            let isHarmful = search.depthFirst(start, progress)
            result.states += search.visited.count
            result.steps += search.steps
            result.ends += search.ends
            if search.isOverLimit { result.isComplete = false }
            if isHarmful {
                let observed = ExploredState(
                    try World(bare, policy: policy, observer: Trace(), ids: ids), faults: faults, reorders: reorders,
                    isReduced: isReduced)
                result.counterexample = search.shortest(start).map { Self.replay($0, from: observed, ids: ids) }
                return result
            }
            if search.isOverLimit { return result }
        }
        return result
    }

    /// Goes a way again, and notes what happens.
    private static func replay(
        _ way: [ExploredChoice], from start: ExploredState<Policy, Trace>, ids: [DeviceID]
    ) -> Counterexample {
        var state = start
        for choice in way { state = state.taking(choice) }
        return Counterexample(steps: state.world.observer.entries, ledger: state.judge(), ids: ids)
    }

    /// One search from one start.
    private struct Search {
        typealias State = ExploredState<Policy, Unobserved>

        var limit: Int
        var visited: Set<SIMD2<UInt64>> = []
        var steps = 0
        var ends = 0
        var isOverLimit = false

        init(limit: Int) { self.limit = limit }

        /// Looks at all states; ends early at one in which an action came to harm, and then says true.
        mutating func depthFirst(_ start: State, _ progress: (Int) -> Void) -> Bool {
            var stack = [start]
            visited.insert(start.fingerprint)
            while let state = stack.popLast() {
                let choices = state.choices()
                if choices.isEmpty {
                    ends += 1
                    if !state.judge().isClean { return true }
                }
                for choice in choices {
                    let next = state.taking(choice)
                    steps += 1
                    guard visited.insert(next.fingerprint).inserted else { continue }
                    stack.append(next)
                    if visited.count % 10_000 == 0 { progress(visited.count) }
                    if visited.count >= limit {
                        isOverLimit = true
                        return false
                    }
                }
            }
            return false
        }

        /// A shortest way to harm: looks at states in order of their distance from the start.
        func shortest(_ start: State) -> [ExploredChoice]? {
            var seen: Set<SIMD2<UInt64>> = [start.fingerprint]
            // How each state was reached: from which one, by what.
            var arrivals: [(from: Int, by: ExploredChoice)] = []
            var layer: [(state: State, arrival: Int)] = [(start, -1)]
            while !layer.isEmpty {
                var next: [(state: State, arrival: Int)] = []
                for (state, arrival) in layer {
                    let choices = state.choices()
                    if choices.isEmpty, !state.judge().isClean {
                        var way: [ExploredChoice] = []
                        var last = arrival
                        while last >= 0 {
                            way.append(arrivals[last].by)
                            last = arrivals[last].from
                        }
                        return way.reversed()
                    }
                    for choice in choices {
                        let reached = state.taking(choice)
                        guard seen.insert(reached.fingerprint).inserted else { continue }
                        arrivals.append((arrival, choice))
                        next.append((reached, arrivals.count - 1))
                    }
                }
                layer = next
            }
            return nil
        }
    }
}
