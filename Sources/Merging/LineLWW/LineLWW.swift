public import Checklist
public import Events

/// Last-writer-wins line by line, as an app does it that keeps rows in a database: each row is one record of text,
/// checkbox, place and a deleted flag, and of two versions of a row the greater (stamp, device) wins as a whole.
///
/// A row's place is a number between its neighbours' (fractional indexing), so rows that two devices insert at the same
/// place may stand mixed. A tick and a new text of one row made at once are a conflict: one of them goes.
public enum LineLWW {
    /// A version of a row.
    struct Row: Hashable, Sendable {
        var id: LineID
        var bytes: [UInt8]
        /// Rows are shown in ascending order of place, then id.
        var place: Double
        var isDeleted = false
        var order = EventOrder.origin
        /// The own event that the version is of; 0 if it came from elsewhere.
        var sequence: UInt64 = 0
    }

    /// What goes between a device and the relay: the rows and fields that changed.
    public struct Update: Sendable {
        var rows: [Row] = []
        var title: FieldLWW.Version<String>?
        var trashed: FieldLWW.Version<Bool>?

        var isEmpty: Bool { rows.isEmpty && title == nil && trashed == nil }
    }

    /// The policy.
    public struct Policy: MergePolicy {
        /// The policy.
        public init() {}

        /// `lineLWW`.
        public var name: String { "lineLWW" }
        /// A device's replica of a note.
        public func replica(of note: NoteStart) -> Replica { Replica(note: note) }
        /// The relay's archive of a note.
        public func archive() -> Archive { Archive() }
    }

    /// A note on a device.
    public struct Replica: Merging.Replica {
        /// Rows and fields that changed.
        public typealias Message = Update
        /// The newest version of each row and field.
        public typealias Archive = LineLWW.Archive

        /// The newest events that are shown.
        public private(set) var heads: EventFrontier
        /// The body.
        public private(set) var document: ChecklistDocument
        private var rows: [LineID: Row] = [:]
        private var titleField: FieldLWW.SingleField<String>
        private var trashedField: FieldLWW.SingleField<Bool>

        /// A replica of a note that all devices start with.
        public init(note: NoteStart) {
            heads = note.heads
            document = note.document
            titleField = FieldLWW.SingleField(value: note.title)
            trashedField = FieldLWW.SingleField(value: note.isTrashed)
            for (index, line) in note.document.plainLines.enumerated() {
                rows[line.id] = Row(id: line.id, bytes: line.bytes, place: Double(index))
            }
        }

        /// The title.
        public var title: String { titleField.value }
        /// Whether it is in the trash.
        public var isTrashed: Bool { trashedField.value }
        /// The authors' clocks decide.
        public var needsReceipts: Bool { false }

        /// Applies an own event: each row that it changed is a new version.
        public mutating func commit(_ event: Event, sequence: UInt64, wallTime: UInt64, editor: ChecklistDocument?) {
            let register = FieldLWW.Register(order: EventOrder(stamp: event.stamp, id: event.id), sequence: sequence)
            if let title = event.change.newTitle {
                titleField = FieldLWW.SingleField(value: title, register: register)
            }
            if let isTrashed = event.change.newTrashed {
                trashedField = FieldLWW.SingleField(value: isTrashed, register: register)
            }
            let edits = event.change.lineEdits
            if !edits.isEmpty {
                let before = document
                document.apply(edits, by: event.id)
                let moved = Set(edits.compactMap { if case .move(let line, _) = $0 { line } else { nil } })
                store(from: before, moved: moved, register)
            }
            heads = [event.id]
        }

        /// Makes versions of the rows that differ from the document before.
        private mutating func store(
            from before: ChecklistDocument, moved: Set<LineID>, _ register: FieldLWW.Register
        ) {
            let lines = document.plainLines
            let present = Set(lines.map(\.id))
            for line in before.plainLines where !present.contains(line.id) {
                set(line.id, register) { $0.isDeleted = true }
            }
            var previous: Double?
            for (index, line) in lines.enumerated() {
                let known = rows[line.id]
                if let known, !known.isDeleted, !moved.contains(line.id) {
                    if known.bytes != line.bytes { set(line.id, register) { $0.bytes = line.bytes } }
                } else {
                    // Between the neighbours that keep their places.
                    let next = place(ofFirstOf: lines[(index + 1)...], but: moved)
                    let place = previous.map { low in next.map { (low + $0) / 2 } ?? low + 1 } ?? (next ?? 1) - 1
                    rows[line.id] = Row(
                        id: line.id, bytes: line.bytes, place: place, order: register.order,
                        sequence: register.sequence)
                }
                previous = rows[line.id]?.place
            }
        }

        /// The place of the first of some lines that is there already and was not moved.
        private func place(ofFirstOf lines: ArraySlice<PlainLine>, but moved: Set<LineID>) -> Double? {
            for line in lines where !moved.contains(line.id) {
                if let row = rows[line.id], !row.isDeleted { return row.place }
            }
            return nil
        }

        private mutating func set(_ id: LineID, _ register: FieldLWW.Register, _ change: (inout Row) -> Void) {
            guard var row = rows[id] else { return }
            change(&row)
            (row.order, row.sequence) = (register.order, register.sequence)
            rows[id] = row
        }

