/// Puts text and markup together, and a backslash before each character of the text that would mean something.
///
/// Where a backslash cannot help, as with white space at the end of a line, a character reference stands in.
struct InlineEscaper {
    private let place: InlineWriter.Place
    private let scalars: [Unicode.Scalar]
    /// For each scalar: 0 markup, 1 text, 2 text within a link.
    private let roles: [UInt8]
    private var output = ""
    private let hasLoneTilde: Bool

    static func escape(
        _ pieces: [InlineWriter.Piece], in place: InlineWriter.Place, _ notation: InlineWriter.Notation
    ) -> String {
        if notation == .strict {
            return pieces.reduce(into: "") { output, piece in
                switch piece {
                case .markup(let markup): output += markup
                case .text(let text, _): output += references(for: text)
                }
            }
        }
        var escaper = InlineEscaper(pieces, place)
        escaper.run()
        return escaper.output
    }

    /// Text with references for all characters but letters, digits and single spaces between those.
    static func references(for text: String) -> String {
        var output = ""
        var isAfterLetter = false
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isLetter = InlineWriter.kind(scalar) == .letter
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            let isPlain = isLetter || (scalar == " " && isAfterLetter && InlineWriter.kind(next) == .letter)
            output += isPlain ? String(scalar) : "&#\(scalar.value);"
            isAfterLetter = isLetter
        }
        return output
    }

    private init(_ pieces: [InlineWriter.Piece], _ place: InlineWriter.Place) {
        self.place = place
        var scalars: [Unicode.Scalar] = []
        var roles: [UInt8] = []
        var tildes = 0
        for piece in pieces {
            let (text, role): (String, UInt8) =
                switch piece {
                case .markup(let text): (text, 0)
                case .text(let text, let isInLink): (text, isInLink ? 2 : 1)
                }
            for scalar in text.unicodeScalars {
                scalars.append(scalar)
                roles.append(role)
                if scalar == "~" { tildes += 1 }
            }
        }
        self.scalars = scalars
        self.roles = roles
        hasLoneTilde = tildes == 1
    }

    private mutating func run() {
        for index in scalars.indices {
            let scalar = scalars[index]
            guard roles[index] > 0 else {
                output.unicodeScalars.append(scalar)
                continue
            }
            if let replacement = whiteSpace(scalar, at: index) {
                output += replacement
                continue
            }
            if needsEscape(scalar, at: index) { output += "\\" }
            output.unicodeScalars.append(scalar)
        }
    }

    // MARK: - Surroundings

    private func scalar(_ index: Int) -> Unicode.Scalar? { scalars.indices.contains(index) ? scalars[index] : nil }

    private func isBreak(_ scalar: Unicode.Scalar?) -> Bool { scalar == nil || scalar == "\n" || scalar == "\u{2028}" }

    private func isAtLineStart(_ index: Int) -> Bool { isBreak(scalar(index - 1)) }

    private func isBlank(_ scalar: Unicode.Scalar?) -> Bool { isBreak(scalar) || scalar == " " || scalar == "\t" }

    private func isAlphanumeric(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map { InlineWriter.kind($0) == .letter } ?? false
    }

    private var isOneLine: Bool { place == .heading || place == .cell }

    /// The rest of the line from a place on.
    private func restOfLine(_ index: Int) -> ArraySlice<Unicode.Scalar> {
        scalars[index...].prefix { $0 != "\n" && $0 != "\u{2028}" }
    }

    // MARK: - White space

    /// What to write for white space that would not be read as it stands; nil if it would.
    private func whiteSpace(_ scalar: Unicode.Scalar, at index: Int) -> String? {
        switch scalar {
        case " ", "\t":
            let isAtEdge = isAtLineStart(index) || isBreak(self.scalar(index + 1))
            return isAtEdge || (scalar == "\t" && isOneLine) ? "&#\(scalar.value);" : nil
        case "\n":
            let isEmptyLine = isAtLineStart(index) || isBreak(self.scalar(index + 1)) || isAfterTags(index)
            return isOneLine || isEmptyLine ? "&#10;" : nil
        case "\u{2028}":
            if isOneLine { return "<br>" }
            let isAlone = isAtLineStart(index) || isBreak(self.scalar(index + 1)) || isAfterTags(index)
            return isAlone ? "&#8232;" : "\\\n"
        case "\u{FEFF}": return "&#65279;"
        default: return scalar.value < 32 ? "&#\(scalar.value);" : nil
        }
    }

    /// Whether the first line would be nothing but tags, and so the beginning of an HTML block.
    private func isAfterTags(_ index: Int) -> Bool { scalars[0] == "<" && roles[..<index].allSatisfy { $0 == 0 } }

    // MARK: - Meaning

    private func needsEscape(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
        let previous = self.scalar(index - 1)
        let next = self.scalar(index + 1)
        switch scalar {
        case "\\":
            if let next, roles[index + 1] > 0, whiteSpace(next, at: index + 1) != nil { return true }
            return isBreak(next) || (next.map { $0.isASCII && InlineWriter.kind($0) == .punctuation } ?? true)
        case "`": return true
        case "*": return !stands(alone: index)
        case "_":
            if isAlphanumeric(previous), isAlphanumeric(next) { return false }
            return !stands(alone: index)
        case "~": return !hasLoneTilde && !stands(alone: index)
        case "[": return roles[index] == 2 || (index == 0 && place == .item && isBox)
        case "]":
            if roles[index] == 2 { return true }
            return next == "(" || next == "[" || (next == ":" && scalars.first == "[" && isDefinition(index + 2))
        case "!": return next == "[" && roles.indices.contains(index + 1) && roles[index + 1] == 0
        case "<":
            return next.map { $0 == "/" || $0 == "!" || $0 == "?" || ($0.isASCII && $0.properties.isAlphabetic) }
                ?? false
        case "&": return isReference(at: index)
        case "|": return place == .cell || (isAtLineStart(index) && isDelimiterRow(index))
        case ".": return ends("www", at: index) || (endsNumber(at: index) && isBlank(next))
        case ")": return endsNumber(at: index) && isBlank(next)
        case ":":
            return (next == "/" && (ends("http", at: index) || ends("https", at: index) || ends("ftp", at: index)))
                || (isAtLineStart(index) && isDelimiterRow(index))
        case "@": return isAlphanumeric(previous) && isAlphanumeric(next) && isDomain(index + 1)
        case "#": return needsEscapeOfHash(index)
        case ">": return isAtLineStart(index) && !isOneLine
        case "-", "+":
            guard isAtLineStart(index), !isOneLine else { return false }
            return isBlank(next) || (scalar == "-" && isDelimiterRow(index))
        case "=": return isAtLineStart(index) && !isOneLine && restOfLine(index).allSatisfy { $0 == "=" || $0 == " " }
        default: return false
        }
    }

    /// Whether there is white space on both sides, so that a delimiter delimits nothing.
    private func stands(alone index: Int) -> Bool {
        // A line separator is written as a backslash.
        !isAtLineStart(index) && isBlank(scalar(index - 1)) && isBlank(scalar(index + 1))
            && scalar(index + 1) != "\u{2028}"
            && (scalar(index + 1).map { whiteSpace($0, at: index + 1) == nil || ($0 == "\n" && !isOneLine) } ?? true)
    }

    /// Whether what stands from `index` on can be the domain of a mail address.
    private func isDomain(_ index: Int) -> Bool {
        scalars[index...].prefix { InlineWriter.kind($0) == .letter || $0 == "-" || $0 == "." }.contains(".")
    }

    /// Whether a label that ends before `index`, at a colon, would define it: an address alone, or with a title, stands there.
    private func isDefinition(_ index: Int) -> Bool {
        // A label is no longer than that.
        guard index < 1002 else { return false }
        guard scalars.indices.contains(index) else { return true }
        let line = restOfLine(index).drop { $0 == " " || $0 == "\t" }
        let rest = line.drop { $0 != " " && $0 != "\t" }.drop { $0 == " " || $0 == "\t" }
        return rest.first.map { $0 == "\"" || $0 == "'" || $0 == "(" } ?? true
    }

    /// Whether the text begins with what makes an item a task.
    private var isBox: Bool {
        guard scalars.count >= 3, scalars[2] == "]", scalars[1] == " " || scalars[1] == "x" || scalars[1] == "X" else {
            return false
        }
        return isBlank(scalar(3))
    }

    private func isReference(at index: Int) -> Bool {
        let body = scalars[(index + 1)...].prefix(50).prefix {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "#")
        }
        return !body.isEmpty && scalar(body.endIndex) == ";"
    }

    /// Whether the rest of the line is but what can stand under the head of a table, under a heading, or be a rule.
    private func isDelimiterRow(_ index: Int) -> Bool {
        restOfLine(index).allSatisfy { $0 == "-" || $0 == "|" || $0 == ":" || $0 == " " || $0 == "\t" }
    }

    private func ends(_ word: String, at index: Int) -> Bool {
        let word = Array(word.unicodeScalars)
        guard index >= word.count, Array(scalars[(index - word.count)..<index]) == word else { return false }
        return !isAlphanumeric(scalar(index - word.count - 1))
            || roles[index - word.count - (index > word.count ? 1 : 0)] == 0
    }

    /// Whether what stands before on the line is the number of an item.
    private func endsNumber(at index: Int) -> Bool {
        guard !isOneLine else { return false }
        var start = index
        while start > 0, ("0"..."9").contains(scalars[start - 1]), index - start < 10 { start -= 1 }
        return start < index && index - start < 10 && isAtLineStart(start)
    }

    private func needsEscapeOfHash(_ index: Int) -> Bool {
        if place == .heading {
            // At the end, hashes only close a heading.
            return (index == 0 || isBlank(scalar(index - 1))) && scalars[index...].allSatisfy { $0 == "#" }
        }
        guard place != .cell, isAtLineStart(index) else { return false }
        let hashes = restOfLine(index).prefix { $0 == "#" }
        return hashes.count <= 6 && isBlank(scalar(hashes.endIndex))
    }
}
