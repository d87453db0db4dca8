/// Breaks text into lines, which SVG does not.
enum Paragraph {
    static func lines(_ text: String, size: Double, width: Double) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let longer = line.isEmpty ? String(word) : line + " " + word
            if !line.isEmpty, TextWidth.of(longer, size: size) > width {
                lines.append(line)
                line = String(word)
            } else {
                line = longer
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
