public import Checklist
public import Events

extension CompareAndSwap {
    /// A note on a device: the version it was made from, and the device's own changes since.
    public struct Replica: Merging.Replica {
        /// A whole note.
        public typealias Message = Version
        /// The server.
        public typealias Archive = CompareAndSwap.Archive

        /// What a refused device does.
        public let resolution: Resolution
        /// The newest events that are shown.
        public private(set) var heads: EventFrontier
        /// Notes that were set aside for the user to look at.
        public private(set) var conflictCopies: [ChecklistDocument] = []
        private var contents: Contents
        /// The newest version of the server.
        private var number: UInt64 = 0
        private var sequences: [DeviceID: UInt64] = [:]
        /// The note as it was after each own event since that version; first of all that version itself.
        private var steps: [Step]
        private var newestStamp = Stamp(rawValue: 0)
        private var device: DeviceID?
        /// Whether the note was combined with a newer version and must be sent again.
        public private(set) var mustResend = false

        private struct Step: Sendable {
            var sequence: UInt64
            var contents: Contents
        }

        /// A replica of a note that all devices start with.
        public init(note: NoteStart, resolution: Resolution) {
            self.resolution = resolution
            heads = note.heads
            contents = Contents(document: note.document, title: note.title, isTrashed: note.isTrashed)
            steps = [Step(sequence: 0, contents: contents)]
        }

        /// The body.
        public var document: ChecklistDocument { contents.document }
        /// The title.
        public var title: String { contents.title }
        /// Whether it is in the trash.
        public var isTrashed: Bool { contents.isTrashed }
        /// A refused device is told by the newer version that comes.
        public var needsReceipts: Bool { false }

        private var sequence: UInt64 { steps.last?.sequence ?? 0 }

        /// Applies an own event. What is typed is merged with what came in meanwhile, as an editor with a base does.
        public mutating func commit(_ event: Event, sequence: UInt64, wallTime: UInt64, editor: ChecklistDocument?) {
            device = event.id.device
            if let title = event.change.newTitle { contents.title = title }
            if let isTrashed = event.change.newTrashed { contents.isTrashed = isTrashed }
            contents.document.apply(event.change.lineEdits, by: event.id)
            newestStamp = max(newestStamp, event.stamp)
            heads = [event.id]
            steps.append(Step(sequence: sequence, contents: contents))
        }

        /// The whole note, if it has own events after `sequence` that the server's version does not contain.
        public func pending(after sequence: UInt64) -> Version? {
            guard let device, self.sequence > max(sequence, sequences[device] ?? 0) else { return nil }
            var contained = sequences
            contained[device] = self.sequence
            return Version(
                contents: contents, number: number, sequences: contained, stamp: newestStamp, heads: heads)
        }

        /// A newer version comes: it is shown, with the own changes that it lacks.
        public mutating func receive(_ version: Version) {
            guard version.number > number else { return }
            let contained = device.flatMap { version.sequences[$0] } ?? 0
            // What the newer version was made from: the newest own step it contains, or the version before.
            let base = steps.last { $0.sequence <= contained } ?? steps[0]
            let isBehind = sequence > contained
            number = version.number
            sequences = version.sequences
            newestStamp = max(newestStamp, version.stamp)
            let own = contents
            contents = version.contents
            if isBehind {
                combine(own, from: base.contents)
                for head in version.heads where !heads.contains(head) { heads.advance(by: head, seeing: []) }
            } else {
                heads = version.heads
            }
            let newest = sequence
            steps = [Step(sequence: contained, contents: version.contents)]
            if isBehind { steps.append(Step(sequence: newest, contents: contents)) }
            mustResend = isBehind
        }

        /// Combines all state.
        public func combine(into fingerprint: inout Fingerprint) {
            fingerprint.combine(contents, heads)
            fingerprint.combine(number)
            fingerprint.combine(newestStamp.rawValue)
            fingerprint.combine(mustResend)
            fingerprint.combine(sequences)
            for step in steps {
                fingerprint.combine(step.sequence)
                fingerprint.combine(step.contents, heads)
            }
            for copy in conflictCopies { fingerprint.combine(copy) }
        }

        /// Combines a version.
        public static func combine(_ version: Version, into fingerprint: inout Fingerprint) {
            fingerprint.combine(version.contents, version.heads)
            fingerprint.combine(version.number)
            fingerprint.combine(version.sequences)
            fingerprint.combine(version.stamp.rawValue)
        }

        private mutating func combine(_ own: Contents, from base: Contents) {
            if own.title != base.title { contents.title = own.title }
            if own.isTrashed != base.isTrashed { contents.isTrashed = own.isTrashed }
            let theirs = contents.document
            switch resolution {
            case .lines:
                contents.document = ThreeWayMerge.merge(
                    base: base.document, ours: own.document, theirs: theirs, grain: .line)
            case .words:
                contents.document = ThreeWayMerge.merge(
                    base: base.document, ours: own.document, theirs: theirs, grain: .word)
            case .copy:
                if theirs.bytes == base.document.bytes {
                    contents.document = own.document
                } else if own.document.bytes != base.document.bytes, own.document.bytes != theirs.bytes {
                    conflictCopies.append(own.document)
                }
            }
        }

        /// The server has what was sent, or refused it; the next version tells.
        public mutating func confirm(through sequence: UInt64, stamp: Stamp) {}

        /// The newest stamp of an event in a version.
        public static func newestStamp(of version: Version) -> Stamp { version.stamp }
    }
}

extension Fingerprint {
    fileprivate mutating func combine(_ contents: CompareAndSwap.Contents, _ heads: EventFrontier) {
        combine(contents.document)
        combine(contents.title)
        combine(contents.isTrashed)
        combine(heads)
    }

    fileprivate mutating func combine(_ sequences: [DeviceID: UInt64]) {
        for (device, sequence) in sequences.sorted(by: { $0.key < $1.key }) {
            combine(device.rawValue)
            combine(sequence)
        }
    }
}
