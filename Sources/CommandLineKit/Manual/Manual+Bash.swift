extension Manual {
    /// A script for bash (4.3 or later): `source <(TOOL completions bash)`.
    func bashCompletions() -> String {
        let function = "_\(tool.name)"
        let shared = tool.shared.map(\.row)
        let names = visibleCommands.map { $0.name }.joined(separator: " ")
        var script = """
            # Completions of \(tool.name) for bash, made by "\(tool.name) completions bash".
            \(function)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
                local command= operands=0 index word note= store=()
                # What bash broke at "=" is one word again.
                if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
                COMPREPLY=()
                for ((index = 1; index < COMP_CWORD; index++)); do
                    word=${COMP_WORDS[index]}
                    case $word in
                        \(valueOptions(visibleCommands.flatMap { $0.page.options } + shared).joined(separator: "|")))
                            ((index++))
                            if [[ ${COMP_WORDS[index]} == = ]]; then ((index++)); fi
                            if [[ $word == --store ]]; then store=(--store "${COMP_WORDS[index]}"); fi ;;
                        -*|=) ;;
                        *) if [[ -z $command ]]; then command=$word
                           elif ((operands++ == 0)); then note=${word//[\\\\\\"\\']/}; fi ;;
                    esac
                done
                if [[ -z $command && $current != -* ]]; then
                    case $previous in
            \(bashValues(shared))
                        *) COMPREPLY=($(compgen -W '\(names)' -- "$current")) ;;
                    esac
                    return
                fi
                case $command in

            """
        for command in visibleCommands {
            let options = command.page.options + shared
            let words = options.flatMap { row in
                ["--\(row.name)"] + (row.short.map { ["-\($0)"] } ?? [])
            }
            script += """
                        \(command.name))
                            case $previous in
                \(bashValues(options))
                                *)
                                    if [[ $current == -* ]]; then
                                        COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- "$current"))
                                    else
                                        case $operands in
                \(bashOperands(command.page.operands))
                                            *) ;;
                                        esac
                                    fi ;;
                            esac ;;

                """
        }
        script += """
                    *)
                        if [[ $current == -* ]]; then
                            COMPREPLY=($(compgen -W '\(shared.map { "--\($0.name)" }.joined(separator: " "))' -- "$current"))
                        fi ;;
                esac
            }

            \(function)_list() {
                # A title or a row may hold spaces: it is offered as one word, quoted.
                local title folder=${store[1]//[\\\\\\"\\']/}
                if [[ $folder ]]; then store[1]=${folder/#\\~/$HOME}; fi
                while IFS= read -r title; do
                    if [[ $title == "$current"* ]]; then COMPREPLY+=("$(printf '%q' "$title")"); fi
                done < <("$@" "${store[@]}" 2>/dev/null)
            }

            complete -F \(function) \(tool.name)

            """
        return script
    }

    /// The spellings of options that take the next word as their value.
    func valueOptions(_ rows: [ArgumentRow]) -> [String] {
        var spellings: [String] = []
        for row in rows where row.takesValue {
            for spelling in ["--\(row.name)"] + (row.short.map { ["-\($0)"] } ?? [])
            where !spellings.contains(spelling) { spellings.append(spelling) }
        }
        return spellings
    }

    private func bashValues(_ rows: [ArgumentRow]) -> String {
        rows.filter(\.takesValue).map { row in
            let spellings = (row.short.map { "-\($0)|" } ?? "") + "--\(row.name)"
            return "            \(spellings)) \(bashReply(row.completion)) ;;"
        }.joined(separator: "\n")
    }

    private func bashOperands(_ rows: [ArgumentRow]) -> String {
        rows.enumerated().map { index, row in
            // A row that repeats is offered from its place on.
            let place = row.repeats ? "*" : String(index)
            return "                            \(place)) \(bashReply(row.completion)) ;;"
        }.joined(separator: "\n")
    }

    private func bashReply(_ completion: Completion) -> String {
        switch completion {
        case .none: ":"
        case .files: "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\"))"
        case .folders: "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$current\"))"
        case .choices(let choices):
            "COMPREPLY=($(compgen -W '\(choices.joined(separator: " "))' -- \"$current\"))"
        case .notes, .rows, .devices, .positions:
            "_\(tool.name)_list \(lister(of: completion) ?? ":")" + (completion == .rows ? " \"$note\"" : "")
        case .commands:
            "COMPREPLY=($(compgen -W '\(visibleCommands.map { $0.name }.joined(separator: " "))' -- \"$current\"))"
        }
    }
}
