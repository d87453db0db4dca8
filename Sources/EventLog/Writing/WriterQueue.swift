/// The requests that wait, and who owns the session.
///
/// The session and the batch being assembled (`open`) have one owner at a time: the planner, the writer, or neither. Only
/// the owner may use them.
struct WriterQueue {
    enum Owner {
        /// Plans requests speculatively, in memory, while the batch before is being committed.
        case planner
        /// Plans requests in a transaction, and seals the batch.
        case writer
    }

    private(set) var owner: Owner?
    /// Whether the writer wants to be the next owner.
    private var writerWaits = false
    /// The requests that are in no batch yet.
    var waiting = RequestQueue()
    /// The batch that comes next.
    var open = WriteBatch()
    /// Whether a commit is under way or scheduled.
    var isWriting = false
    /// Whether the planner runs or is scheduled.
    var isPlanning = false
    /// Whether nothing can be planned before the writer has had its turn; at first it must read where the log ends.
    private var needsWriter = true
    /// Whether the sealed batch is committed.
    private var isSealedCommitted = false
    /// For how many more commits nothing is planned speculatively.
    private var backoff = 0
    private let speculationBackoff: Int

    init(speculationBackoff: Int) { self.speculationBackoff = speculationBackoff }

    /// The weight of waiting requests from which on waking the planner pays; waking costs as much as planning a dozen.
    private static var wakingWeight: Int { 64 }
    /// A batch of this weight waits for no more requests: planning them takes about as long as a commit.
    private static var committingWeight: Int { 512 }
    /// The planner adds no request that would make a batch heavier than this, so that no caller waits for a whole flood.
    private static var largestBatch: Int { 1024 }

    // MARK: Planner

    /// Whether the planner should be woken; if so, it counts as running.
    mutating func wakesPlanner() -> Bool {
        guard isWriting, !isPlanning, owner == nil, !needsWriter, backoff == 0, waiting.weight >= Self.wakingWeight
        else { return false }
        isPlanning = true
        return true
    }

    /// What the planner is to do next.
    enum PlannerTurn {
        case plan(WriteBatch)
        case sleep
    }

    /// Gives the planner its turn; nil while it has to wait.
    mutating func plannerTurn() -> PlannerTurn? {
        if isWriting, !needsWriter, backoff == 0, !waiting.isEmpty {
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
    ///   - needsWriter: whether the batch cannot be finished without a transaction.
    ///   - isDiscarded: whether what was planned must be rolled back.
    mutating func endPlannerTurn(needsWriter: Bool, isDiscarded: Bool) {
        owner = nil
        if needsWriter { self.needsWriter = true }
        if isDiscarded { backoff = speculationBackoff }
    }

    // MARK: Writer

    /// Announces the writer, so that the planner starts nothing new.
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
    /// - Parameter isPoisoned: whether the session must be rolled back before anything is planned on it.
    mutating func endWriterTurn(isPoisoned: Bool) {
        owner = nil
        needsWriter = isPoisoned
    }

    /// Removes and returns the next batch, filled up with waiting requests.
    mutating func takeBatch() -> WriteBatch {
        let batch = open
        open = WriteBatch()
        while batch.isEmpty || batch.weight < Self.committingWeight, let request = waiting.popFirst() {
            batch.add(request)
        }
        return batch
    }

    /// Dissolves the next batch: its requests wait again, before all others.
    mutating func dissolveOpenBatch() {
        waiting.prepend(open.requests)
        open = WriteBatch()
    }

    /// Removes and returns everything that waits, planned or not.
    mutating func takeAll() -> WriteBatch {
        let batch = open
        open = WriteBatch()
        while let request = waiting.popFirst() { batch.add(request) }
        return batch
    }

    /// Whether the sealed batch is committed; resets the flag.
    mutating func takeSealedOutcome() -> Bool {
        defer { isSealedCommitted = false }
        return isSealedCommitted
    }

    /// Records that a speculatively planned batch had to be discarded.
    mutating func noteDiscardedSpeculation() { backoff = speculationBackoff }

    /// Records the outcome of the sealed batch's commit.
    mutating func noteOutcome(isCommitted: Bool) {
        isSealedCommitted = isCommitted
        if isCommitted, backoff > 0 { backoff -= 1 }
    }

    /// Whether there is more to commit; if not, the writer is idle.
    mutating func continuesWriting() -> Bool {
        isWriting = owner == .planner || !open.isEmpty || !waiting.isEmpty
        return isWriting
    }
}

/// Requests in the order of their arrival.
struct RequestQueue {
    private var requests: [WriteRequest?] = []
    private var start = 0
    /// The requests' weights together.
    private(set) var weight = 0

    var isEmpty: Bool { start == requests.count }

    /// The weight of the first request; 0 if there is none.
    var firstWeight: Int { start < requests.count ? requests[start]?.weight ?? 0 : 0 }

    mutating func append(_ request: WriteRequest) {
        requests.append(request)
        weight += request.weight
    }

    /// Inserts requests before all others.
    mutating func prepend(_ earlier: [WriteRequest]) {
        requests.replaceSubrange(..<start, with: earlier.map { $0 })
        start = 0
        weight += earlier.reduce(0) { $0 + $1.weight }
    }

    mutating func popFirst() -> WriteRequest? {
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
