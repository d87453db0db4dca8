extension Manual {
    /// Lines for fish: `TOOL completions fish | source`.
    func fishCompletions() -> String {
        let name = tool.name
        let shared = tool.shared.map(\.row)
        let takers = valueOptions(visibleCommands.flatMap { $0.page.options } + shared)
        var script = """
            # Completions of \(name) for fish, made by "\(name) completions fish".
            complete -c \(name) -f

            function __\(name)_words
                # What was typed before the cursor without options and their values: the command, and its operands.
                set -l takers \(takers.joined(separator: " "))
                set -l skips 0
                for word in (commandline -opc)[2..]
                    if test $skips = 1
                        set skips 0
                    else if contains -- $word $takers
                        set skips 1
                    else if not string match --quiet -- '-*' $word
                        printf '%s\\n' $word
                    end
                end
            end

            function __\(name)_at
                # Whether an operand of that command comes next, of those from the second to the third number.
                set -l words (__\(name)_words)
                test "$words[1]" = $argv[1]; and test (count $words) -ge $argv[2]; and test (count $words) -le $argv[3]
            end

            function __\(name)_list
                # Of the store that is named anywhere on the line.
                set -l words (commandline -opc)
                set -l store
                for index in (seq (count $words))
                    switch $words[$index]
                        case --store
                            set store --store $words[(math $index + 1)]
                        case '--store=*'
                            set store --store (string replace -- --store= '' $words[$index])
                    end
                end
                $argv $store 2>/dev/null
            end

            function __\(name)_rows
                # Of the note that is the command's first operand.
                set -l words (__\(name)_words)
                __\(name)_list \(lister(of: .rows) ?? "true") $words[2]
            end

            """
        let unnamed = "test -z \"$(__\(name)_words)\""
        for command in visibleCommands {
            script +=
                "complete -c \(name) -n \(quoted(unnamed)) -a \(command.name) -d \(quoted(command.page.summary))\n"
        }
        for row in shared { script += line(for: row, when: nil) }
        for command in visibleCommands {
            let most = 100_000
            for row in command.page.options {
                script += line(for: row, when: "__\(name)_at \(command.name) 1 \(most)")
            }
            for (index, row) in command.page.operands.enumerated() {
                guard let words = words(row.completion) else { continue }
                // The command itself is the first word.
                let condition = "__\(name)_at \(command.name) \(index + 1) \(row.repeats ? most : index + 1)"
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
        case .notes, .devices, .positions: "-a '(__\(tool.name)_list \(lister(of: completion) ?? "true"))'"
        case .rows: "-a '(__\(tool.name)_rows)'"
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
