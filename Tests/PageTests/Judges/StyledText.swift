/// Text as runs of one style, to compare what two parsers make of a line.
struct StyledText {
    struct Style: Equatable {
        var marks: Set<String> = []
        var link: String?
    }

    private(set) var runs: [(text: String, style: Style)] = []

    var plain: String { runs.map(\.text).joined() }

    mutating func append(_ text: String, _ style: Style) {
        if let last = runs.last, last.style == style {
            runs[runs.count - 1].text += text
        } else if !text.isEmpty || style.link != nil {
            runs.append((text, style))
        }
    }

    mutating func append(picture description: String, url: String, _ style: Style) {
        let words = description.replacing("\n", with: " ").replacing("\u{2028}", with: " ")
        append("<picture \(url): \(words.trimmed)>", style)
    }

    /// The runs on one line, without white space at their beginning and end.
    var line: String {
        let line = runs.map { run in
            let marks = run.style.marks.sorted().joined(separator: ",") + (run.style.link.map { " to \($0)" } ?? "")
            return marks.isEmpty ? run.text : "{\(marks)|\(run.text)}"
        }.joined()
        return line.trimmed
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text.drop { $0.isWhitespace })
    }
}
