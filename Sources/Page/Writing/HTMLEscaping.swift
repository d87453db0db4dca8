extension MarkupOutput {
    /// Where escaped text is written; it decides which characters are special.
    enum HTMLContext {
        /// Between tags. A line separator becomes `<br>`.
        case text
        /// Between tags of code. A line separator stays what it is.
        case code
        /// Between the double quotes of an attribute's value.
        case attribute
    }

    /// Writes text with its special characters as references. Line ends become references too, so that lines stay what
    /// they are, and so do the characters that a reader of HTML takes only by reference: controls and noncharacters.
    mutating func append(escaping text: String, for context: HTMLContext) {
        var text = text
        text.withUTF8 { append(escaping: $0, for: context) }
    }

    private mutating func append(escaping text: UnsafeBufferPointer<UInt8>, for context: HTMLContext) {
        var runStart = 0
        var position = 0
        while position < text.count {
            let byte = text[position]
            if Self.isPlain(byte) {
                position += 1
                continue
            }
            let length = Self.length(ofCharacterBeginningWith: byte)
            if let replacement = Self.replacement(
                UnsafeBufferPointer(rebasing: text[position..<(position + length)]), context)
            {
                append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<position]))
                append(replacement)
                runStart = position + length
            }
            position += length
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
    }

    /// Whether no character that begins with this byte, or that it belongs to, is ever replaced.
    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0x7F, 0xC2, 0xE2, 0xEF: false
        case 0..<32, 0xF0...: false
        default: true
        }
    }

    private static func length(ofCharacterBeginningWith byte: UInt8) -> Int {
        switch byte {
        case ..<0x80: 1
        case ..<0xE0: 2
        case ..<0xF0: 3
        default: 4
        }
    }

    /// What to write for a character; nil if it stays as it is.
    private static func replacement(_ character: UnsafeBufferPointer<UInt8>, _ context: HTMLContext) -> String? {
        switch character[0] {
        case UInt8(ascii: "&"): return "&amp;"
        case UInt8(ascii: "<"): return "&lt;"
        case UInt8(ascii: ">"): return "&gt;"
        case UInt8(ascii: "\""): return context == .attribute ? "&quot;" : nil
        default: break
        }
        guard let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first else { return nil }
        if scalar == "\u{2028}" { return context == .text ? "<br>" : nil }
        let isNoncharacter = 0xFDD0...0xFDEF ~= scalar.value || scalar.value & 0xFFFE == 0xFFFE
        let isControl = scalar.value < 32 || 0x7F...0x9F ~= scalar.value
        return isControl || isNoncharacter ? "&#\(scalar.value);" : nil
    }
}
