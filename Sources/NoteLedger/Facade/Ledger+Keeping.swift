internal import EventLog
internal import Events
internal import LMDB
internal import Synchronization

extension Ledger {
    /// The state of the log in 32 bytes, as it is or was after the event at `position`.
    ///
    /// - Throws: `notFound` if the log is not that long.
    /// - Complexity: O(1): at most 256 records are hashed.
    public func head(at position: UInt64? = nil) throws(LedgerError) -> LogHead {
        try withLog { log in
            let end = try log.tail()
            guard let position, position != end.position else {
                return LogHead(position: end.position, hash: end.head)
            }
            guard position < end.position else {
                throw LedgerError(.notFound, "the log has \(end.position) events, not \(position)")
            }
            return LogHead(position: position, hash: try log.chainHead(at: position))
        }
    }

    /// Throws all projections and indexes away and folds them again from the events, in one transaction.
    ///
    /// - Returns: how many events were folded.
    /// - Throws: `badData` if the records do not lead to the head that is stored: then nothing is changed, since a
    ///   rebuild would make changed records look right.
    @discardableResult
    public func rebuild(progress: ProgressHandler? = nil) throws(LedgerError) -> UInt64 {
        try withWritableLog { log in
            try log.perform { session, transaction in
                try session.rebuild(in: &transaction) { done, total in
                    progress?(Progress(done: done, total: total)) ?? true
                }
                return session.tail.position
            }
        }
    }

    /// Copies the store, as of one moment, into an empty or new folder, while others go on writing.
    ///
    /// A copy that is opened for writing becomes a device of its own, so that no two stores number events alike.
    public func backup(to folder: String) throws(LedgerError) {
        try withLog { log in
            try SystemFiles.makeParents(of: folder)
            try log.copy(to: folder)
        }
    }

    /// Figures of the store.
    ///
    /// - Parameter moment: the time to look back to, for all but the bytes on disk, which are those of now; nil is now.
    /// - Complexity: O(notes) now; for the past, the log up to that moment and each note's body then are read.
    public func statistics(at moment: Moment? = nil) throws(LedgerError) -> Statistics {
        try withLog { log in
            let notes = try notes(at: moment)
            let (eventCount, authors) = try log.extent(within: moment?.bound)
            let environment = try log.environment.statistics()
            return Statistics(
                eventCount: eventCount, noteCount: notes.count,
                trashedCount: notes.count { $0.isTrashed }, deviceCount: authors.count,
                bodyByteCount: notes.reduce(0) { $0 + $1.byteCount }, tableByteCounts: try log.tableSizes(),
                usedByteCount: environment.byteCount - environment.freePageCount * environment.pageSize)
        }
    }

    /// The health of what the store stands on.
    public func diagnose() throws(LedgerError) -> Diagnosis {
        try withLog { log in
            let stale = log.environment.clearDeadReaders()
            let statistics = try log.environment.statistics()
            let fileSystem = log.environment.fileSystem
            var remarks = LibraryVersion.loaded.knownFaults.map { fault in
                Diagnosis.Remark(
                    isWarning: !fault.isAvoided, "LMDB \(LibraryVersion.loaded), \(fault.reference): \(fault.summary)")
            }
            if stale > 0 {
                remarks.append(.init(isWarning: false, "\(stale) readers of dead processes were cleared"))
            }
            let (newest, now) = (try log.tail().stamp, options.clock())
            if options.isTooFarAhead(newest, at: now) {
                remarks.append(
                    .init(
                        isWarning: true,
                        "an event is stamped \(newest), ahead of this machine's clock: a clock was or is wrong. New events of "
                            + "its note stay after it; those of other notes are stamped by the clock"))
            }
            let oldest = log.environment.readers.compactMap(\.transaction).min() ?? statistics.lastTransaction
            if statistics.lastTransaction - min(oldest, statistics.lastTransaction) > 1000 {
                remarks.append(
                    .init(isWarning: true, "a reader holds on to an old state of the store, which makes the file grow"))
            }
            let free = Int(clamping: fileSystem?.availableBytes ?? 0)
            if let fileSystem, fileSystem.availableBytes < 64 << 20 {
                remarks.append(.init(isWarning: true, "less than 64 MB are free on the disk"))
            }
            if statistics.byteCount > statistics.mapSize / 2 {
                remarks.append(.init(isWarning: false, "the file takes more than half of the map; it will be enlarged"))
            }
            return Diagnosis(
                libraryVersion: "\(LibraryVersion.loaded)", formatVersion: try log.storedFormat(),
                mapByteCount: statistics.mapSize, usedByteCount: statistics.byteCount,
                readerSlotCount: statistics.maximumReaders, readerCount: log.environment.readers.count,
                staleReaderCount: stale, fileSystem: fileSystem?.name ?? "unknown", freeByteCount: free,
                remarks: remarks)
        }
    }
}
