/// How wide a text runs, about: drawings are laid out without a font at hand.
///
/// The widths are those of common sans-serif faces, a little on the generous side, so that labels keep apart.
package enum TextWidth {
    package static func of(_ text: String, size: Double) -> Double {
        text.unicodeScalars.reduce(0) { $0 + width(of: $1) } * size
    }

    private static func width(of scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", "I", "'", ".", ",", ":", ";", "|", "!": 0.29
        case "f", "t", "r", "(", ")", "[", "]", " ", "-", "\u{202F}", "/", "·": 0.37
        case "m", "w", "M", "W", "@", "%", "—", "…": 0.9
        case "a"..."z", "0"..."9": 0.57
        case "A"..."Z": 0.68
        case "\u{300}"..."\u{36F}", "\u{200B}"..."\u{200F}", "\u{FE00}"..."\u{FE0F}": 0
        case "\u{1100}"..."\u{11FF}", "\u{2E80}"..."\u{A4CF}", "\u{AC00}"..."\u{D7AF}", "\u{F900}"..."\u{FAFF}",
            "\u{FF00}"..."\u{FF60}", "\u{1F300}"..."\u{1FAFF}":
            1.05
        default: 0.62
        }
    }

    /// The text cut to that width, with an ellipsis where something is missing.
    package static func fitted(_ text: String, size: Double, to width: Double) -> String {
        if of(text, size: size) <= width { return text }
        var fitted = text
        while !fitted.isEmpty, of(fitted + "…", size: size) > width { fitted.removeLast() }
        while fitted.last?.isWhitespace == true { fitted.removeLast() }
        return fitted + "…"
    }
}
