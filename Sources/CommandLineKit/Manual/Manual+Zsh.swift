extension Manual {
    /// A function for zsh: saved as `_TOOL` in a folder of `$fpath`, or sourced.
    func zshCompletions() -> String {
        let function = "_\(tool.name)"
        let takers = valueOptions(visibleCommands.flatMap { $0.page.options } + tool.shared.map(\.row))
            .joined(separator: "|")
        var script = """
            #compdef \(tool.name)
            # Completions of \(tool.name) for zsh, made by "\(tool.name) completions zsh".

            \(function)() {
                local context state state_descr line
                local -a typed=("${(@)words}")
                typeset -A opt_args
                _arguments -C \\
            \(specifications(tool.shared.map(\.row)))
                    '(-)1:command:\(function)_commands' \\
                    '(-)*::argument:->arguments'
                [[ $state == arguments ]] || return
                case $line[1] in

            """
        for command in visibleCommands {
            let operands = command.page.operands.enumerated().map { index, row in
                let place = row.repeats ? "*" : row.shape == .operand(.optional) ? "\(index + 1):" : "\(index + 1)"
                return "                \("\(place):\(row.name):\(zshAction(row.completion))".shellQuoted)"
            }
            let options = specifications(command.page.options + tool.shared.map(\.row))
            script += """
                        \(command.name))
                            _arguments \\
                    \((options.dropLast(2) + operands.map { " \\\n" + $0 }.joined())) ;;

                """
        }
        let commands = visibleCommands.map { command in
            let name = command.name
            return "        " + "\(name):\(command.page.summary)".shellQuoted
        }
        script += """
                esac
            }

            \(function)_commands() {
                local -a commands=(
            \(commands.joined(separator: "\n"))
                )
                _describe -t commands command commands
            }

            \(function)_list() {
                # Of the store that is named anywhere on the line.
                local -a store
                local index=${typed[(I)--store]} joined=${(M)typed:#--store=*}
                if ((index)); then store=(--store ${(Q)~typed[index+1]}); fi
                if [[ $joined ]]; then store=(--store ${(Q)~joined#--store=}); fi
                local -a entries=("${(@f)$("$@" "${store[@]}" 2>/dev/null)}")
                compadd -a entries
            }

            \(function)_rows() {
                # Of the note that is the command's first operand.
                local word skips=0 command= note=
                for word in "${(@)typed[2,-2]}"; do
                    if ((skips)); then skips=0
                    elif [[ $word == (\(takers)) ]]; then skips=1
                    elif [[ $word != -* && -z $command ]]; then command=$word
                    elif [[ $word != -* && -z $note ]]; then note=${(Q)word}; fi
                done
                \(function)_list \(lister(of: .rows) ?? ":") "$note"
            }

            if [[ $funcstack[1] == \(function) ]]; then \(function) "$@"; else compdef \(function) \(tool.name); fi

            """
        return script
    }

    /// Lines of `_arguments`, each ending with a backslash.
    private func specifications(_ rows: [ArgumentRow]) -> String {
        rows.map { row in
            let explanation = row.explanation.zshEscaped
            let value = row.takesValue ? ":\(row.placeholder):\(zshAction(row.completion))" : ""
            let star = row.repeats ? "*" : ""
            let equals = row.takesValue ? "=" : ""
            guard let short = row.short else {
                return "        " + "\(star)--\(row.name)\(equals)[\(explanation)]\(value)".shellQuoted + " \\"
            }
            let plus = row.takesValue ? "+" : ""
            let excluded = row.repeats ? "" : "(-\(short) --\(row.name))"
            return "        \((excluded + star).shellQuoted){-\(short)\(plus),--\(row.name)\(equals)}"
                + "[\(explanation)]\(value)".shellQuoted + " \\"
        }.joined(separator: "\n")
    }

    private func zshAction(_ completion: Completion) -> String {
        switch completion {
        case .none: " "
        case .files: "_files"
        case .folders: "_files -/"
        case .choices(let choices): "(\(choices.joined(separator: " ")))"
        case .notes, .devices, .positions: "{_\(tool.name)_list \(lister(of: completion) ?? ":")}"
        case .rows: "_\(tool.name)_rows"
        case .commands: "_\(tool.name)_commands"
        }
    }
}

extension String {
    /// The text with what `_arguments` reads as its own signs escaped.
    fileprivate var zshEscaped: String {
        reduce(into: "") { escaped, character in
            if "[]:\\".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
    }
}
