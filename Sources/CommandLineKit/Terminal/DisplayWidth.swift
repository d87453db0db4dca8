extension Character {
    /// How many columns of a terminal it takes: 0, 1 or 2.
    ///
    /// East Asian wide and full-width scalars (UAX #11) and emoji take two; a combination is as wide as what it shows.
    var displayWidth: Int {
        var widest = 0
        for scalar in unicodeScalars {
            // VARIATION SELECTOR-16 asks for the picture instead of the sign.
            if scalar.value == 0xFE0F, widest == 1 { widest = 2 }
            widest = max(widest, scalar.displayWidth)
        }
        return widest
    }
}

extension Unicode.Scalar {
    fileprivate var displayWidth: Int {
        if value < 0x300 { return value == 0xAD || isControl ? 0 : 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        if (0x1160...0x11FF).contains(value) { return 0 }  // vowels and finals that join a Hangul syllable
        if properties.isEmojiPresentation { return 2 }
        return Self.wideBlocks.contains { $0.contains(value) } ? 2 : 1
    }

    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// The blocks of wide and full-width scalars that are no emoji, unassigned ones in them included.
    private static let wideBlocks: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // Hangul initials
        0x2329...0x232A,  // angle brackets
        0x2E80...0x303E,  // radicals, ideographic punctuation
        0x3041...0x33FF,  // kana, Bopomofo, Hangul compatibility, squared
        0x3400...0x4DBF,  // ideographs, extension A
        0x4E00...0xA4CF,  // ideographs, Yi
        0xA960...0xA97C,  // Hangul initials, extended
        0xAC00...0xD7A3,  // Hangul syllables
        0xF900...0xFAFF,  // compatibility ideographs
        0xFE10...0xFE19,  // vertical forms
        0xFE30...0xFE6B,  // compatibility and small forms
        0xFF01...0xFF60,  // full-width forms
        0xFFE0...0xFFE6,  // full-width signs
        0x16FE0...0x18D08,  // Tangut, Khitan
        0x1AFF0...0x1B2FB,  // kana supplements, Nushu
        0x1F200...0x1F265,  // enclosed ideographs
        0x20000...0x3FFFD,  // ideographs, the planes for them
    ]
}

extension StringProtocol {
    /// How many columns of a terminal the text takes.
    package var displayWidth: Int { isPlainASCII ? utf8.count : reduce(0) { $0 + $1.displayWidth } }
}

extension String {
    /// The text followed by spaces up to that many columns.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - displayWidth)) }

    /// The text behind spaces, so that it ends at that column.
    package func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - displayWidth)) + self
    }

    /// As much of the text as goes into that many columns, an ellipsis at the end where it was cut.
    package func truncated(to width: Int) -> String {
        if isPlainASCII, utf8.count <= width { return self }
        var taken = ""
        var used = 0
        var index = startIndex
        while index < endIndex {
            let next = self.index(after: index)
            let needed = self[index].displayWidth
            // The last column is for the ellipsis, unless all that is left fits.
            let limit = width - (self[next...].displayWidth(upTo: 1) == 0 ? 0 : 1)
            guard used + needed <= limit else { return taken + (width > 0 ? "…" : "") }
            taken.append(self[index])
            used += needed
            index = next
        }
        return taken
    }

    /// The text on one line, with nothing that a terminal takes for a command: control characters become pictures.
    package var forTerminal: String {
        if isPlainASCII { return self }
        guard unicodeScalars.contains(where: \.isUnsafeOnTerminal) else { return self }
        var shown = ""
        for scalar in unicodeScalars { shown.unicodeScalars.append(scalar.shownOnTerminal) }
        return shown
    }
}

extension StringProtocol {
    /// Whether all of it are printable ASCII characters, a column each: nearly all text is, and needs no looking up.
    fileprivate var isPlainASCII: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}

extension Substring {
    /// The width, counted no further than `limit`.
    fileprivate func displayWidth(upTo limit: Int) -> Int {
        var width = 0
        for character in self {
            width += character.displayWidth
            if width >= limit { break }
        }
        return width
    }
}
