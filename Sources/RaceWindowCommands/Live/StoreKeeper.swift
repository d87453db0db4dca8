import Checklist
import Events
import Merging
import NoteLedger

/// Writes what a device does and receives into a store on disk.
protocol StoreKeeper<R> {
    associatedtype R: Replica

    init(_ ledger: Ledger, note: NoteStart)

    /// Writes an own event.
    mutating func write(_ event: Event) throws
    /// Writes what came from others, as far as it is kept as it comes.
    mutating func write(received message: R.Message) throws
    /// After the device has done something: makes the store show what the device shows.
    mutating func follow(_ device: inout Device<R>, wallTime: UInt64) throws
}

/// A policy that real processes can run.
protocol LivePolicy: MergePolicy where NoteReplica.Message: WireMessage {
    associatedtype Keeper: StoreKeeper<NoteReplica>
}

extension LineMerge.Policy: LivePolicy { typealias Keeper = EventKeeper }
extension FieldLWW.Policy: LivePolicy { typealias Keeper = ValueKeeper }

/// Under line merge a store takes in events, own and others'.
struct EventKeeper: StoreKeeper {
    private let ledger: Ledger
    private var known: Set<EventID>
    /// Events whose parents have not come yet; a store takes parents first.
    private var waiting: [Event] = []

    init(_ ledger: Ledger, note: NoteStart) {
        self.ledger = ledger
        known = Set(note.heads)
    }

    mutating func write(_ event: Event) throws {
        try ledger.append(event)
        known.insert(event.id)
    }

    mutating func write(received events: [Event]) throws {
        for event in events where !known.contains(event.id) && !waiting.contains(event) { waiting.append(event) }
        var ready: [Event] = []
        while let index = waiting.firstIndex(where: { $0.parents.allSatisfy(known.contains) }) {
            let event = waiting.remove(at: index)
            known.insert(event.id)
            ready.append(event)
        }
        if !ready.isEmpty { try ledger.append(ready) }
    }

    func follow(_ device: inout Device<LineMerge.Replica>, wallTime: UInt64) {}
}

/// Under last-writer-wins a store takes in own events, and whole values of others where they win.
struct ValueKeeper: StoreKeeper {
    private let ledger: Ledger
    private let note: NoteID
    /// The store's newest event of the note.
    private var head: EventFrontier
    /// What the store shows.
    private var document: ChecklistDocument
    private var title: String
    private var isTrashed: Bool
    /// The newest own action on the body.
    private var own: EventOrder?
    /// What came in and may win yet.
    private var bodies: [FieldLWW.Version<ChecklistDocument>] = []
    private var titles: [FieldLWW.Version<String>] = []
    private var flags: [FieldLWW.Version<Bool>] = []

    init(_ ledger: Ledger, note: NoteStart) {
        self.ledger = ledger
        self.note = note.note
        (head, document, title, isTrashed) = (note.heads, note.document, note.title, note.isTrashed)
    }

    mutating func write(_ event: Event) throws {
        // What its author had seen came as values, whose events this store does not have.
        let event = Event(
            id: event.id, note: event.note, stamp: event.stamp, parents: head, change: event.change)
        try ledger.append(event)
        head = [event.id]
        switch event.change {
        case .retitled(let title): self.title = title
        case .trashed: isTrashed = true
        case .restored: isTrashed = false
        default:
            document.apply(event)
            own = EventOrder(stamp: event.stamp, id: event.id)
        }
    }

    mutating func write(received update: FieldLWW.Update) {
        // A version that lost to what is shown never wins.
        func keep<Value>(_ version: FieldLWW.Version<Value>?, in versions: inout [FieldLWW.Version<Value>]) {
            guard let version else { return }
            if versions.count > 64 { versions.removeFirst(32) }
            versions.append(version)
        }
        keep(update.body, in: &bodies)
        keep(update.title, in: &titles)
        keep(update.trashed, in: &flags)
    }

    mutating func follow(_ device: inout Device<FieldLWW.Replica>, wallTime: UInt64) throws {
        let shown = device.replica.document
        if shown != document {
            // Either a body that came in has won, or the editor saved what it showed over one that came in meanwhile.
            let winner = newest(of: bodies, saying: shown) ?? own ?? .origin
            record(
                try ledger.receive(shown, from: winner.id.device, stamp: winner.stamp, for: note), &device, wallTime)
            document = shown
        }
        if device.replica.title != title, let winner = newest(of: titles, saying: device.replica.title) {
            title = device.replica.title
            record(
                try ledger.receive(title: title, from: winner.id.device, stamp: winner.stamp, for: note), &device,
                wallTime)
        }
        if device.replica.isTrashed != isTrashed, let winner = newest(of: flags, saying: device.replica.isTrashed) {
            isTrashed = device.replica.isTrashed
            record(
                try ledger.receive(isTrashed: isTrashed, from: winner.id.device, stamp: winner.stamp, for: note),
                &device, wallTime)
        }
    }

    private func newest<Value: Equatable>(
        of versions: [FieldLWW.Version<Value>], saying value: Value
    ) -> EventOrder? { versions.lazy.filter { $0.value == value }.map(\.order).max() }

    /// The store gave a number to an event of its own: the device goes on behind it.
    private mutating func record(_ receipt: Receipt, _ device: inout Device<FieldLWW.Replica>, _ wallTime: UInt64) {
        guard let event = receipt.event else { return }
        head = [event]
        device.skip(to: event.counter)
        if let stamp = try? ledger.event(event)?.event.stamp { device.clock.observe(stamp, at: wallTime) }
    }
}
