import CommandLineKit
import NoteLedger

/// What a person has set once and for all: who they are, where the store is, words of their own for commands.
///
/// The file is `noteledger/config` in the XDG folder for configuration. A line is `key = value`; `#` begins a comment.
struct Configuration: Equatable {
    /// Who does things: `author`.
    var author: String?
    /// The folder of the store: `store`.
    var store: String?
    /// `auto`, `always` or `never`: `color`.
    var color: String?
    /// Whether times are in UTC: `utc`.
    var isUTC = false
    /// Command lines by the words that stand for them: `alias.WORD`.
    var aliases: [String: [String]] = [:]

    /// Where the file is; nil where there is no telling.
    static func path(_ variable: (String) -> String?) -> String? {
        // The XDG specification says that a relative path is to be ignored.
        if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder + "/noteledger/config" }
        return variable("HOME").map { $0 + "/.config/noteledger/config" }
    }

    /// Reads the file; nothing is set where there is none.
    static func read(_ variable: (String) -> String?) throws(CommandFailure) -> Configuration {
        guard let path = path(variable), FileAccess.exists(path) else { return Configuration() }
        return try Configuration(reading: String(decoding: FileAccess.read(path), as: UTF8.self), from: path)
    }

    init() {}

    init(reading text: String, from path: String) throws(CommandFailure) {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = String(line).trimmed
            if line.isEmpty || line.hasPrefix("#") { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, set(String(parts[0]).trimmed, to: String(parts[1]).trimmed) else {
                throw .badData(
                    "Line \(index + 1) of \(path.forTerminal) is no setting: “\(line.forTerminal)”.",
                    hint: "A line is author, store, color, utc or alias.WORD, “=”, and a value.")
            }
        }
    }

    private mutating func set(_ key: String, to value: String) -> Bool {
        if key.hasPrefix("alias.") {
            let word = String(key.dropFirst(6))
            guard let words = Self.words(of: value), !words.isEmpty, !word.isEmpty else { return false }
            aliases[word] = words
            return true
        }
        guard !value.isEmpty else { return false }
        switch key {
        case "author": author = value
        case "store": store = value
        case "color": color = value
        case "utc":
            guard ["true", "false"].contains(value) else { return false }
            isUTC = value == "true"
        default: return false
        }
        return true
    }

    /// The words of a line, as a shell takes it apart: quotes hold a word together. Nil where one is not closed.
    static func words(of line: String) -> [String]? {
        var words: [String] = []
        var word = ""
        var isWord = false
        var quote: Character?
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                (quote, isWord) = (character, true)
            } else if quote == nil, character.isWhitespace {
                if isWord { words.append(word) }
                (word, isWord) = ("", false)
            } else {
                word.append(character)
                isWord = true
            }
        }
        if isWord { words.append(word) }
        return quote == nil ? words : nil
    }

    /// Puts what is set where the command line and the environment say nothing, and a command line in place of an alias.
    func apply(to words: inout [String], _ surroundings: inout Surroundings, isCommand: (String) -> Bool) {
        let (variable, author, store) = (surroundings.variable, author, store)
        surroundings.variable = { name in
            switch name {
            case "NOTELEDGER_AUTHOR": variable(name) ?? author
            case "NOTELEDGER_STORE": variable(name) ?? store
            default: variable(name)
            }
        }
        if let first = words.first, !isCommand(first), let line = aliases[first] {
            words.replaceSubrange(0..<1, with: line)
        }
        let options = words.prefix { $0 != "--" }
        if let color, !options.contains(where: { $0.hasPrefix("--color") }) { words.insert("--color=\(color)", at: 0) }
        if isUTC, !options.contains("--utc") { words.insert("--utc", at: 0) }
    }
}
