/// File names that every system takes, made of titles that anyone may have typed.
enum SafeFileName {
    /// Room for ` 1234.md` below the 255 bytes of the common file systems; phones sync some that allow fewer.
    private static let lengthLimitBytes = 200

    /// Names that Windows keeps for devices, whatever extension follows.
    private static let reserved: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    /// The title without what a path gives meaning to, never empty, never hidden, cut at a whole character.
    static func stem(for title: String) -> String {
        var stem = ""
        for character in title {
            let isPlain = character.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
                default: !"/\\:*?\"<>|".unicodeScalars.contains(scalar) && !isBidirectionalControl(scalar)
                }
            }
            let piece = isPlain ? String(character) : "-"
            if stem.utf8.count + piece.utf8.count > lengthLimitBytes { break }
            stem += piece
        }
        while let first = stem.first, first.isWhitespace || first == "." { stem.removeFirst() }
        while let last = stem.last, last.isWhitespace || last == "." { stem.removeLast() }
        if stem.isEmpty { return "Untitled" }
        let base = stem.prefix { $0 != "." }.lowercased()
        return reserved.contains(base) ? "_" + stem : stem
    }

    /// Marks that reverse what follows would let a name show another extension than it has.
    private static func isBidirectionalControl(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
