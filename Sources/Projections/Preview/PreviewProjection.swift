package import Checklist

/// The first words of a body, as a list of notes shows them.
package enum PreviewProjection {
    /// How many lines are looked at, and how long the preview gets, in characters.
    private static let mostLines = 16
    private static let mostCharacters = 80

    /// The texts of the first lines that have any, without bullets and boxes, joined by `separator`; ticked items are
    /// passed over while open ones follow.
    ///
    /// - Complexity: O(1): only the first lines are looked at.
    package static func preview(of document: ChecklistDocument, separator: String = " · ") -> String {
        var open: [String] = []
        var ticked: [String] = []
        for index in 0..<min(document.lineCount, mostLines) {
            let line = document.line(at: index)
            guard line.context != .frontMatter, !line.isBlank else { continue }
            let text = String(decoding: line.text.prefix(4 * mostCharacters), as: UTF8.self)
            if line.isTicked { ticked.append(text) } else { open.append(text) }
        }
        var preview = ""
        for text in open.isEmpty ? ticked : open {
            if !preview.isEmpty { preview += separator }
            preview += text
            if preview.count > mostCharacters { return String(preview.prefix(mostCharacters - 1)) + "…" }
        }
        return preview
    }
}
