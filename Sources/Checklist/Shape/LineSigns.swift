/// Signs by which a line shows that it is no item: code, an entry of a log, a field, part of an address.
struct LineSigns {
    /// Begins with a time or a date: `08:30 breakfast`.
    private(set) var isTimed = false
    /// Has what programs and commands have: ` = `, `f(x)`, `--all`, `;` at its end.
    private(set) var isCode = false
    /// A name and its value: `Weight: 21 kg`.
    private(set) var isField = false
    /// Has a postcode or another long number.
    private(set) var hasPostcode = false
    /// Has digits right after a letter of a script without spaces, as numbers of houses stand.
    private(set) var hasGluedNumber = false
    private(set) var firstWord: Substring = ""

    init(of text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, let last = words.last else { return }
        firstWord = first
        isTimed = Self.isTime(first)
        isCode = Self.isCode(text, words, last)
        isField = !isTimed && Self.isField(text, words)
        hasPostcode = Self.hasPostcode(words)
        hasGluedNumber = zip(text.unicodeScalars, text.unicodeScalars.dropFirst()).contains {
            Self.isIdeograph($0) && Self.isDigit($1)
        }
    }

    private static func isDigit(_ scalar: UnicodeScalar) -> Bool { scalar.value &- 0x30 < 10 }
    private static func isDigit(_ character: Character) -> Bool { character.unicodeScalars.allSatisfy { isDigit($0) } }
    private static func isIdeograph(_ scalar: UnicodeScalar) -> Bool { (0x4E00...0x9FFF).contains(scalar.value) }
    private static func isCapital(_ character: Character) -> Bool { character >= "A" && character <= "Z" }

    private static func isTime(_ word: Substring) -> Bool {
        let word = word.drop { $0 == "[" || $0 == "(" }
        let digits = word.prefix { isDigit($0) }
        let rest = word.dropFirst(digits.count)
        guard (1...4).contains(digits.count), let mark = rest.first, let next = rest.dropFirst().first, isDigit(next)
        else { return false }
        return mark == ":" || mark == "h" || mark == "年" || (mark == "-" && digits.count == 4)
    }

    private static func isCode(_ text: String, _ words: [Substring], _ last: Substring) -> Bool {
        if let end = last.last, ";{}".contains(end) { return true }
        if text.hasPrefix("$ ") || text.hasPrefix("#include") { return true }
        if words.contains(where: { ["=", "<-", "->", "=>", "==", ":=", "+=", "-=", "|", "&&"].contains($0) }) {
            return true
        }
        if words.dropFirst().contains(where: { $0.hasPrefix("--") && $0.count > 2 }) { return true }
        if words.count > 1, words[0].count >= 4, words[0].allSatisfy({ isCapital($0) }) { return true }
        var before: Character = " "
        var isCall = false
        for character in text {
            if "=<>(){}[]".contains(character), "=<>(){}[]".contains(before) { return true }
            if character == "(", before.isLetter || isDigit(before) { isCall = true }
            before = character
        }
        return isCall && (before == ")" || before == ":")
    }

    private static func isField(_ text: String, _ words: [Substring]) -> Bool {
        guard let colon = text.firstIndex(where: { $0 == ":" || $0 == "：" }), colon > text.startIndex else {
            return false
        }
        let name = text[..<colon]
        let value = text[text.index(after: colon)...]
        guard name.count <= 24, name.split(whereSeparator: \.isWhitespace).count <= 3 else { return false }
        return value.contains { !$0.isWhitespace } && !value.hasPrefix("//")
    }

    private static func hasPostcode(_ words: [Substring]) -> Bool {
        for (index, word) in words.enumerated() {
            let next = index + 1 < words.count ? words[index + 1] : ""
            let digits = word.count { isDigit($0) }
            if word.first == "〒" { return true }
            if digits >= 5, word.allSatisfy({ isDigit($0) || $0 == "-" }) { return true }
            if digits == 4, word.count == 4, next.first.map(isCapital) == true { return true }
            // As in Britain: letters and digits, then a digit and two letters.
            if let first = word.first, isCapital(first), (1...2).contains(digits), word.count <= 4,
                word.allSatisfy({ isCapital($0) || isDigit($0) }), next.count == 3,
                next.first.map({ isDigit($0) }) == true, next.dropFirst().allSatisfy({ isCapital($0) })
            {
                return true
            }
        }
        return false
    }
}
