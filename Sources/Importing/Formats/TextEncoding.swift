import Events

/// UTF-16, the one encoding besides UTF-8 in which programs still write notes; its raw value is its name on the web.
///
/// A byte order mark is decoded like any other character, so that encoding the text again gives the file's bytes.
package enum TextEncoding: String, Sendable {
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"

    /// The encoding of a text; nil for UTF-8 and for everything that is not UTF-16.
    ///
    /// - Parameter needsMark: whether only a byte order mark counts. Otherwise a text counts as UTF-16 too if every
    ///   second byte of its beginning is zero, as in a text that is mostly ASCII.
    init?(of content: [UInt8], needsMark: Bool) {
        // FF FE 00 00 is the mark of UTF-32.
        if content.starts(with: [0xFF, 0xFE]), !content.dropFirst(2).starts(with: [0, 0]) {
            self = .utf16LittleEndian
        } else if content.starts(with: [0xFE, 0xFF]) {
            self = .utf16BigEndian
        } else if needsMark || content.count < 4 {
            return nil
        } else {
            let head = content.prefix(min(content.count & ~1, 256))
            var zeros = [0, 0]
            for (index, byte) in head.enumerated() where byte == 0 { zeros[index & 1] += 1 }
            switch (zeros[0] * 4 > head.count, zeros[1] * 4 > head.count) {
            case (false, true) where zeros[0] == 0: self = .utf16LittleEndian
            case (true, false) where zeros[1] == 0: self = .utf16BigEndian
            default: return nil
            }
        }
    }

    /// The text in UTF-8; nil if the bytes are not valid in this encoding.
    func decode(_ content: [UInt8]) -> [UInt8]? {
        guard content.count.isMultiple(of: 2) else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(content.count * 3 / 4)
        let (low, high) = self == .utf16LittleEndian ? (0, 1) : (1, 0)
        var index = 0
        while index < content.count {
            let unit = UInt16(content[index + low]) | UInt16(content[index + high]) << 8
            index += 2
            guard UTF16.isSurrogate(unit) else {
                if unit < 0x80 {
                    text.append(UInt8(unit))
                } else if let scalar = Unicode.Scalar(unit) {
                    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                }
                continue
            }
            guard UTF16.isLeadSurrogate(unit), index < content.count else { return nil }
            let trail = UInt16(content[index + low]) | UInt16(content[index + high]) << 8
            index += 2
            guard UTF16.isTrailSurrogate(trail) else { return nil }
            let value = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(trail & 0x3FF))
            guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { return nil }
            text.append(contentsOf: bytes)
        }
        return text
    }

    /// The bytes of a text in this encoding; nil if the text is not valid UTF-8.
    package func encode(_ text: [UInt8]) -> [UInt8]? {
        guard let text = String(validating: text, as: UTF8.self) else { return nil }
        var content: [UInt8] = []
        content.reserveCapacity(text.utf8.count * 2)
        for unit in text.utf16 {
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            content.append(contentsOf: self == .utf16LittleEndian ? bytes : bytes.reversed())
        }
        return content
    }
}

extension SourceFile {
    /// Reads the file as text in UTF-8, and notes in which encoding it is.
    ///
    /// - Parameter isStrict: whether bytes that are not valid in the file's encoding are an error. Otherwise they are
    ///   kept as they are, and only a byte order mark tells UTF-16.
    /// - Throws: for what cannot be read, and if `isStrict` for UTF-16 that is damaged and for UTF-32.
    mutating func readText(isStrict: Bool) throws(ImportFailure) -> [UInt8] {
        let content = try read()
        let isUTF32 = content.starts(with: [0xFF, 0xFE, 0, 0]) || content.starts(with: [0, 0, 0xFE, 0xFF])
        if isStrict, isUTF32 { throw Self.undecodable(location, "is in UTF-32, which is not read") }
        guard let encoding = TextEncoding(of: content, needsMark: !isStrict) else { return content }
        guard let text = encoding.decode(content) else {
            if !isStrict { return content }
            throw Self.undecodable(location, "is in UTF-16 and damaged")
        }
        self.encoding = encoding
        return text
    }

    /// The attribute that tells the file's encoding, by which it can be written back as it was; none for UTF-8.
    var encodingAttributes: [Attribute] { encoding.map { [Attribute("encoding", $0.rawValue)] } ?? [] }

    private static func undecodable(_ location: String, _ reason: String) -> ImportFailure {
        ImportFailure(path: location, reason: reason, hint: "Save it as UTF-8 and import it again.")
    }
}
