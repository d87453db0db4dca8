public import Checklist
public import Events

extension LineMerge {
    /// The body of one note as the merge of all events taken in so far; a value that takes events in any order.
    ///
    /// An event that follows on all the others costs what its edits cost. One that is concurrent to some makes the
    /// state go back to the last critical version before them, of which it keeps copies, and replay from there.
    ///
    /// - Note: An event whose parents are missing waits until they are there.
    public struct State: Sendable {
        /// The merged body.
        public internal(set) var document: ChecklistDocument
        /// The events that no other has seen, in order of id: the parents of the next local event.
        public internal(set) var heads: EventFrontier
        /// All events taken in, waiting ones excepted.
        public internal(set) var version: VersionVector
        /// The place of the newest event in the total order.
        public internal(set) var newest: EventOrder
        /// Events whose parents have not come yet.
        public internal(set) var waiting: [Event] = []
        /// How many events at least stay at hand for late concurrent ones; older history has to be handed in again.
        public let retention: Int
        /// After how many events at hand a copy of the document is kept.
        public let stride: Int

        /// The events at hand, in a box of their own: a state that has none is small to copy.
        var history: CopyOnWrite<History>?

        /// An empty note that keeps `retention` events at hand (all, unless told otherwise).
        public init(retention: Int = .max, stride: Int = 16) {
            self.init(
                document: ChecklistDocument(), heads: [], version: VersionVector(), newest: .origin,
                retention: retention, stride: stride)
        }

        /// A state taken up again: the merge of the events `version`, of which `heads` are seen by no other.
        public init(
            document: ChecklistDocument, heads: EventFrontier, version: VersionVector, newest: EventOrder,
            retention: Int = .max, stride: Int = 16
        ) {
            self.document = document
            self.heads = heads
            self.version = version
            self.newest = newest
            self.retention = retention
            self.stride = max(1, stride)
        }

        /// Whether the history taken in is a line: its newest event has seen all others.
        public var isLinear: Bool { heads.count <= 1 }
    }

    /// What became of an event handed to ``LineMerge/State/apply(_:)``.
    public enum Outcome: Hashable, Sendable {
        /// It is part of the body now.
        case applied
        /// It was already.
        case duplicate
        /// It waits for parents that have not come.
        case waiting
        /// It is concurrent to history that is not at hand; the state is what it was. Make a new state, with a larger
        /// retention, from all events.
        case historyNeeded
    }
}
