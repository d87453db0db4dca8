public import Checklist
package import EventLog
internal import Events
internal import LMDB
internal import Synchronization

/// A store of notes: an append-only log of events, and what follows from it.
///
/// One `Ledger` may be used from any thread and task. Any number of processes may have the same store open; their
/// writes are put in one order. Opening the same folder twice in one process gives two ledgers over one environment.
///
/// ## Topics
/// - Acting: ``perform(_:on:expecting:time:)``, ``create(title:body:attributes:time:)``, ``append(_:expecting:)``,
///   ``receive(_:from:stamp:for:)``
/// - Looking: ``notes(at:)``, ``note(_:at:)``, ``resolve(_:)``
/// - Asking: ``events(matching:)``, ``blame(_:at:)``, ``why(_:of:at:)``, ``diff(_:from:to:)``
/// - Keeping: ``verify(against:progress:)``, ``head(at:)``, ``rebuild(progress:)``, ``backup(to:)``,
///   ``export(into:)``, ``importLog(from:)``
/// - Watching: ``subscribe(after:to:while:)``
public final class Ledger: Sendable {
    /// How a store is opened.
    public struct Options: Sendable {
        /// What a commit promises.
        public enum Durability: Sendable {
            /// What is acknowledged survives a power cut.
            case full
            /// A power cut may take back the last commit; the store stays sound.
            case unsafeLastCommitMayBeLost
            /// A power cut may destroy the store. For tests and for imports that can be done again.
            case unsafeNoSync
        }

        /// What a commit promises; full unless set.
        public var durability: Durability = .full
        /// Whether to make the store if there is none.
        public var createsIfMissing = true
        /// Whether to open for reading only; acting is then refused.
        public var isReadOnly = false
        /// The name that this store's device goes by, set when the store is made; nil is the machine's name.
        public var deviceName: String?
        /// The person on whose behalf things are done; each event says so.
        public var author: String?
        /// Why things are done, where a command does not say itself.
        public var reason: String?
        /// The device that a new store writes as; nil draws one.
        public var device: DeviceID?
        /// The time, in milliseconds since 1970 (UTC); the system's clock unless set.
        public var clock: @Sendable () -> UInt64 = { SystemClock.milliseconds() }
        /// Whether the clock is believed, however long after the last writing to the store it is. Otherwise an action more than
        /// five years after that is refused: the stamp of a wrong clock stays in the note for good.
        public var trustsClock = false
        /// How many years a store may rest before the clock is doubted.
        static let longestRest: UInt64 = 5
        /// How far ahead of the clock another device's stamp may be, in milliseconds, before its event is refused.
        public var maximumDrift: UInt64 = 24 * 60 * 60 * 1000

        /// Whether another device's stamp is too far ahead of a time.
        func isTooFarAhead(_ stamp: Stamp, at now: UInt64) -> Bool {
            stamp.milliseconds > now && stamp.milliseconds - now > maximumDrift
        }

        /// When snapshots are taken and kept.
        package var snapshots = SnapshotPolicy()
        /// How the writer works.
        package var writer = WriterOptions()

        /// The usual way: durable, made if missing, for reading and writing.
        public init() {}
    }

    /// The folder that holds the store.
    public let path: String

    let log: EventLog
    let options: Options
    private let isClosed = Atomic(false)
    /// The latest time that the clock may be at, in milliseconds since 1970, before it is doubted; nil for any.
    let latestPlausibleTime: UInt64?

    private init(path: String, log: EventLog, options: Options) {
        self.path = path
        self.log = log
        self.options = options
        latestPlausibleTime =
            options.trustsClock
            ? nil
            : SystemFiles.modificationTime(of: path + "/data.mdb").map {
                $0 + Options.longestRest * 366 * 24 * 60 * 60 * 1000
            }
    }

    /// The device that this store writes as; nil for a store that is open for reading and was never written to.
    public var device: DeviceID? { log.device }

    /// The time by the clock that the ledger was opened with, in milliseconds since 1970.
    package var now: UInt64 { options.clock() }

    /// Opens the store in a folder, and makes it if there is none.
    ///
    /// - Throws: `notFound` if there is none and `createsIfMissing` is false; `refused` on a network file system;
    ///   `badData` for a store of a newer format; `inputOutput`.
    public static func open(at path: String, options: Options = Options()) throws(LedgerError) -> Ledger {
        try LedgerError.translating {
            let isThere = try SystemFiles.hasStore(in: path)
            if !isThere && (!options.createsIfMissing || options.isReadOnly) {
                throw LedgerError(.notFound, "there is no store in \(path)", hint: "make a note to begin one")
            }
            if !isThere { try SystemFiles.makeParents(of: path) }
            let log = try EventLog(
                at: path, options: EnvironmentOptions(options), snapshots: options.snapshots, writer: options.writer,
                preview: { $0.preview() }
            ) {
                options.device ?? DeviceID(SystemRandomNumberGenerator().draw())
            }
            let ledger = Ledger(path: path, log: log, options: options)
            if let device = log.device, !options.isReadOnly, let name = options.deviceName ?? SystemFiles.hostName,
                try log.name(of: device) == nil
            {
                try log.setName(name, of: device)
            }
            return ledger
        }
    }

    /// Ends the store's use by this ledger: waits for what is under way, and refuses what comes later.
    ///
    /// Subscriptions end.
    public func close() {
        guard !isClosed.exchange(true, ordering: .sequentiallyConsistent) else { return }
        if !options.isReadOnly { _ = try? log.perform { _, _ in } }
        log.commits.close()
    }

    deinit { log.commits.close() }

    /// Runs `body` on the open log, and throws what it throws as an error of the store.
    func withLog<Result>(_ body: (EventLog) throws -> Result) throws(LedgerError) -> Result {
        if isClosed.load(ordering: .relaxed) { throw LedgerError(LogError.closed) }
        return try LedgerError.translating { try body(log) }
    }

    /// Runs `body` on the log open for writing.
    func withWritableLog<Result>(_ body: (EventLog) throws -> Result) throws(LedgerError) -> Result {
        try checkWritable()
        return try withLog(body)
    }

    func checkWritable() throws(LedgerError) {
        if isClosed.load(ordering: .relaxed) { throw LedgerError(LogError.closed) }
        if options.isReadOnly {
            throw LedgerError(.refused, "the store is open for reading only", hint: "open it for writing")
        }
    }
}

extension SystemRandomNumberGenerator {
    fileprivate func draw() -> UInt64 {
        var source = self
        return source.next()
    }
}

extension EnvironmentOptions {
    fileprivate init(_ options: Ledger.Options) {
        self.init()
        isReadOnly = options.isReadOnly
        durability =
            switch options.durability {
            case .full: .full
            case .unsafeLastCommitMayBeLost: .unsafeLastCommitMayVanish
            case .unsafeNoSync: .unsafeFileMayBeLost
            }
    }
}
