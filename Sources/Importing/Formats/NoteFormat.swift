import DataFormats
import Events

/// How one program's files become notes.
package protocol NoteFormat {
    /// What the file holds; nil when it is no file of this format at all.
    ///
    /// A file of the format that cannot be understood is a failure in what comes back, not nil.
    func items(of file: SourceFile, content: [UInt8]) -> [ImportItem]?
}

/// A format whose files are JSON.
protocol JSONNoteFormat: NoteFormat {
    /// What the file holds that says this; nil when it is no file of this format at all.
    func items(of file: SourceFile, json: JSONValue) -> [ImportItem]?
}

extension JSONNoteFormat {
    func items(of file: SourceFile, content: [UInt8]) -> [ImportItem]? {
        if JSONCost.isExcessive(content) { return [.failure(JSONCost.failure(at: file.location))] }
        do throws(JSONFailure) {
            return items(of: file, json: try JSONValue(parsing: content, as: .lenient))
        } catch {
            return [.failure(.json(error, in: file, content))]
        }
    }
}

/// The title of a text that has none of its own: its first line with something in it, without Markdown's marks.
func titleLine(of body: [UInt8], limit: Int = 80) -> String? {
    for line in body.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
        var text = Substring(String(decoding: line, as: UTF8.self))
        if text.first == "\u{FEFF}" { text.removeFirst() }
        text = text.drop { $0.isWhitespace || "#>".contains($0) }
        for mark in ["- [ ] ", "- [x] ", "- [X] ", "* ", "- ", "+ "] where text.hasPrefix(mark) {
            text.removeFirst(mark.count)
            break
        }
        while text.last?.isWhitespace == true { text.removeLast() }
        if !text.isEmpty { return text.count <= limit ? String(text) : String(text.prefix(limit - 1)) + "…" }
    }
    return nil
}
