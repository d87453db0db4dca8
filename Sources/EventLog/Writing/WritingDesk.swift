/// Where requests wait, and whose turn it is.
///
/// The session and the batch that is being put together (`open`) have one owner at a time. Who is none keeps its hands
/// off both.
struct WritingDesk<State: NoteState> {
    enum Owner {
        /// Plans requests ahead, in memory, while the batch before is being committed.
        case planner
        /// Plans requests in a transaction, and ends the batch.
        case writer
    }

    private(set) var owner: Owner?
    /// Whether the writer wants to be the next owner.
    private var writerWaits = false
    /// The requests that nobody has begun with.
    var waiting = RequestQueue<State>()
    /// The batch that comes next.
    var open = WriteBatch<State>()
    /// Whether a commit is under way or about to be.
    var isWriting = false
    /// Whether the planner is at work or about to be.
    var isPlanning = false
    /// Whether nothing can be planned before the writer had its turn: at first it has to read where the log ends.
    private var needsWriter = true
    /// Whether the batch that was sealed last is committed.
    private var hasLanded = false
    /// How many commits are still to be waited for before something is planned ahead again.
    private var rest = 0
    private let restAfterVain: Int

    init(restAfterVain: Int) { self.restAfterVain = restAfterVain }

    /// From how many events on it pays to wake the planner, which costs as much as planning a dozen.
    private static var worthWaking: Int { 64 }
    /// A batch of so many events is not kept waiting for more: planning them takes about as long as a commit.
    private static var worthCommitting: Int { 512 }
    /// A batch takes no further request with which it would have more events, so that none waits for all of a flood.
    private static var largestBatch: Int { 1024 }

    // MARK: Planning ahead

    /// Whether the planner should be woken; then it is taken for awake.
    mutating func wakesPlanner() -> Bool {
        guard isWriting, !isPlanning, owner == nil, !needsWriter, rest == 0, waiting.weight >= Self.worthWaking else {
            return false
        }
        isPlanning = true
        return true
    }

    /// What the planner is to do next.
    enum PlannerTurn {
        case plan(WriteBatch<State>)
        case sleep
    }

    /// Gives the planner its turn; nil while it has to wait.
    mutating func plannerTurn() -> PlannerTurn? {
        if isWriting, !needsWriter, rest == 0, !waiting.isEmpty {
            guard owner == nil, !writerWaits else { return nil }
            if open.isEmpty || open.weight + waiting.firstWeight <= Self.largestBatch,
                let request = waiting.popFirst()
            {
                owner = .planner
                open.add(request)
                return .plan(open)
            }
        }
        isPlanning = false
        return .sleep
    }

    /// Ends the planner's turn.
    ///
    /// - Parameters:
    ///   - needsWriter: whether what it planned cannot be finished without a transaction.
    ///   - inVain: whether what it planned must be thrown away.
    mutating func endPlannerTurn(needsWriter: Bool, inVain: Bool) {
        owner = nil
        if needsWriter { self.needsWriter = true }
        if inVain { rest = restAfterVain }
    }

    // MARK: Writing

    /// Announces the writer, so that the planner takes nothing new.
    mutating func announceWriter() { writerWaits = true }

    /// Gives the writer its turn; false while it has to wait.
    mutating func writerTurn() -> Bool {
        writerWaits = true
        guard owner == nil else { return false }
        writerWaits = false
        owner = .writer
        return true
    }

    /// Ends the writer's turn.
    ///
    /// - Parameter isSpoiled: whether it left the session as nobody can go on from.
    mutating func endWriterTurn(isSpoiled: Bool) {
        owner = nil
        needsWriter = isSpoiled
    }

    /// Hands over the next batch, with those that wait as far as they fit.
    mutating func takeBatch() -> WriteBatch<State> {
        let batch = open
        open = WriteBatch()
        while batch.isEmpty || batch.weight < Self.worthCommitting, let request = waiting.popFirst() {
            batch.add(request)
        }
        return batch
    }

    /// Takes the next batch apart: its requests wait again, before all others.
    mutating func returnOpenBatch() {
        waiting.prepend(open.requests)
        open = WriteBatch()
    }

    /// Hands over everything that waits, planned or not.
    mutating func takeAll() -> WriteBatch<State> {
        let batch = open
        open = WriteBatch()
        while let request = waiting.popFirst() { batch.add(request) }
        return batch
    }

    /// Whether the batch that was sealed last is committed; asked once.
    mutating func takeLanded() -> Bool {
        defer { hasLanded = false }
        return hasLanded
    }

    /// Notes that something that was planned ahead had to be thrown away.
    mutating func notePlannedInVain() { rest = restAfterVain }

    /// Notes how the commit of the batch ended that was sealed last.
    mutating func noteOutcome(isCommitted: Bool) {
        hasLanded = isCommitted
        if isCommitted, rest > 0 { rest -= 1 }
    }

    /// Whether there is more to commit; if not, the writer is at rest.
    mutating func goesOn() -> Bool {
        isWriting = owner == .planner || !open.isEmpty || !waiting.isEmpty
        return isWriting
    }
}

/// Requests in the order in which they came.
struct RequestQueue<State: NoteState> {
    private var requests: [WriteRequest<State>?] = []
    private var start = 0
    /// How much they ask for together.
    private(set) var weight = 0

    var isEmpty: Bool { start == requests.count }

    /// How much the first asks for; 0 if there is none.
    var firstWeight: Int { start < requests.count ? requests[start]?.weight ?? 0 : 0 }

    mutating func append(_ request: WriteRequest<State>) {
        requests.append(request)
        weight += request.weight
    }

    /// Puts requests before all others.
    mutating func prepend(_ earlier: [WriteRequest<State>]) {
        requests.replaceSubrange(..<start, with: earlier.map { $0 })
        start = 0
        weight += earlier.reduce(0) { $0 + $1.weight }
    }

    mutating func popFirst() -> WriteRequest<State>? {
        guard start < requests.count, let request = requests[start] else { return nil }
        requests[start] = nil
        start += 1
        weight -= request.weight
        if start == requests.count {
            requests.removeAll(keepingCapacity: true)
            start = 0
        } else if start > 1024, start * 2 > requests.count {
            requests.removeSubrange(..<start)
            start = 0
        }
        return request
    }
}
