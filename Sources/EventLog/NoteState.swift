package import Checklist
package import Events

/// What a note is after some of its events: the projection that lives in the log's own transactions.
///
/// The log knows only this of it, so that what a note is remains the business of the layer above.
package protocol NoteState: AnyObject, SendableMetatype {
    /// A note before its first event.
    ///
    /// - Parameter keepsHistory: whether the state must be able to take in events that have not seen all the others.
    init(note: NoteID, keepsHistory: Bool)

    /// A note as a snapshot has it. The bytes are lent for the call.
    ///
    /// - Throws: anything, for bytes that are no snapshot.
    init(
        note: NoteID, fields: UnsafeRawBufferPointer, chunks: [UnsafeRawBufferPointer], keepsHistory: Bool) throws

    /// Takes in the next event.
    func apply(_ event: Event)

    /// Takes in an event that begins the note, and its body, which the event itself lacks and which is lent for the call.
    func apply(_ event: Event, body: UnsafeRawBufferPointer)

    /// The counter of the newest event of a device that was taken in; 0 if none was.
    func newestCounter(of device: DeviceID) -> UInt64

    /// Whether the state can take in events that have seen no more than what it began from.
    var keepsHistory: Bool { get }

    /// A state that goes on by itself from here.
    ///
    /// - Complexity: O(1).
    func copy() -> Self

    /// Whether two states are of the same note: the same in all that an event could show.
    func isSame(as other: Self) -> Bool

    /// What a list shows of the note: a row beside the log's own.
    func summary() -> [UInt8]

    /// Bytes of the body.
    var byteCount: Int { get }

    /// Whether all later events can be folded from a snapshot of this state, if they have seen all that it holds.
    var isSettled: Bool { get }

    /// What a snapshot keeps beside the chunks.
    func snapshotFields() -> [UInt8]

    /// Hands on the chunks of a snapshot in order until `body` returns false. Chunks should begin at places that an edit
    /// elsewhere does not shift; `anchor` tells a chunk's beginning, `end` is where it ends in the body.
    ///
    /// - Parameter start: where the first one begins in the body: at 0, or where one ended that was handed on earlier.
    func forEachSnapshotChunk(
        from start: Int, _ body: (_ anchor: UInt32, _ bytes: UnsafeRawBufferPointer, _ end: Int) throws -> Bool
    ) throws
}

extension NoteState {
    /// Takes in an event that begins the note as any other.
    package func apply(_ event: Event, body: UnsafeRawBufferPointer) {
        guard case .created(let title, _, let attributes) = event.change else { return apply(event) }
        var event = event
        event.change = .created(title: title, body: [UInt8](body), attributes: attributes)
        apply(event)
    }
}