        /// The rows and fields whose version is an own one after `sequence`.
        public func pending(after sequence: UInt64) -> Update? {
            var update = Update(rows: rows.values.filter { $0.sequence > sequence }.sorted { $0.id < $1.id })
            if titleField.register.sequence > sequence { update.title = titleField.version }
            if trashedField.register.sequence > sequence { update.trashed = trashedField.version }
            return update.isEmpty ? nil : update
        }

        /// Takes the rows and fields that win.
        public mutating func receive(_ update: Update) {
            var isChanged = false
            for var row in update.rows where row.order > rows[row.id]?.order ?? .origin || rows[row.id] == nil {
                row.sequence = 0
                rows[row.id] = row
                isChanged = true
                show(row.order.id)
            }
            if let version = update.title, titleField.take(version) { show(version.order.id) }
            if let version = update.trashed, trashedField.take(version) { show(version.order.id) }
            if isChanged { document = shown }
        }

        private var shown: ChecklistDocument {
            let visible = rows.values.filter { !$0.isDeleted }.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
            return ChecklistDocument(visible.map { PlainLine(id: $0.id, bytes: $0.bytes) })
        }

        private mutating func show(_ event: EventID) {
            if !heads.contains(event) { heads.advance(by: event, seeing: []) }
        }

        /// Nothing to learn: stamps are the authors'.
        public mutating func confirm(through sequence: UInt64, stamp: Stamp) {}

        /// The newest stamp of a row or field.
        public static func newestStamp(of update: Update) -> Stamp {
            let stamps =
                update.rows.map(\.order.stamp)
                + [update.title?.order.stamp, update.trashed?.order.stamp].compactMap { $0 }
            return stamps.max() ?? Stamp(rawValue: 0)
        }

        /// Combines all rows and fields.
        public func combine(into fingerprint: inout Fingerprint) {
            fingerprint.combine(document)
            for row in rows.values.sorted(by: { $0.id < $1.id }) {
                fingerprint.combine(row)
                fingerprint.combine(row.sequence)
            }
            fingerprint.combine(title)
            fingerprint.combine(isTrashed)
            for register in [titleField.register, trashedField.register] {
                fingerprint.combine(register.order)
                fingerprint.combine(register.sequence)
            }
            fingerprint.combine(heads)
        }

        /// Combines an update.
        public static func combine(_ update: Update, into fingerprint: inout Fingerprint) {
            for row in update.rows { fingerprint.combine(row) }
            if let title = update.title {
                fingerprint.combine(title.value)
                fingerprint.combine(title.order)
            }
            if let trashed = update.trashed {
                fingerprint.combine(trashed.value)
                fingerprint.combine(trashed.order)
            }
        }
    }

    /// What the relay keeps: of each row and field the version that won, and when it came.
    public struct Archive: RelayArchive {
        /// Rows and fields that changed.
        public typealias Message = Update

        /// How many versions won so far.
        public private(set) var position: UInt64 = 0
        private var rows: [LineID: (row: Row, position: UInt64, author: DeviceID)] = [:]
        private var title: (version: FieldLWW.Version<String>, position: UInt64, author: DeviceID)?
        private var trashed: (version: FieldLWW.Version<Bool>, position: UInt64, author: DeviceID)?

        /// An archive of a note that all devices start with.
        public init() {}

        /// Keeps what wins.
        public mutating func accept(_ update: Update, from device: DeviceID, wallTime: UInt64) -> Stamp {
            for row in update.rows where row.order > rows[row.id]?.row.order ?? .origin {
                position += 1
                rows[row.id] = (row, position, device)
            }
            if let version = update.title, version.order > title?.version.order ?? .origin {
                position += 1
                title = (version, position, device)
            }
            if let version = update.trashed, version.order > trashed?.version.order ?? .origin {
                position += 1
                trashed = (version, position, device)
            }
            return Stamp(rawValue: 0)
        }

        /// What others changed after `position`.
        public func news(after position: UInt64, for device: DeviceID) -> Update? {
            var update = Update()
            update.rows = rows.values.filter { $0.position > position && $0.author != device }
                .sorted { $0.position < $1.position }.map(\.row)
            if let title, title.position > position, title.author != device { update.title = title.version }
            if let trashed, trashed.position > position, trashed.author != device { update.trashed = trashed.version }
            return update.isEmpty ? nil : update
        }

        /// Combines all versions; the positions only where their order still matters.
        public func combine(into fingerprint: inout Fingerprint, isOrdered: Bool) {
            for kept in rows.values.sorted(by: { $0.row.id < $1.row.id }) {
                fingerprint.combine(kept.row)
                fingerprint.combine(kept.author.rawValue)
                if isOrdered { fingerprint.combine(kept.position) }
            }
            fingerprint.combine(title?.version.order ?? .origin)
            fingerprint.combine(trashed?.version.order ?? .origin)
            if isOrdered {
                fingerprint.combine(position)
                fingerprint.combine(title?.position ?? 0)
                fingerprint.combine(trashed?.position ?? 0)
            }
        }
    }
}

extension Fingerprint {
    fileprivate mutating func combine(_ row: LineLWW.Row) {
        combine(row.id.event.device.rawValue)
        combine(row.id.event.counter)
        combine(UInt64(row.id.index))
        combine(row.bytes)
        combine(row.place.bitPattern)
        combine(row.isDeleted)
        combine(row.order)
    }
}
