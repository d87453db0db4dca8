/// The data at the head of a note, between a line of three hyphens and the next line of three hyphens or three dots.
enum FrontMatter {
    /// Lines of this length or more delimit nothing.
    private static let window = 512

    /// How many bytes of front matter the note begins with, its last line ending included; 0 if it begins with none.
    ///
    /// - Complexity: O(*n*) if the first line opens front matter, else O(1).
    static func length(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard opens(bytes) else { return 0 }
        var scanner = LineScanner(bytes)
        var start = bytes.nextLine(after: scanner.lineEnd(from: 0))
        while start < bytes.count {
            let end = scanner.lineEnd(from: start)
            let next = end < bytes.count ? bytes.nextLine(after: end) : end
            if mark(of: bytes[start..<end]) != nil { return next }
            start = next
        }
        return 0
    }

    /// Whether the first line opens front matter, if a later line closes it.
    static func opens(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first, first == UInt8(ascii: "-") || first == 0xEF else { return false }
        return mark(of: bytes.prefix(window).prefix { $0 != 10 && $0 != 13 }) == UInt8(ascii: "-")
    }

    /// Whether one of the lines in the range, which begins with a line, closes front matter.
    static func isClosed(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var scanner = LineScanner(bytes)
        var start = 0
        while start < bytes.count {
            let end = scanner.lineEnd(from: start)
            if mark(of: bytes[start..<end]) != nil { return true }
            start = bytes.nextLine(after: end)
        }
        return false
    }

    /// The character if the line is three hyphens or three dots and nothing but white space after them.
    private static func mark(of line: Slice<UnsafeBufferPointer<UInt8>>) -> UInt8? {
        guard line.count < window else { return nil }
        let line = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
        guard let mark = line.first, mark == UInt8(ascii: "-") || mark == UInt8(ascii: "."), line.count >= 3,
            line.prefix(3).allSatisfy({ $0 == mark }), line.dropFirst(3).allSatisfy(HazardScanner.isBlank)
        else { return nil }
        return mark
    }
}
