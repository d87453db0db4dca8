extension Manual {
    /// The man page, in the man(7) macros.
    func manualPage() -> String {
        var page = Roff()
        page.request(".TH \(tool.name.uppercased()) 1 \"\" \"\(tool.name) \(Tool.version)\" \"User Commands\"")
        page.section("NAME")
        page.text("\(tool.name) \\- \(Roff.escaped(tool.summary))", isEscaped: true)
        page.section("SYNOPSIS")
        page.text("\\fB\(Roff.escaped(tool.name))\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...]", isEscaped: true)
        page.section("DESCRIPTION")
        for (index, paragraph) in tool.details.enumerated() {
            if index > 0 { page.request(".PP") }
            page.text(paragraph)
        }
        page.section("EXAMPLES")
        examples(tool.examples, to: &page)
        page.section("COMMANDS")
        for section in sections {
            for command in section.commands { describe(command, in: &page) }
        }
        page.section("OPTIONS OF EVERY COMMAND")
        arguments(tool.shared.map(\.row), to: &page)
        page.section("EXIT STATUS")
        for code in ExitCode.allCases {
            page.tagged("\\fB\(code.rawValue)\\fR", code.meaning)
        }
        page.section("ENVIRONMENT")
        for variable in tool.variables {
            page.tagged("\\fB\(Roff.escaped(variable.name))\\fR", variable.meaning)
        }
        if !tool.files.isEmpty {
            page.section("FILES")
            for file in tool.files { page.tagged("\\fI\(Roff.escaped(file.path))\\fR", file.meaning) }
        }
        return page.source
    }

    private func describe(_ command: any Command.Type, in page: inout Roff) {
        let about = command.page.named(for: tool)
        page.subsection(command.name)
        let usage =
            ([tool.name, command.name].map { "\\fB\(Roff.escaped($0))\\fR" }
            + (about.operands + about.options).map { Roff.escaped($0.usage) })
            .joined(separator: " ")
        page.text(usage, isEscaped: true)
        page.request(".PP")
        page.text(about.summary.prefix(1).uppercased() + about.summary.dropFirst() + ".")
        for paragraph in about.details {
            page.request(".PP")
            page.text(paragraph)
        }
        arguments(about.operands + about.options, to: &page)
        examples(about.examples, to: &page)
    }

    private func arguments(_ rows: [ArgumentRow], to page: inout Roff) {
        for row in rows {
            let style = row.isOperand ? "\\fI" : "\\fB"
            page.tagged("\(style)\(Roff.escaped(row.heading))\\fR", row.explanation)
        }
    }

    private func examples(_ examples: [Example], to page: inout Roff) {
        for example in examples {
            page.request(".PP")
            page.text(example.purpose.prefix(1).uppercased() + example.purpose.dropFirst() + ":")
            page.request(".PP")
            page.request(".nf")
            page.request(".RS 4")
            page.text(example.line)
            page.request(".RE")
            page.request(".fi")
        }
    }
}

/// Source for troff.
private struct Roff {
    private(set) var source = ""

    mutating func request(_ line: String) { source += line + "\n" }
    mutating func section(_ title: String) { request(".SH \(title)") }
    mutating func subsection(_ title: String) { request(".SS \(Self.escaped(title))") }

    mutating func text(_ text: some StringProtocol, isEscaped: Bool = false) {
        let line = isEscaped ? String(text) : Self.escaped(text)
        // A dot or a quote at the beginning of a line would be a request.
        request((line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line)
    }

    mutating func tagged(_ tag: String, _ meaning: String) {
        request(".TP")
        request(tag)
        text(meaning.prefix(1).uppercased() + meaning.dropFirst() + ".")
    }

    /// Text in which a dash is a dash that can be copied, and nothing is a command.
    static func escaped(_ text: some StringProtocol) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "…": escaped += "..."
            case "“": escaped += "\\(lq"
            case "”": escaped += "\\(rq"
            case "’": escaped += "\\(cq"
            default:
                if scalar.isASCII {
                    escaped.unicodeScalars.append(scalar)
                } else {
                    escaped += "\\[u" + scalar.hexadecimal + "]"
                }
            }
        }
        return escaped
    }
}

extension Unicode.Scalar {
    fileprivate var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
