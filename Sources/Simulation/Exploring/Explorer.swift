public import Checklist
public import Merging

/// Tries every interleaving of a small scenario: what its users do, every flush and every message, in any order that the
/// devices' own order and the links' order allow. Times only stamp; faults and delays are what the orders stand for.
///
/// - States that were reached before are not gone through again.
/// - A device that is done and only listens is served at once: that commutes with all else.
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

    /// An explorer of a scenario under a policy.
    public init(_ scenario: Scenario, policy: Policy, limit: Int = 5_000_000, reorders: Bool = false) {
        self.scenario = scenario
        self.policy = policy
        self.limit = limit
        self.reorders = reorders
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

    typealias Exploration = World<Policy, Trace>

    /// Searches.
    ///
    /// - Parameter progress: told the number of states now and then.
    public func explore(progress: (Int) -> Void = { _ in }) throws(ScenarioError) -> Result {
        var result = Result()
        let orders = scenario.devices.indices.permutations
        let symmetries = orders.filter(scenario.bare.isSymmetric)
        result.idOrders.of = orders.count
        var tried: Set<[Int]> = []
        for order in orders {
            // A renaming of the devices maps this order of ids to another one, which has been tried.
            if symmetries.contains(where: { symmetry in tried.contains(symmetry.map { order[$0] }) }) { continue }
            tried.insert(order)
            result.idOrders.tried += 1
            let ids = order.map { DeviceID(UInt64($0) + 1) }
            var start = try World(scenario.bare, policy: policy, observer: Trace(), ids: ids)
            start.prepare(0)
            var search = Search(limit: limit - result.states, reorders: reorders)
            let isHarmful = search.depthFirst(start, progress)
            result.states += search.visited.count
            result.steps += search.steps
            result.ends += search.ends
            if search.isOverLimit { result.isComplete = false }
            if isHarmful {
                result.counterexample = search.shortest(start, limit: limit, ids: ids)
                return result
            }
            if search.isOverLimit { return result }
        }
        return result
    }

    /// One search from one start.
    struct Search {
        var limit: Int
        var reorders: Bool
        var visited: Set<SIMD2<Int>> = []
        var steps = 0
        var ends = 0
        var isOverLimit = false

        init(limit: Int, reorders: Bool) {
            self.limit = limit
            self.reorders = reorders
        }

        /// Looks at all states; ends early at one in which an action came to harm, and then says true.
        mutating func depthFirst(_ start: Exploration, _ progress: (Int) -> Void) -> Bool {
            var stack = [start]
            visited.insert(start.fingerprint)
            while let world = stack.popLast() {
                let choices = world.choices(reorders: reorders)
                if choices.isEmpty {
                    ends += 1
                    if !world.judge().isClean { return true }
                }
                for choice in choices {
                    let next = world.taking(choice)
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
        mutating func shortest(_ start: Exploration, limit: Int, ids: [DeviceID]) -> Counterexample? {
            var seen: Set<SIMD2<Int>> = [start.fingerprint]
            var layer = [start]
            while !layer.isEmpty {
                var next: [Exploration] = []
                for world in layer {
                    let choices = world.choices(reorders: reorders)
                    if choices.isEmpty {
                        let ledger = world.judge()
                        if !ledger.isClean {
                            return Counterexample(steps: world.observer.entries, ledger: ledger, ids: ids)
                        }
                    }
                    for choice in choices {
                        let reached = world.taking(choice)
                        if seen.insert(reached.fingerprint).inserted { next.append(reached) }
                    }
                }
                layer = next
            }
            return nil
        }
    }
}
