internal import EventLog
internal import Projections

extension Ledger {
    /// How much was done when and by whom: the log's events by day, device and kind, in that order.
    ///
    /// - Complexity: O(events since the last time it was asked by someone who may write).
    public func activity() throws(LedgerError) -> [Activity] {
        try withLog { log in
            let kept = try? log.withCheckpoint(of: .activity, note: 0) { try ActivityProjection(checkpoint: $0) }
            var projection = kept ?? ActivityProjection()
            let (start, end) = (projection.position, try log.tail().position)
            if start < end {
                try log.forEachEvent(in: start + 1...end) { position, event in
                    projection.apply(event, at: position)
                    return true
                }
            }
            if start < end, end - start > Self.eventsWorthCounting, !options.isReadOnly {
                // Whether it can be kept does not matter to who asks.
                try? log.setCheckpoint(projection.checkpoint, of: .activity, note: 0)
            }
            return projection.counts.map {
                Activity(day: $0.key.day, device: $0.key.device, kind: $0.key.kind, count: $0.value)
            }.sorted { ($0.day, $0.device, $0.kind.code) < ($1.day, $1.device, $1.kind.code) }
        }
    }

    private static var eventsWorthCounting: UInt64 { 4096 }
}
