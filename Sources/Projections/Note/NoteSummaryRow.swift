import DataFormats

package import Events

/// What a list shows of a note, as a row of bytes.
package struct NoteSummaryRow: Hashable, Sendable {
    /// The title.
    package var title = ""
    /// Whether the note is in the trash.
    package var isTrashed = false
    /// When it began, in milliseconds since 1970.
    package var created: UInt64 = 0
    /// When it last changed, in milliseconds since 1970.
    package var modified: UInt64 = 0
    /// How many lines the body has.
    package var lineCount = 0
    /// How many of them are checkboxes.
    package var checkboxCount = 0
    /// How many of those are ticked.
    package var tickedCount = 0
    /// Bytes of the body.
    package var byteCount = 0
    /// The first words of the body.
    package var preview = ""

    /// The row of a note, with a preview that was made of it.
    package init(_ note: NoteProjection, preview: String) {
        title = note.fields.title
        isTrashed = note.fields.isTrashed
        created = note.fields.created
        modified = note.fields.modified
        lineCount = note.document.lineCount
        checkboxCount = note.document.checkboxCount
        tickedCount = note.document.tickedCount
        byteCount = note.document.utf8Count
        self.preview = preview
    }

    /// Reads what ``bytes`` gave.
    package init(_ row: [UInt8]) throws(DecodingFailure) {
        let result = row.withUnsafeBytes { bytes in
            Result { () throws(DecodingFailure) in
                var reader = RecordReader(bytes)
                return try NoteSummaryRow(reading: &reader)
            }
        }
        self = try result.get()
    }

    private init(reading reader: inout RecordReader) throws(DecodingFailure) {
        title = try reader.text()
        isTrashed = try reader.flag("trashed")
        created = try reader.varint()
        modified = try reader.varint()
        lineCount = Int(try reader.quantity())
        checkboxCount = Int(try reader.quantity())
        tickedCount = Int(try reader.quantity())
        byteCount = Int(try reader.quantity())
        preview = try reader.text()
        try reader.end()
    }

    /// The row.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(counted: title)
        writer.write(byte: isTrashed ? 1 : 0)
        writer.write(varint: created)
        writer.write(varint: modified)
        writer.write(varint: UInt64(lineCount))
        writer.write(varint: UInt64(checkboxCount))
        writer.write(varint: UInt64(tickedCount))
        writer.write(varint: UInt64(byteCount))
        writer.write(counted: preview)
        return writer.bytes
    }
}
