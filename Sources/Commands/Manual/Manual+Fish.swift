extension Manual {
    /// Lines for fish: `TOOL completions fish | source`.
    func fishCompletions() -> String {
        let name = tool.name
        let all = visibleCommands.map { $0.name }.joined(separator: " ")
        var script = """
            # Completions of \(name) for fish, made by "\(name) completions fish".
            complete -c \(name) -f

            """
        let unnamed = "not __fish_seen_subcommand_from \(all)"
        for command in visibleCommands {
            script +=
                "complete -c \(name) -n \(quoted(unnamed)) -a \(command.name) -d \(quoted(command.page.summary))\n"
        }
        for row in tool.shared.map(\.row) { script += line(for: row, when: nil) }
        for command in visibleCommands {
            let named = "__fish_seen_subcommand_from \(command.name)"
            for row in command.page.options { script += line(for: row, when: named) }
            for (index, row) in command.page.operands.enumerated() {
                guard let words = words(row.completion) else { continue }
                // The command itself is the second word.
                let count = "count (string match --invert -- '-*' (commandline -opc))"
                let place = row.repeats ? "-gt \(index + 1)" : "-eq \(index + 2)"
                let condition = "\(named); and test (\(count)) \(place)"
                script += "complete -c \(name) -n \(quoted(condition)) \(words)\n"
            }
        }
        return script
    }

    private func line(for row: ArgumentRow, when condition: String?) -> String {
        var parts = ["complete -c \(tool.name)"]
        if let condition { parts.append("-n \(quoted(condition))") }
        if let short = row.short { parts.append("-s \(short)") }
        parts.append("-l \(row.name)")
        if row.takesValue { parts.append("-r " + (words(row.completion).map { $0 == "-F" ? $0 : "-f " + $0 } ?? "-f")) }
        parts.append("-d \(quoted(row.explanation))")
        return parts.joined(separator: " ") + "\n"
    }

    /// What offers values of a kind; nil for those that nothing can be offered for.
    private func words(_ completion: Completion) -> String? {
        switch completion {
        case .none: nil
        case .files: "-F"
        case .folders: "-a '(__fish_complete_directories)'"
        case .choices(let choices): "-a \(quoted(choices.joined(separator: " ")))"
        case .notes: "-a '(\(noteLister) 2>/dev/null)'"
        case .commands: "-a \(quoted(visibleCommands.map { $0.name }.joined(separator: " ")))"
        }
    }

    /// The text in single quotes, as fish reads them.
    private func quoted(_ text: String) -> String {
        let escaped = text.reduce(into: "") { escaped, character in
            if character == "\\" || character == "'" { escaped.append("\\") }
            escaped.append(character)
        }
        return "'\(escaped)'"
    }
}
