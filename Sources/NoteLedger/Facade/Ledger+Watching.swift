public import Events

extension Ledger {
    /// The events after a position, those to come included: first what is in the log, then each as it is committed,
    /// by this process or any other. No gap, no duplicate.
    ///
    /// - Parameters:
    ///   - position: the last one already seen; 0 starts at the beginning, nil at the present end.
    ///   - note: only events of this note.
    public func subscribe(after position: UInt64? = nil, to note: NoteID? = nil) -> Subscription {
        Subscription()
    }

    /// Events as they come; see ``subscribe(after:to:)``. Ends when the ledger is closed.
    public struct Subscription: AsyncSequence, Sendable {
        /// Gives the events one by one.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// The next event; waits for one. Nil when the ledger is closed or the task is cancelled.
            public mutating func next() async throws(LedgerError) -> HistoryEntry? { throw .unfinished }
        }

        /// Starts to listen.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }
}
