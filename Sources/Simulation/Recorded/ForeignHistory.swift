public import Checklist
public import Events
import Merging

/// What another app recorded of its users' actions, read as one history with what each author had seen.
public struct ForeignHistory: Sendable {
    /// One recorded operation, as the app's log has it.
    public struct Operation: Sendable {
        /// Which row of the log it is, for error messages.
        public var row: Int
        /// Its name, by which `base` names it.
        public var id: String
        /// When its author did it, in milliseconds since 1970.
        public var time: UInt64
        /// Who did it.
        public var device: String
        /// In which note.
        public var note: String
        /// What was done.
        public var kind: Kind
        /// The line: its number from 1, or what it says.
        public var line: String?
        /// What was written.
        public var text: String?
        /// The newest operations that the author had seen; nil: told by when others' operations were received.
        public var base: [String]?
        /// The author's clock, in milliseconds since 1970, if it differs from the time.
        public var stamp: UInt64?
        /// When all other devices had it.
        public var received: UInt64?

        /// An operation of those parts.
        public init(row: Int, id: String, time: UInt64, device: String, note: String, kind: Kind) {
            (self.row, self.id, self.time, self.device, self.note, self.kind) = (row, id, time, device, note, kind)
        }

        /// What can be done.
        public enum Kind: String, CaseIterable, Sendable {
            case create, tick, clear, append, type, delete, write, retitle, trash, restore
        }
    }

    /// What is wrong with a log.
    public struct Failure: Error, Hashable, Sendable {
        /// The row, as the operation has it.
        public var row: Int
        /// What is wrong, and what would be right.
        public var message: String
    }

    /// The notes, in order of their first operation.
    public private(set) var notes: [(id: NoteID, name: String, log: RecordedLog)] = []
    /// What each device is called.
    public private(set) var deviceNames: [DeviceID: String] = [:]

    /// Reads the operations of a log, in any order.
    ///
    /// - Complexity: O(*n* · *d*) for *n* operations of *d* devices, and merging them.
    public init(_ operations: [Operation]) throws(Failure) {
        var numbers: [String: UInt64] = [:]
        for operation in operations where numbers[operation.device] == nil {
            numbers[operation.device] = UInt64(numbers.count + 1)
            deviceNames[DeviceID(UInt64(numbers.count))] = operation.device
        }
        var byNote: [(name: String, operations: [Operation])] = []
        var places: [String: Int] = [:]
        for operation in operations.sorted(by: { ($0.time, $0.row) < ($1.time, $1.row) }) {
            if let place = places[operation.note] {
                byNote[place].operations.append(operation)
            } else {
                places[operation.note] = byNote.count
                byNote.append((operation.note, [operation]))
            }
        }
        for (number, note) in byNote.enumerated() {
            let id = NoteID(high: 0, low: UInt64(number + 1))
            var builder = Builder(note: id, numbers: numbers)
            for operation in note.operations { try builder.add(operation) }
            notes.append((id, note.name, RecordedLog(name: note.name, events: builder.events)))
        }
    }
}

extension ForeignHistory {
    /// Makes events of the operations on one note.
    private struct Builder {
        let note: NoteID
        let numbers: [String: UInt64]
        var events: [Event] = []
        private var operations: [(operation: Operation, event: Event, past: VersionVector)] = []
        private var places: [String: Int] = [:]
        private var states: [DeviceID: LineMerge.State] = [:]
        private var counters: [DeviceID: UInt64] = [:]

        init(note: NoteID, numbers: [String: UInt64]) { (self.note, self.numbers) = (note, numbers) }

