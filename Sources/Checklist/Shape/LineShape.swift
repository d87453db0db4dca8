/// What a line looks like to someone who asks whether it is an item.
struct LineShape {
    /// Columns it takes, wide characters counted twice.
    var width = 0
    var words = 0
    var hasBullet = false
    /// Begins with an amount: `2 eggs`, `500 g flour`.
    var hasAmount = false
    var endsSentence = false
    /// Ends in a comma or a dash: the sentence continues.
    var isOpenEnded = false
    /// Has the end of a sentence before its own end.
    var holdsSentenceEnd = false
    var beginsInLowercase = false
    private var signs = LineSigns(of: "")

    /// The shape of a line that may be an item; nil for one that ends a run.
    init?(_ line: Line) {
        guard line.context == .text, !line.form.isCheckbox, !line.isBlank,
            line.content.count < LinePrefix.window * 4
        else { return nil }
        let indent = line.indent
        if indent.contains(ASCII.quote) { return nil }
        let text = String(decoding: line.text, as: UTF8.self)
        let isDelimiter = line.content.withBytes { content in
            LineDelimiter(of: content)?.opensOrCloses == true || LinePrefix.isThematicBreak(content)
        }
        guard let first = text.unicodeScalars.first, !isDelimiter, first != "#", first != "|", first != "<" else {
            return nil
        }
        hasBullet = line.form == .bulleted || LineShape.isMark(first, in: text)
        signs = LineSigns(of: text)
        hasAmount = first.properties.numericType != nil && !signs.isTimed
        beginsInLowercase = first.properties.isLowercase
        measure(text)
    }

    private mutating func measure(_ text: String) {
        var isInWord = false
        var endsSoFar = false
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            if properties.isWhitespace {
                if endsSoFar { holdsSentenceEnd = true }
                isInWord = false
                width += 1
                continue
            }
            if !isInWord { words += 1 }
            isInWord = true
            if LineShape.isWideSentenceEnd(scalar) {
                if endsSoFar { holdsSentenceEnd = true }
                endsSoFar = true
            } else if ".!?…؟।".unicodeScalars.contains(scalar) {
                endsSoFar = true
            } else if !"\"')”’»」』".unicodeScalars.contains(scalar) {
                // A full stop without a space after it belongs to a number or an address, save where no spaces are used.
                if endsSoFar, LineShape.isWide(scalar) { holdsSentenceEnd = true }
                endsSoFar = false
            }
            isOpenEnded = ",;–—、，；،-".unicodeScalars.contains(scalar)
            width += LineShape.isWide(scalar) ? 2 : LineShape.isCombining(properties) ? 0 : 1
        }
        // A script without spaces has about one word in four columns.
        if words > 0, width / words > 16 { words = max(words, width / 4) }
        endsSentence = endsSoFar
    }

    /// How much a run looks like a list, from 0 to 1.
    static func score(of run: [LineShape]) -> Double {
        let count = Double(run.count)
        func share(_ isSo: (LineShape) -> Bool) -> Double { Double(run.count(where: isSo)) / count }
        let bullets = share(\.hasBullet)
        if bullets == 1 { return 1 }
        if run.count == 1 { return 0.2 }
        let widths = run.map(\.width).sorted()
        let middle = Double(widths[widths.count / 2])
        let words = Double(run.map(\.words).sorted()[run.count / 2])
        var score = 0.5
        score += middle <= 24 ? 0.3 : middle <= 40 ? 0.15 : middle <= 60 ? -0.1 : -0.4
        score += words <= 3 ? 0.15 : words <= 6 ? 0.05 : -0.2
        score += 0.4 * bullets + 0.3 * share(\.hasAmount)
        score -= 0.5 * share(\.endsSentence) + 0.6 * share(\.holdsSentenceEnd) + 0.4 * share(\.isOpenEnded)
        score -= 0.4 * wrapping(run)
        score -= otherUses(of: run, bullets: bullets)
        return min(max(score, 0), 1)
    }

    /// How much a run looks like something else that has short lines: a log, code, a table of fields, an address, a letter.
    private static func otherUses(of run: [LineShape], bullets: Double) -> Double {
        func share(_ isSo: (LineSigns) -> Bool) -> Double {
            Double(run.count { isSo($0.signs) }) / Double(run.count)
        }
        var sum = share(\.isTimed) + share(\.isCode) + share(\.isField) + share(\.hasGluedNumber)
        if bullets == 0, run.count <= 6, run.contains(where: \.signs.hasPostcode) { sum += 0.8 }
        if let last = run.last, last.endsSentence, run.contains(where: { $0.words >= 3 }) { sum += 0.25 }
        if let first = run.first {
            if !first.hasBullet, first.isOpenEnded { sum += 0.2 }
            let word = first.signs.firstWord
            if run.count >= 3, word.count > 1, run.allSatisfy({ $0.signs.firstWord == word }) { sum += 0.5 }
        }
        return sum
    }

    /// The share of line ends over which a sentence runs on: the line before is long and unended, and the next begins
    /// in lowercase although others do not.
    private static func wrapping(_ run: [LineShape]) -> Double {
        guard run.contains(where: { !$0.beginsInLowercase }) else { return 0 }
        let pairs = zip(run, run.dropFirst())
        let wraps = pairs.count { $0.width > 24 && !$0.endsSentence && $1.beginsInLowercase }
        return Double(wraps) / Double(run.count - 1)
    }

    /// Whether the text begins with a sign that people use as a bullet: `•`, `☐`, `✓`, a dash and a space, an emoji.
    private static func isMark(_ first: UnicodeScalar, in text: String) -> Bool {
        switch first.value {
        case 0x2022, 0x2023, 0x25AA...0x25FF, 0x2610...0x2612, 0x2713...0x2718, 0x00B7, 0x30FB: true
        case 0x2012...0x2015, 0x2212: text.unicodeScalars.dropFirst().first?.properties.isWhitespace ?? false
        default: first.properties.isEmojiPresentation
        }
    }

    private static func isWideSentenceEnd(_ scalar: UnicodeScalar) -> Bool {
        "。！？．".unicodeScalars.contains(scalar)
    }

    private static func isWide(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    private static func isCombining(_ properties: Unicode.Scalar.Properties) -> Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }
}
