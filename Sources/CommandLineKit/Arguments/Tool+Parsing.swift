/// A command line, read: which command, and the words given to each of its arguments.
struct ParsedLine {
    /// Nil where none is named.
    var command: (any Command.Type)?
    /// The words given, by the name of the argument: `--to` under `to`, the operand NOTE under `NOTE`.
    var values: [String: [String]] = [:]

    func has(_ flag: Argument<Bool>) -> Bool { values[flag.row.name] != nil }
}

extension Tool {
    /// Reads a command line, without the tool's own name. Values are checked by `check(_:in:)`.
    ///
    /// Options may stand anywhere, also between operands; `--name value`, `--name=value`, `-n value`, `-nvalue` and
    /// letters joined (`-yh`) are all read; `--` ends the options. A word that begins with a dash and a space
    /// (`"- milk"`) is text.
    func parse(_ words: [String]) throws(CommandFailure) -> ParsedLine {
        var line = ParsedLine()
        var operands: [String] = []
        var rest = words[...]
        var optionsEnded = false

        while let word = rest.popFirst() {
            if optionsEnded || !word.isOption {
                if line.command == nil, !optionsEnded {
                    guard let command = command(named: word) else { throw unknownCommand(word) }
                    line.command = command
                } else {
                    operands.append(word)
                }
            } else if word == "--" {
                optionsEnded = true
            } else if word.hasPrefix("--") {
                try readLongOption(word, following: &rest, into: &line)
            } else {
                try readShortOptions(word, following: &rest, into: &line)
            }
        }
        // Who asks for help need not have given all that the command wants.
        if let command = line.command, !line.has(Tool.help) { try assign(operands, of: command, to: &line) }
        return line
    }

    /// Throws the first thing that is wrong with a value.
    func check(_ line: ParsedLine, in context: ReadingContext) throws(CommandFailure) {
        for argument in (line.command?.page.arguments ?? []) + shared {
            let values = line.values[argument.row.name] ?? []
            if argument.row.isOperand || !values.isEmpty { try argument.check(values, in: context) }
        }
    }

    private func readLongOption(
        _ word: String, following rest: inout ArraySlice<String>, into line: inout ParsedLine
    ) throws(CommandFailure) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let row = options(of: line).first(where: { $0.name == name }) else {
            throw unknownOption("--\(name)", in: line)
        }
        if !row.takesValue {
            guard parts.count == 1 else { throw .usage("--\(name) takes no value.") }
            line.values[name, default: []].append("")
        } else if parts.count == 2 {
            line.values[name, default: []].append(String(parts[1]))
        } else {
            line.values[name, default: []].append(try value(of: row, from: &rest))
        }
    }

    private func readShortOptions(
        _ word: String, following rest: inout ArraySlice<String>, into line: inout ParsedLine
    ) throws(CommandFailure) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let row = options(of: line).first(where: { $0.short == letter }) else {
                throw unknownOption("-\(letter)", in: line)
            }
            if !row.takesValue {
                line.values[row.name, default: []].append("")
            } else {
                let value = letters.isEmpty ? try value(of: row, from: &rest) : String(letters)
                line.values[row.name, default: []].append(value)
                letters = ""
            }
        }
    }

    private func value(
        of row: ArgumentRow, from rest: inout ArraySlice<String>
    ) throws(CommandFailure) -> String {
        guard let value = rest.popFirst() else {
            throw .usage("--\(row.name) needs a value: \(row.explanation).")
        }
        return value
    }

    private func options(of line: ParsedLine) -> [ArgumentRow] {
        (line.command?.page.options ?? []) + shared.map(\.row)
    }

    private func unknownOption(_ option: String, in line: ParsedLine) -> CommandFailure {
        let subject = line.command.map { "\(name) \($0.name)" } ?? name
        let known = options(of: line).map { "--\($0.name)" }
        let suggestion = Spelling.nearest(to: option, among: known).map { "Did you mean “\($0)”? " } ?? ""
        return .usage(
            "\(subject) has no option \(option.forTerminal).",
            hint: suggestion + "“\(subject) --help” lists its options; text that begins with a dash stands behind “--”."
        )
    }

    private func assign(
        _ operands: [String], of command: any Command.Type, to line: inout ParsedLine
    ) throws(CommandFailure) {
        let usage = "Usage: \(usage(of: command))"
        var rest = operands[...]
        for row in command.page.operands {
            if row.repeats {
                if !rest.isEmpty { line.values[row.name] = Array(rest) }
                rest = []
            } else if let operand = rest.popFirst() {
                line.values[row.name] = [operand]
            }
            let isNeeded = row.shape == .operand(.one) || row.shape == .operand(.oneOrMore)
            if isNeeded, line.values[row.name] == nil {
                throw .usage("\(row.name) is missing: \(row.explanation).", hint: usage)
            }
        }
        if let surplus = rest.first {
            throw .usage("“\(surplus.forTerminal)” is one argument too many.", hint: usage)
        }
    }

    /// The usage line of a command: `noteledger toggle NOTE LINE… [--to STATE]`.
    package func usage(of command: any Command.Type) -> String {
        let page = command.page
        return ([name, command.name] + page.operands.map(\.usage) + page.options.map(\.usage))
            .joined(separator: " ")
    }
}

extension String {
    fileprivate var isOption: Bool { hasPrefix("-") && self != "-" && !hasPrefix("- ") }
}
