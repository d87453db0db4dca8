internal import EventLog
internal import Events
internal import Projections

/// The projection that lives in the log's transactions: a note's fields and body, and the row that a list shows.
final class LedgerNote: NoteState {
    /// The note as its events make it.
    private(set) var projection: NoteProjection

    init(note: NoteID, keepsHistory: Bool) {
        projection = NoteProjection(keepsHistory: keepsHistory)
    }

    init(
        note: NoteID, fields: UnsafeRawBufferPointer, chunks: [UnsafeRawBufferPointer], keepsHistory: Bool
    ) throws {
        projection = try NoteProjection(snapshotFields: fields, chunks: chunks, keepsHistory: keepsHistory)
    }

    func apply(_ event: Event) { projection.apply(event) }

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
        _ body: (_ anchor: UInt32, _ bytes: UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try DocumentChunks.forEach(in: projection.document, body)
    }
}
