public import Events
internal import EventLog

extension Ledger {
    /// The events after a position, those to come included: first what is in the log, then each as it is committed,
    /// by this process or any other. No gap, no duplicate.
    ///
    /// - Parameters:
    ///   - position: the last one already seen; 0 starts at the beginning, nil at the present end.
    ///   - note: only events of this note.
    ///   - isWanted: is asked a few times a second while nothing comes; false ends it.
    ///
    /// The iterator throws when the store's files are removed, moved or replaced: nothing would come from them any more.
    /// - Throws: `badData` or `inputOutput` if the present end is asked for and cannot be read.
    public func subscribe(
        after position: UInt64? = nil, to note: NoteID? = nil, while isWanted: @Sendable @escaping () -> Bool = { true }
    ) throws(LedgerError) -> Subscription {
        let start = if let position { position } else { try lastPosition() }
        return Subscription(log: log, position: start, note: note, isWanted: isWanted)
    }

    /// Events as they come; see ``Ledger/subscribe(after:to:while:)``. Ends when the ledger is closed or the task cancelled.
    public struct Subscription: AsyncSequence, Sendable {
        let log: EventLog
        let position: UInt64
        let note: NoteID?
        let isWanted: @Sendable () -> Bool

        /// Starts to listen.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

        /// Gives the events one by one.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private let log: EventLog
            private let note: NoteID?
            private let isWanted: @Sendable () -> Bool
            /// The last position that was read.
            private var position: UInt64
            /// Events read and not given yet, the next one last.
            private var ready: [HistoryEntry] = []

            init(_ subscription: Subscription) {
                log = subscription.log
                position = subscription.position
                note = subscription.note
                isWanted = subscription.isWanted
            }

            /// How many events are read at a time.
            private static var chunk: UInt64 { 256 }

            /// The next event; waits for one. Nil when the ledger is closed, the task is cancelled, or nobody wants more.
            public mutating func next() async throws(LedgerError) -> HistoryEntry? {
                // Commits of other processes are looked for, at distances that grow while nothing comes.
                var pause = Duration.milliseconds(1)
                while true {
                    if let entry = ready.popLast() { return entry }
                    if Task.isCancelled || log.commits.isClosed { return nil }
                    let seen = log.commits.count
                    if try readOn() { continue }
                    if !isWanted() { return nil }
                    try LedgerError.translating { try log.environment.checkNames() }
                    await log.commits.wait(since: seen, atMost: pause)
                    pause = Swift.min(pause * 2, .milliseconds(64))
                }
            }

            /// Reads the next events; false if there are none.
            private mutating func readOn() throws(LedgerError) -> Bool {
                let (log, note, start) = (log, note, position)
                let (events, last) = try LedgerError.translating { () -> ([Event], UInt64) in
                    let end = try log.tail().position
                    guard end > start else { return ([], start) }
                    let last = Swift.min(end, start + Self.chunk)
                    let events = try log.events(in: start + 1...last)
                    return (events, start + UInt64(events.count))
                }
                guard last > start else { return false }
                position = last
                for (index, event) in events.enumerated().reversed() where note == nil || event.note == note {
                    ready.append(HistoryEntry(position: start + 1 + UInt64(index), event: event))
                }
                return true
            }
        }
    }
}
