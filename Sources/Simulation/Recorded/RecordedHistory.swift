public import Checklist
public import Events
import Merging

/// The history of one note as the logs of several stores tell it together: every action once, each with what its author
/// had seen.
///
/// Stores that exchange events tell this themselves. Under last-writer-wins they exchange whole values instead: one that
/// won is recorded where it came in, as its difference to what was there. Such a `received` event is led back to the
/// action that made the value, by device and stamp, or else by the value itself. The lines that it brought have other
/// names in each store; here they have those of the store in which they were made.
///
/// Where the author's own log is not at hand, the value stands for what its author did, made on that version of the
/// receiving store which it differs least from.
public struct RecordedHistory: Sendable {
    /// The note.
    public let note: NoteID
    /// What was done, in an order that extends "happened before".
    public internal(set) var acts: [RecordedAct]
    /// Who did it, in order of first action.
    public internal(set) var devices: [DeviceID]
    /// Whether whole values won over others here: the note was kept under last-writer-wins.
    public internal(set) var isLastWriterWins: Bool
    /// Whether a store holds what several devices did: they passed on their events.
    public internal(set) var exchangesEvents: Bool
    /// What each store shows at the end of its log.
    public internal(set) var ends: [End]
    /// The body that won under last-writer-wins, and what decided that.
    var winner: FieldLWW.Version<ChecklistDocument>

    /// The end of a log.
    public struct End: Sendable {
        /// The store.
        public var name: String
        /// The body there, under the names of lines that this store uses.
        public var document: ChecklistDocument
        /// The title there.
        public var title: String
        /// Whether the note is in the trash there.
        public var isTrashed: Bool
        /// What this store calls a line, where that is another name.
        var names: [LineID: LineID]

        /// What the store calls a line of the history.
        public func name(of line: LineID) -> LineID { names[line] ?? line }
    }

    /// Reads logs of one note as one history.
    ///
    /// - Complexity: O(events) beside their edits; quadratic in those that several devices made at once, where values
    ///   were received.
    public init(_ logs: [RecordedLog]) throws(RecordingError) {
        var reader = HistoryReader(logs)
        try reader.checkIDs()
        reader.read()
        note = logs.first?.events.first?.note ?? NoteID(high: 0, low: 0)
        acts = reader.sortedActs()
        isLastWriterWins = reader.hasReceived
        exchangesEvents = logs.contains { log in
            Set(log.events.lazy.filter { !$0.change.isBeginning }.map(\.id.device)).count > 1
        }
        var devices: [DeviceID] = []
        for act in acts where !devices.contains(act.author) { devices.append(act.author) }
        self.devices = devices
        ends = reader.ends()
        winner = reader.winner
    }

    /// The places among ``acts`` of those that somebody else did something beside, neither having seen the other: the
    /// ones that fell inside the race window.
    ///
    /// - Complexity: O(acts · devices), and the number of pairs of acts inside windows.
    public var inWindow: Set<Int> {
        var found: Set<Int> = []
        var byDevice: [DeviceID: [Int]] = [:]
        for (index, act) in acts.enumerated() {
            let id = act.event.id
            for (device, theirs) in byDevice where device != id.device {
                for other in theirs.reversed() {
                    if act.seen.contains(acts[other].event.id) { break }
                    found.insert(other)
                    found.insert(index)
                }
            }
            byDevice[id.device, default: []].append(index)
        }
        return found
    }

    /// Of what others did beside an act, neither having seen the other, what was done nearest to it in time.
    ///
    /// - Complexity: O(acts).
    public func neighbour(of act: Int) -> Int? {
        func distance(_ other: Int) -> UInt64 {
            let (one, two) = (acts[act].time, acts[other].time)
            return one > two ? one - two : two - one
        }
        return acts.indices.filter { acts[$0].author != acts[act].author && areConcurrent(act, $0) }.min {
            (distance($0), $0) < (distance($1), $1)
        }
    }

    /// Whether neither of two acts had seen the other.
    private func areConcurrent(_ first: Int, _ second: Int) -> Bool {
        !acts[first].seen.contains(acts[second].event.id) && !acts[second].seen.contains(acts[first].event.id)
    }

    /// The body that a policy makes of what was done.
    public func document(under policy: RecordedPolicy) -> ChecklistDocument {
        switch policy {
        case .fieldLWW: winner.value
        case .lineMerge: merge(acts.map(\.event)).document
        }
    }

    /// What was on each author's screen before each act, under line merge.
    ///
    /// - Complexity: O(acts · devices), and each author's merging of what the others did.
    func screens() -> [ChecklistDocument] {
        var states: [DeviceID: LineMerge.State] = [:]
        var byDevice: [DeviceID: [Event]] = [:]
        var screens: [ChecklistDocument] = []
        for act in acts {
            let id = act.event.id
            var state = states[id.device] ?? LineMerge.State()
            // What an author has seen only grows.
            let new = byDevice.values.flatMap { events in
                events.reversed().prefix { !state.version.contains($0.id) }.filter { act.seen.contains($0.id) }
            }
            state.apply(contentsOf: new)
            screens.append(state.document)
            state.apply(act.event)
            states[id.device] = state
            byDevice[id.device, default: []].append(act.event)
        }
        return screens
    }

    /// The merge of some of the events.
    func merge(_ events: [Event]) -> LineMerge.State {
        var state = LineMerge.State()
        state.apply(contentsOf: events)
        return state
    }

    /// Title, trashed flag and attributes: single values, of which the newest stands under either policy. Which is the
    /// newest, last-writer-wins decides by other clocks: there title and flag are what all stores show, if they agree.
    func values(under policy: RecordedPolicy) -> NoteValues {
        var values = NoteValues(acts)
        guard policy == .fieldLWW, isLastWriterWins, let end = ends.first,
            ends.allSatisfy({ $0.title == end.title && $0.isTrashed == end.isTrashed })
        else { return values }
        (values.title, values.isTrashed) = (end.title, end.isTrashed)
        return values
    }
}

/// A policy by which recorded actions are read.
public enum RecordedPolicy: String, CaseIterable, Hashable, Sendable {
    /// The body of the newest action stands, whole.
    case fieldLWW
    /// Every line has its own history.
    case lineMerge
}
