import DataFormats

package import Checklist
package import Events
package import Merging

/// A note as its events make it: fields and body.
///
/// A pure fold; the same set of events gives the same note, in whatever order they come.
package struct NoteProjection: Sendable {
    /// Title, flags, attributes, times.
    package private(set) var fields = NoteFields()
    /// The body with what merging needs.
    package private(set) var merge: LineMerge.State
    /// Whether events can be taken in that have not seen all the others.
    package let keepsHistory: Bool

    /// A note before its first event.
    package init(keepsHistory: Bool = false) {
        merge = LineMerge.State(retention: keepsHistory ? .max : 0)
        self.keepsHistory = keepsHistory
    }

    /// The body.
    package var document: ChecklistDocument { merge.document }

    /// How many events were taken in.
    package var version: UInt64 { fields.version }

    /// Whether all events handed in are taken in. Then a later one that has seen them all can be folded in knowing no more
    /// than the document, also where some of them had not seen each other.
    package var isSettled: Bool { merge.waiting.isEmpty }

    /// Takes in the next event.
    ///
    /// - Parameter site: where the line of a toggle stands now, if that is known.
    package mutating func apply(_ event: Event, markedAt site: MarkSite? = nil) {
        fields.apply(event)
        merge.apply(event, markedAt: site)
    }

    /// Takes in an event that begins the note, and its body, which the event itself lacks.
    package mutating func apply(_ event: Event, body: UnsafeRawBufferPointer) {
        if merge.begin(with: event, body: body) { return fields.apply(event) }
        guard case .created(let title, _, let attributes) = event.change else { return apply(event) }
        var event = event
        event.change = .created(title: title, body: [UInt8](body), attributes: attributes)
        apply(event)
    }

    /// Where the mark of a checkbox stands, and the mark that ticks or clears it; nil if it is gone, no checkbox or in
    /// a custom state.
    ///
    /// Nothing is changed; it is mutating so that the document is looked at where it is and not copied for the call.
    package mutating func planToggle(of line: LineID, to ticked: Bool?) -> (site: MarkSite, mark: UInt8)? {
        merge.planToggle(of: line, to: ticked)
    }
}

extension NoteProjection: Equatable {
    /// Whether two notes are the same: fields, body with the ids of its lines, and what the next event builds on.
    package static func == (left: NoteProjection, right: NoteProjection) -> Bool {
        left.fields == right.fields && left.merge.heads == right.merge.heads
            && left.merge.version == right.merge.version
            && left.merge.newest == right.merge.newest && left.document == right.document
    }
}

// MARK: Snapshot

extension NoteProjection {
    /// What a snapshot keeps beside the body's chunks.
    package func snapshotFields() -> [UInt8] {
        var writer = ByteWriter()
        fields.write(into: &writer)
        writer.write(varint: UInt64(merge.heads.count))
        for head in merge.heads { writer.write(head) }
        writer.write(varint: UInt64(merge.version.newest.count))
        for event in merge.version.newest { writer.write(event) }
        writer.write(merge.newest)
        writer.write(merge.document.rememberedLines)
        fields.writeRest(into: &writer)
        return writer.bytes
    }

    /// The note that a snapshot holds.
    package init(
        snapshotFields: UnsafeRawBufferPointer, chunks: [UnsafeRawBufferPointer], keepsHistory: Bool
    ) throws(DecodingFailure) {
        var reader = RecordReader(snapshotFields)
        fields = try NoteFields(reading: &reader)
        var heads: [EventID] = []
        for _ in 0..<(try reader.elementCount()) { heads.append(try reader.eventID()) }
        var version: [EventID] = []
        for _ in 0..<(try reader.elementCount()) { version.append(try reader.eventID()) }
        let newest = try reader.eventOrder()
        let document = try DocumentChunks.document(of: chunks, remembered: try reader.rememberedLines())
        try fields.readRest(&reader)
        try reader.end()
        merge = LineMerge.State(
            document: document, heads: EventFrontier(heads), version: VersionVector(version), newest: newest,
            retention: keepsHistory ? .max : 0)
        self.keepsHistory = keepsHistory
    }
}
