/// A shell that completions are made for.
enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

extension Manual {
    func completions(for shell: Shell) -> String {
        switch shell {
        case .bash: bashCompletions()
        case .zsh: zshCompletions()
        case .fish: fishCompletions()
        }
    }

    /// The call that lists what completes a value of a kind, one a line; nil where the tool is not asked.
    func lister(of completion: Completion) -> String? {
        switch completion {
        case .notes: "\(tool.name) complete-notes"
        case .rows: "\(tool.name) complete-rows"
        case .devices: "\(tool.name) complete-devices"
        case .positions: "\(tool.name) complete-positions"
        case .none, .files, .folders, .choices, .commands: nil
        }
    }
}

extension String {
    /// The text in single quotes for a POSIX shell.
    var shellQuoted: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
