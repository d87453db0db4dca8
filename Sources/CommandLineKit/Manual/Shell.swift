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

    /// The call that lists the notes of the store, for completing a NOTE.
    var noteLister: String { "\(tool.name) complete-notes" }
}

extension String {
    /// The text in single quotes for a POSIX shell.
    var shellQuoted: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
