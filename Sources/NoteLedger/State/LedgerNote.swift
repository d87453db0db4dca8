internal import Checklist
internal import EventLog
internal import Events
internal import Projections

/// The projection that lives in the log's transactions: a note's fields and body, and the row that a list shows.
final class LedgerNote: NoteState {
    /// The note as its events make it.
    @exclusivity(unchecked) private(set) var projection: NoteProjection
    /// Where the line of the toggle that was planned last stands: planning finds it, folding needs it.
    @exclusivity(unchecked) private var site: MarkSite?

    init(note: NoteID, keepsHistory: Bool) {
        projection = NoteProjection(keepsHistory: keepsHistory)
    }

    init(
        note: NoteID, fields: UnsafeRawBufferPointer, chunks: [UnsafeRawBufferPointer], keepsHistory: Bool
    ) throws {
        projection = try NoteProjection(snapshotFields: fields, chunks: chunks, keepsHistory: keepsHistory)
    }

    func apply(_ event: Event) {
        projection.apply(event, markedAt: site)
        site = nil
    }

    func apply(_ event: Event, body: UnsafeRawBufferPointer) { projection.apply(event, body: body) }

    /// The mark of a line, and the one that ticks or clears it; nil if it is gone, no checkbox or in a custom state.
    func planToggle(of line: LineID, to ticked: Bool?) -> (old: UInt8, new: UInt8)? {
        let plan = projection.planToggle(of: line, to: ticked)
        site = plan?.site
        return plan.map { ($0.site.mark, $0.mark) }
    }

    func newestCounter(of device: DeviceID) -> UInt64 { projection.merge.version[device] }

    var keepsHistory: Bool { projection.keepsHistory }

    private init(_ projection: NoteProjection) { self.projection = projection }

    func copy() -> LedgerNote { LedgerNote(projection) }

    func isSame(as other: LedgerNote) -> Bool { projection == other.projection }

    func summary() -> [UInt8] {
        NoteSummaryRow(projection, preview: projection.document.preview()).bytes
    }

    var byteCount: Int { projection.document.utf8Count }

    var isSettled: Bool { projection.isSettled }

    func snapshotFields() -> [UInt8] { projection.snapshotFields() }

    func forEachSnapshotChunk(
        from start: Int, _ body: (_ anchor: UInt32, _ bytes: UnsafeRawBufferPointer, _ end: Int) throws -> Bool
    ) throws {
        try DocumentChunks.forEach(in: projection.document, from: start, body)
    }
}
