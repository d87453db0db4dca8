package import Checklist
internal import Events
internal import LMDB

/// What the writer knows between transactions and changes within one: where the log ends, who is numbered how, the
/// chain, and the states of notes that were written lately. Touched by the writer thread only.
package final class WriteSession<State: NoteState>: @unchecked Sendable {
    let tables: LogTables
    let snapshots: SnapshotPolicy
    let latest: LatestState<State>
    /// The device that the store writes as.
    package let device: DeviceID

    // One thread touches what follows, and each event does so a dozen times: the checks for overlapping accesses would
    // cost more than the accesses.

    /// Where the log ends, with what this transaction added.
    @exclusivity(unchecked) package internal(set) var tail = Tail()
    /// Counts changes, so that a failed request shows whether it made any.
    @exclusivity(unchecked) var changeCount = 0
    /// How many pages of the table of records hold keys, before the transaction's own records.
    var eventPageCount = 0

    @exclusivity(unchecked) var roster = Roster()
    @exclusivity(unchecked) var entries: [NoteID: NoteEntry<State>] = [:] { didSet { lastEntry = nil } }
    /// The note acted on last: mostly the next one is the same.
    @exclusivity(unchecked) var lastEntry: NoteEntry<State>?
    @exclusivity(unchecked) var touched: [NoteEntry<State>] = []
    @exclusivity(unchecked) var runs = OpenRuns()
    /// The counter of the device's newest event.
    @exclusivity(unchecked) var ownCounter: UInt64 = 0

    @exclusivity(unchecked) var chain = HashChain()
    /// The records of this transaction as frames, and how many of their bytes are hashed.
    @exclusivity(unchecked) var frames = ByteWriter()
    @exclusivity(unchecked) var hashedBytes = 0
    @exclusivity(unchecked) var unhashedCount: UInt64 = 0

    private var committed = Committed()
    private var isLoaded = false

    /// What a failed transaction goes back to.
    private struct Committed {
        var tail = Tail()
        var chain = HashChain()
        var ownCounter: UInt64 = 0
    }

    init(tables: LogTables, device: DeviceID, snapshots: SnapshotPolicy, latest: LatestState<State>) {
        self.latest = latest
        self.tables = tables
        self.snapshots = snapshots
        self.device = device
    }

    /// Reads records of the log, this transaction's included.
    var decoder: RecordDecoder { RecordDecoder(roster: roster) }

    // MARK: Transactions

    /// Starts a transaction: takes back what a failed one left, and takes in what other processes wrote.
    func begin(in transaction: inout WriteTransaction) throws {
        if changeCount > 0 { rollBack() }
        eventPageCount = try transaction.statistics(of: tables.events).treePageCount
        let stored = try tables.tail(in: transaction)
        if !isLoaded {
            try load(stored, in: transaction)
        } else if stored != committed.tail {
            try catchUp(to: stored, in: transaction)
        }
    }

    /// Makes what the transaction changed the state to go on from.
    func noteCommitted() {
        changeCount = 0
        committed = Committed(tail: tail, chain: chain.copy(), ownCounter: ownCounter)
        for entry in touched { entry.isTouched = false }
        touched.removeAll(keepingCapacity: true)
        frames.removeAll()
        hashedBytes = 0
        if entries.count > Self.mostEntries { trimEntries() }
    }

    /// Goes back to the last commit.
    private func rollBack() {
        tail = committed.tail
        chain = committed.chain.copy()
        ownCounter = committed.ownCounter
        roster.truncate(devices: tail.deviceCount, notes: tail.noteCount)
        runs = OpenRuns()
        for entry in touched { entries[entry.note] = nil }
        touched.removeAll()
        frames.removeAll()
        hashedBytes = 0
        unhashedCount = 0
        changeCount = 0
    }

    private func load(_ stored: Tail, in transaction: borrowing WriteTransaction) throws {
        roster = Roster()
        try tables.extend(&roster, to: stored, in: transaction)
        chain = try tables.chain(at: stored.position, in: transaction)
        // Going on from records that do not lead to the stored head would hide that they were changed.
        guard chain.head == stored.head else { throw LogError.damagedRow(table: "chain") }
        tail = stored
        try finishLoading(in: transaction)
        isLoaded = true
    }

    /// Takes in what other processes appended.
    private func catchUp(to stored: Tail, in transaction: borrowing WriteTransaction) throws {
        guard stored.position > tail.position else {
            // The same length or shorter: a rebuild, or something worse. Nothing held can be relied on.
            forgetEverything()
            return try load(stored, in: transaction)
        }
        try tables.extend(&roster, to: stored, in: transaction)
        let decoder = decoder
        for position in tail.position + 1...stored.position {
            let event = try tables.withRecord(at: position, in: transaction) { record in
                _ = chain.append(record: record)
                do throws(DecodingFailure) {
                    return try decoder.decode(record)
                } catch {
                    throw LogError.damagedRecord(position: position, error)
                }
            }
            guard let entry = entries[event.note] else { continue }
            if event.parents == entry.head.heads, event.stamp > entry.head.stamp {
                entry.state.apply(event)
                entry.head.heads = [event.id]
                entry.head.stamp = event.stamp
                entry.block = nil
            } else {
                entries[event.note] = nil
            }
        }
        guard chain.head == stored.head else {
            forgetEverything()
            throw LogError.damagedRow(table: "chain")
        }
        tail = stored
        runs = OpenRuns()
        for entry in entries.values where entry.block == nil {
            if let row = try tables.head(of: entry.note, in: transaction) { entry.head = row.head }
            // The others went on with its snapshots, too.
            entry.snapshotWork = nil
            entry.pendingState = nil
        }
        try finishLoading(in: transaction)
    }

    private func finishLoading(in transaction: borrowing WriteTransaction) throws {
        ownCounter = 0
        if let number = roster.number(of: device) {
            ownCounter = try tables.run(of: number, atMost: .max, in: transaction)?.lastCounter ?? 0
        }
        committed = Committed(tail: tail, chain: chain.copy(), ownCounter: ownCounter)
    }

    /// Drops all that is held in memory; the next transaction reads it anew.
    func forgetEverything() {
        isLoaded = false
        entries.removeAll()
        touched.removeAll()
        runs = OpenRuns()
        roster = Roster()
        tail = Tail()
        frames = ByteWriter()
        hashedBytes = 0
        unhashedCount = 0
        changeCount = 0
    }

    /// Drops what is held of indexes and projections, to make them from the first event on.
    func startOver() {
        entries.removeAll()
        touched.removeAll()
        runs = OpenRuns()
        roster = Roster()
        tail = Tail()
        ownCounter = 0
        // Should it fail, all is read anew: what was committed no longer fits what is held.
        committed.tail.deviceCount = 0
        committed.tail.noteCount = 0
    }

    // MARK: Memory

    /// How many notes are held at most between transactions, and how many bytes of bodies.
    private static var mostEntries: Int { 512 }
    private static var mostBytes: Int { 256 << 20 }

    /// Lets go of notes until what is held fits; any that are wanted again are read again.
    private func trimEntries() {
        var bytes = 0
        var kept = 0
        entries = entries.filter { element in
            bytes += element.value.state.byteCount
            kept += 1
            return kept <= Self.mostEntries / 2 && bytes <= Self.mostBytes
        }
    }
}

/// The runs of `ids` that new events may continue, by device number.
struct OpenRuns {
    struct Open {
        var run: IDRun
        var isTouched: Bool
    }

    private var byDevice: [Open?] = []

    subscript(device: UInt32) -> Open? {
        get { device < byDevice.count ? byDevice[Int(device)] : nil }
        set {
            while device >= byDevice.count { byDevice.append(nil) }
            byDevice[Int(device)] = newValue
        }
    }

    /// Takes one more event into the run that it goes right behind, if there is one.
    mutating func take(_ counter: UInt64, of device: UInt32, at position: UInt64) -> Bool {
        let device = Int(device)
        guard device < byDevice.count, byDevice[device]?.run.isContinued(by: counter, at: position) == true else {
            return false
        }
        byDevice[device]?.run.count += 1
        byDevice[device]?.isTouched = true
        return true
    }

    /// Hands on the runs that changed, and takes them for written.
    mutating func flush(_ body: (UInt32, IDRun) throws -> Void) rethrows {
        for device in byDevice.indices {
            guard let open = byDevice[device], open.isTouched else { continue }
            try body(UInt32(device), open.run)
            byDevice[device]?.isTouched = false
        }
    }
}
