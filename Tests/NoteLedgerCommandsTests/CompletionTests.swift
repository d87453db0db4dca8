import CommandTesting
import TestSupport
import Testing

@testable import CommandLineKit

@Suite("Completions, by the shells themselves")
struct CompletionTests {
    /// A command line up to the cursor, and some of what must, and must not, be offered.
    struct Case: Sendable, CustomTestStringConvertible {
        var words: [String]
        var offered: [String]
        var notOffered: [String] = []
        var testDescription: String { words.joined(separator: " ") }
    }

    static let cases = [
        Case(words: ["to"], offered: ["toggle"], notOffered: ["append"]),
        Case(words: ["im"], offered: ["import", "import-log"], notOffered: ["verify-worker"]),
        Case(words: ["toggle", "Groceries", "--t"], offered: ["--to"], notOffered: ["--yes"]),
        Case(words: ["toggle", "Groceries", "--to", ""], offered: ["checked", "unchecked"], notOffered: ["vault"]),
        Case(words: ["log", "--kind", "t"], offered: ["toggled", "trashed"], notOffered: ["created"]),
        Case(words: ["import", "vault", "--from", "jo"], offered: ["joplin"], notOffered: ["keep"]),
        Case(words: ["completions", ""], offered: ["bash", "fish", "zsh"], notOffered: ["vault"]),
        Case(words: ["--json", "ver"], offered: ["verify"]),
        Case(words: ["show", "Gro"], offered: ["Groceries"], notOffered: ["Trip"]),
        Case(words: ["help", "ap"], offered: ["append"]),
        Case(words: ["--store", "other", "show", ""], offered: ["Elsewhere"], notOffered: ["Groceries"]),
        Case(words: ["toggle", "--store", "other", "E"], offered: ["Elsewhere"], notOffered: ["Groceries"]),
    ]

    /// The sample store, and one in the folder `other`.
    private func withTwoStores(_ body: (SampleStore) throws -> Void) throws {
        try withSampleStore { store in
            try store.tool.run("new", "Elsewhere", "--store", "other").checked()
            try body(store)
        }
    }

    private func check(_ run: BuiltTool.Run, _ expected: Case) throws {
        #expect(run.messages == "")
        let offered = Set(run.lines)
        #expect(Set(expected.offered).subtracting(offered) == [], "\(offered)")
        #expect(offered.isDisjoint(with: expected.notOffered), "\(offered)")
    }

    @Test(arguments: cases)
    func bash(_ expected: Case) throws {
        try withTwoStores { store in
            let words = (["noteledger"] + expected.words).map(\.shellQuoted).joined(separator: " ")
            let script = """
                source <(noteledger completions bash)
                compopt() { :; }
                COMP_WORDS=(\(words)); COMP_CWORD=\(expected.words.count)
                _noteledger
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            try check(store.tool.shell(script), expected)
        }
    }

    @Test(.enabled(if: BuiltTool.isInstalled("fish")), arguments: cases)
    func fish(_ expected: Case) throws {
        try withTwoStores { store in
            let line = (["noteledger"] + expected.words).joined(separator: " ")
            let script = "noteledger completions fish | source; complete -C '\(line)' | string replace -r '\\t.*' ''"
            try check(store.tool.shell(script, shell: "fish"), expected)
        }
    }

    /// Completion of zsh works only where there is a line editor: one is run on a terminal of its own, and what it
    /// would list is printed.
    @Test(.enabled(if: BuiltTool.isInstalled("zsh")), arguments: cases)
    func zsh(_ expected: Case) throws {
        try withTwoStores { store in
            let line = (["noteledger"] + expected.words).joined(separator: " ")
            try store.write("capture.zsh", Self.zshCapture)
            let run = try store.tool.shell("zsh -f capture.zsh \(line.shellQuoted)")
            try check(run, expected)
        }
    }

    private static let zshCapture = #"""
        zmodload zsh/zpty
        zpty shell 'zsh -f -i'
        zpty -w shell 'PS1= ; autoload -Uz compinit; compinit -D -u'
        zpty -w shell 'source <(noteledger completions zsh)'
        zpty -w shell 'compadd() {
            if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return $?; fi
            typeset -a __hits; local mark=OFF
            builtin compadd -A __hits "$@"
            print -rl -- ${__hits/#/${mark}ER:}
        }'
        zpty -w shell 'leave() { print END:; exit }; zle -N leave; bindkey "^X^X" leave'
        zpty -w -n shell "$1"$'\t\C-X\C-X'
        while zpty -r shell text; do
            print -rn -- "$text" | tr '\r' '\n' | sed -n 's/.*OFFER://p'
            [[ $text == *END:$'\r'* ]] && break
        done
        """#
}
