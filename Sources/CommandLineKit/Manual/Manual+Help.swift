extension Manual {
    /// What the tool can do, a line a command, examples first. `output` says how wide and whether in colour.
    package func overview(_ output: Output?) -> String {
        var page = HelpPage(output)
        page.title("\(tool.name): \(tool.summary)")
        page.examples(tool.examples[...])
        for section in sections {
            page.heading(section.title)
            page.definitions(section.commands.map { ($0.name, $0.page.summary) })
        }
        page.heading("On every command")
        page.definitions(tool.shared.map { ($0.row.heading, $0.row.explanation) })
        page.paragraph("“\(tool.name) help COMMAND” tells more about one, “\(tool.name) man” prints the whole manual.")
        return page.text
    }

    /// All about a command, examples first.
    package func help(for command: any Command.Type, _ output: Output?) -> String {
        let about = command.page.named(for: tool)
        var page = HelpPage(output)
        page.title("\(tool.name) \(command.name): \(about.summary)")
        page.examples(about.examples[...])
        page.heading("Usage")
        page.indented(tool.usage(of: command))
        for paragraph in about.details { page.paragraph(paragraph) }
        if !about.operands.isEmpty {
            page.heading("Arguments")
            page.definitions(about.operands.map { ($0.heading, $0.explanation) })
        }
        if !about.options.isEmpty {
            page.heading("Options")
            page.definitions(about.options.map { ($0.heading, $0.explanation) })
        }
        page.heading("On every command")
        page.definitions(tool.shared.map { ($0.row.heading, $0.row.explanation) })
        return page.text
    }
}

/// Help text as it is put together, wrapped at the terminal's width.
private struct HelpPage {
    private(set) var text = ""
    private let width: Int
    private let output: Output?

    init(_ output: Output?) {
        self.output = output
        width = min(output?.width ?? 100, 100)
    }

    mutating func title(_ title: String) { paragraph(title, isFirst: true) }

    mutating func heading(_ title: String) {
        text += "\n" + (output?.styled(title, .heading) ?? title) + "\n"
    }

    mutating func paragraph(_ paragraph: String, isFirst: Bool = false) {
        if !isFirst { text += "\n" }
        for line in paragraph.wrapped(to: width) { text += line + "\n" }
    }

    mutating func indented(_ paragraph: String) {
        for (index, line) in paragraph.wrapped(to: width - 6).enumerated() {
            text += (index == 0 ? "  " : "      ") + line + "\n"
        }
    }

    /// Lines to type, what they are for below or behind them.
    mutating func examples(_ examples: ArraySlice<Example>) {
        guard !examples.isEmpty else { return }
        text += "\n"
        let column = min(examples.map(\.line.displayWidth).max() ?? 0, 48)
        for example in examples {
            let fits = example.line.displayWidth <= column && column + 4 + example.purpose.displayWidth <= width
            let line = output?.styled(example.line, .name) ?? example.line
            let space = String(repeating: " ", count: max(0, column - example.line.displayWidth))
            text += "  \(line)" + (fits ? "\(space)  " : "\n      ") + faint(example.purpose) + "\n"
        }
    }

    /// Words and what they mean, in two columns.
    mutating func definitions(_ definitions: [(word: String, meaning: String)]) {
        let column = min(definitions.map(\.word.displayWidth).max() ?? 0, 28)
        for (word, meaning) in definitions {
            let lines = meaning.wrapped(to: width - column - 4)
            if word.displayWidth > column {
                text += "  \(word)\n"
            } else {
                text += "  \(word.padded(to: column))  \(lines.first ?? "")\n"
            }
            for line in lines.dropFirst(word.displayWidth > column ? 0 : 1) {
                text += String(repeating: " ", count: column + 4) + line + "\n"
            }
        }
    }

    private func faint(_ text: String) -> String { output?.styled(text, .faint) ?? text }
}

extension String {
    /// The text in lines of at most that many columns, broken at spaces; a longer word stands alone.
    func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            if !line.isEmpty, line.displayWidth + 1 + word.displayWidth > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }
}