        mutating func add(_ operation: Operation) throws(Failure) {
            let device = DeviceID(numbers[operation.device] ?? 0)
            guard places[operation.id] == nil else {
                throw Failure(row: operation.row, message: "Two operations are called “\(operation.id)”.")
            }
            var state = states[device] ?? LineMerge.State()
            let known = try past(of: operation, by: device)
            state.apply(
                contentsOf: operations.filter { known.contains($0.event.id) && !state.version.contains($0.event.id) }
                    .map(\.event))
            let isFirst = operations.isEmpty
            guard isFirst == (operation.kind == .create) else {
                let message = isFirst ? "A note begins with “create”." : "The note was created before."
                throw Failure(row: operation.row, message: message)
            }
            states[device] = state
            guard let change = try change(operation, in: state) else { return }
            let counter = (counters[device] ?? 0) + 1
            let stamp = max(Stamp(milliseconds: operation.stamp ?? operation.time), state.newest.stamp.successor)
            let event = Event(
                id: EventID(device: device, counter: counter), note: note, stamp: stamp, parents: state.heads,
                change: change)
            state.apply(event)
            states[device] = state
            counters[device] = counter
            events.append(event)
            places[operation.id] = operations.count
            operations.append((operation, event, state.version))
        }

        /// All that the author had seen.
        private func past(of operation: Operation, by device: DeviceID) throws(Failure) -> VersionVector {
            var past = VersionVector()
            for known in operations where known.event.id.device == device || known.operation.kind == .create {
                past.formUnion(known.past)
            }
            if let base = operation.base {
                for name in base {
                    guard let place = places[name] else {
                        throw Failure(
                            row: operation.row, message: "There is no earlier operation “\(name)” of this note.")
                    }
                    past.formUnion(operations[place].past)
                }
                return past
            }
            for known in operations where known.event.id.device != device && known.operation.kind != .create {
                guard let received = known.operation.received else {
                    throw Failure(
                        row: operation.row,
                        message: "What the author had seen is not known: give “base” here, or “received” in row "
                            + "\(known.operation.row).")
                }
                if received <= operation.time { past.formUnion(known.past) }
            }
            return past
        }

        /// What an operation changes in the note as its author had it; nil if nothing.
        private func change(_ operation: Operation, in state: LineMerge.State) throws(Failure) -> Change? {
            let document = state.document
            func text() throws(Failure) -> String {
                guard let text = operation.text else {
                    throw Failure(row: operation.row, message: "“\(operation.kind.rawValue)” needs a text.")
                }
                return text
            }
            let action: Action<LineID>
            switch operation.kind {
            case .create:
                return .created(title: "", body: Array((operation.text ?? "").utf8), attributes: [])
            case .write:
                let edits = document.edits(adopting: Array(try text().utf8))
                return edits.isEmpty ? nil : .edited(edits)
            case .retitle: return .retitled(try text())
            case .trash: return .trashed
            case .restore: return .restored
            case .append:
                action = .append(
                    Array(try text().utf8), toBlockOf: operation.line == nil ? nil : try line(operation, document))
            case .tick: action = .toggle(try line(operation, document), to: true)
            case .clear: action = .toggle(try line(operation, document), to: false)
            case .type: action = .type(try line(operation, document), Array(try text().utf8))
            case .delete: action = .delete([try line(operation, document)])
            }
            switch document.plan(action, title: "", isTrashed: false) {
            case .change(let change): return change
            case .unchanged: return nil
            case .stale:
                throw Failure(
                    row: operation.row,
                    message:
                        "The line “\(operation.line ?? "")” is no checkbox in the note as \(operation.device) had it.")
            }
        }

        private func line(_ operation: Operation, _ document: ChecklistDocument) throws(Failure) -> LineID {
            guard let name = operation.line, !name.isEmpty else {
                throw Failure(row: operation.row, message: "“\(operation.kind.rawValue)” needs a line.")
            }
            if let number = Int(name), (1...max(document.lineCount, 1)).contains(number), number <= document.lineCount {
                return document.line(at: number - 1).id
            }
            let matches = document.lines.filter {
                $0.text.elementsEqual(name.utf8) || $0.content.elementsEqual(name.utf8)
            }
            guard matches.count == 1 else {
                let what = matches.isEmpty ? "No line says" : "More than one line says"
                throw Failure(
                    row: operation.row, message: "\(what) “\(name)” in the note as \(operation.device) had it.")
            }
            return matches[0].id
        }
    }
}
