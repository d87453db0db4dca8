package import Checklist
internal import Events
package import LMDB
import Synchronization
import Threads

/// Makes the preview of a note, for the row that lists show. Reading Markdown is a matter of the layer above.
package typealias PreviewMaker = @Sendable (ChecklistDocument) -> String

/// The log on disk: its only writer, and any number of readers.
///
/// Events, the indexes over them and the state of each note commit in one transaction.
package final class EventLog: Sendable {
    /// The version of the format that this program writes.
    package static var format: UInt64 { LogTables.format }

    /// LMDB's side of the store.
    package let environment: Environment
    /// The device that the store writes as; nil for a store open for reading that has none yet.
    package let device: DeviceID?
    /// Tells of commits, of this process and others.
    package let commits: CommitSignal

    let tables: LogTables
    let writer: LogWriter
    /// Makes the preview in a note's row.
    let preview: PreviewMaker
    let latest = LatestState()
    private let roster = Mutex(Roster())

    /// Opens the log in a folder.
    ///
    /// - Parameters:
    ///   - options: how LMDB is opened; a log open for reading only makes nothing.
    ///   - snapshots: when snapshots are taken.
    ///   - writer: how the writer works.
    ///   - preview: makes the preview in a note's row, which readers show without reading the body.
    ///   - newDevice: gives the device that a store without one writes as.
    package init(
        at path: String, options: EnvironmentOptions, snapshots: SnapshotPolicy = SnapshotPolicy(),
        writer writerOptions: WriterOptions = WriterOptions(), preview: @escaping PreviewMaker,
        newDevice: @Sendable @escaping () -> DeviceID
    ) throws {
        self.preview = preview
        environment = try Self.openEnvironment(at: path, options)
        let tables = try LogTables(environment)
        self.tables = tables
        let (format, known) = try environment.read { transaction in
            (try tables.format(in: transaction), try tables.device(in: transaction))
        }
        if let format, format > Self.format { throw LogError.unsupportedFormat(format) }
        if known != nil && format == Self.format || options.isReadOnly {
            device = known
        } else {
            device = try environment.write { transaction in
                try transaction.put([UInt8(LogTables.format)], for: Keys.format, in: tables.meta)
                // Another process may have been faster.
                if let device = try tables.device(in: transaction) { return device }
                let device = newDevice()
                try transaction.put(Keys.bytes(device.rawValue), for: Keys.device, in: tables.meta)
                return device
            }
        }
        commits = CommitSignal()
        let session = WriteSession(
            tables: tables, device: device ?? DeviceID(0), snapshots: snapshots, latest: latest, preview: preview)
        writer = LogWriter(session: session, environment: environment, commits: commits, options: writerOptions)
    }

    /// LMDB's side of the store, with its tables.
    ///
    /// The first commit makes them all. So a file that has commits and lacks tables has lost them, or is another program's:
    /// to make them would hide the one and spoil the other.
    private static func openEnvironment(at path: String, _ options: EnvironmentOptions) throws -> Environment {
        let environment = try Environment.open(at: path, options: options)
        let isNew = try environment.read { try $0.number == 0 }
        do throws(LMDBError) {
            return try Environment.open(
                at: path, options: options, databases: LogTables.descriptions, makesDatabases: isNew)
        } catch  where error.code == .notFound {
            throw isNew ? LogError.noStore : LogError.missingTables
        }
    }

    /// Lends a view of the log as the last commit left it: where it ends, and what reads its records.
    func read<Result>(
        _ body: (borrowing ReadTransaction, Tail, RecordDecoder, Roster) throws -> Result
    ) throws -> Result {
        try environment.read { transaction in
            let tail = try tables.tail(in: transaction)
            let roster = try roster.withLock { roster in
                if roster.devices.count < tail.deviceCount || roster.notes.count < tail.noteCount {
                    try tables.extend(&roster, to: tail, in: transaction)
                }
                return roster
            }
            return try body(transaction, tail, RecordDecoder(roster: roster), roster)
        }
    }

    /// The version of the format that the store has.
    package func storedFormat() throws -> UInt64 {
        try environment.read { try tables.format(in: $0) } ?? Self.format
    }

    /// Where the log ends.
    package func tail() throws -> Tail { try environment.read { try tables.tail(in: $0) } }

    /// Does something with the log in a write transaction, once its turn has come; others' work shares the commit.
    ///
    /// `work` may run more than once, each time on a log as if it had not run before. While an earlier commit is under way
    /// it may run speculatively, in memory only: if it then uses the transaction, it runs again in a real one.
    /// `completion` is called after the commit, or after its failure.
    ///
    /// - Parameter weight: how many events it may come to, near enough.
    package func submit<Result: Sendable>(
        weight: Int = 1, _ work: @escaping @Sendable (WriteSession, inout WriteTransaction) throws -> Result,
        completion: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
    ) {
        writer.submit(weight: weight, work, completion: completion)
    }

    /// Does something with the log in a write transaction and returns after the commit.
    package func perform<Result: Sendable>(
        weight: Int = 1, _ work: @escaping @Sendable (WriteSession, inout WriteTransaction) throws -> Result
    ) throws -> Result {
        let answer = Monitor<Swift.Result<Result, any Error>?>(nil)
        writer.submit(weight: weight, work) { result in answer.update { $0 = result } }
        return try answer.wait { $0 }.get()
    }

    /// Does something with the log in a write transaction, without blocking a thread.
    package func perform<Result: Sendable>(
        weight: Int = 1, _ work: @escaping @Sendable (WriteSession, inout WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            writer.submit(weight: weight, work) { continuation.resume(with: $0) }
        }
    }
}
