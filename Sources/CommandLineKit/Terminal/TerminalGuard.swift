/// The last thing before a terminal: whatever was overlooked above, no text commands it.
enum TerminalGuard {
    /// The text as UTF-8 with control characters other than line ends, tabs and our own colours made visible, and without
    /// characters that reorder a line.
    static func harmless(_ bytes: [UInt8]) -> [UInt8] {
        // What is ASCII and has no control character is nearly all there is.
        guard bytes.contains(where: { $0 >= 0x7F || ($0 < 0x20 && $0 != 0x0A) }) else { return bytes }
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var text = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            let length = ownSequence(scalars[index...])
            if length > 0 {
                text.append(contentsOf: scalars[index..<index + length])
                index += length
                continue
            }
            text.append(scalar == "\n" || scalar == "\t" || scalar == "\r" ? scalar : scalar.shownOnTerminal)
            index += 1
        }
        return Array(String(text).utf8)
    }

    /// How many scalars at the beginning are a colour, or what clears a line of progress; 0 for anything else.
    private static func ownSequence(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
        guard scalars.first == "\u{1B}", scalars.dropFirst().first == "[" else { return 0 }
        let parameters = scalars.dropFirst(2).prefix { ("0"..."9").contains($0) || $0 == ";" }
        guard parameters.count <= 8, let end = scalars[parameters.endIndex...].first, end == "m" || end == "K" else {
            return 0
        }
        return parameters.count + 3
    }
}

extension Unicode.Scalar {
    /// Whether a terminal, or the reader, may take it for something else than a character: controls (C0, DEL and C1), what
    /// reorders the text around it, and what separates lines.
    var isUnsafeOnTerminal: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The scalar, or one that stands for it: the picture of a control character, or U+FFFD.
    var shownOnTerminal: Unicode.Scalar {
        switch value {
        case 0x00...0x1F: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: isUnsafeOnTerminal ? "\u{FFFD}" : self
        }
    }
}
