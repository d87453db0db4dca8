#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A text that is looked for in bytes, case aside.
package struct FoldedNeedle: Sendable {
    private let text: String
    /// The bytes, lower case; nil where they are not ASCII, so that case must be looked up.
    private let ascii: [UInt8]?

    /// Looks for that text.
    package init(_ text: String) {
        self.text = text.lowercased()
        ascii = self.text.utf8.allSatisfy { $0 < 0x80 } ? Array(self.text.utf8) : nil
    }

    /// Whether the bytes hold the text.
    ///
    /// - Complexity: O(bytes) for ASCII, a few times the speed of folding the case of all the text first.
    package func isIn(_ bytes: [UInt8]) -> Bool {
        guard let ascii else { return String(decoding: bytes, as: UTF8.self).lowercased().contains(text) }
        guard let first = ascii.first else { return true }
        // The Kelvin sign and the dotted capital I are lower case in ASCII: as rare as they are, they are found, too.
        let found = bytes.withUnsafeBytes { buffer in
            Self.contains(buffer, ascii, first: first)
        }
        return found || (bytes.contains(0xE2) || bytes.contains(0xC4)) && hasOddCase(bytes)
    }

    private func hasOddCase(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.unicodeScalars.contains(where: { $0 == "\u{212A}" || $0 == "\u{130}" }) else { return false }
        return text.lowercased().contains(self.text)
    }

    private static func contains(_ bytes: UnsafeRawBufferPointer, _ needle: [UInt8], first: UInt8) -> Bool {
        guard let base = bytes.baseAddress, bytes.count >= needle.count else { return false }
        let upper = first.isLowercaseLetter ? first & ~0x20 : first
        let starts = upper == first ? [first] : [first, upper]
        let end = bytes.count - needle.count + 1
        // Either case of the first letter is looked for by the C library, which is fast at it.
        for start in starts {
            var at = 0
            while at < end, let hit = memchr(base + at, Int32(start), end - at) {
                let place = UnsafeRawPointer(hit) - base
                if matches(bytes, place, needle) { return true }
                at = place + 1
            }
        }
        return false
    }

    private static func matches(_ bytes: UnsafeRawBufferPointer, _ place: Int, _ needle: [UInt8]) -> Bool {
        for (offset, wanted) in needle.enumerated() {
            let byte = bytes[place + offset]
            let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
            if lower != wanted { return false }
        }
        return true
    }
}

extension UInt8 {
    fileprivate var isLowercaseLetter: Bool { self >= 0x61 && self <= 0x7A }
}
