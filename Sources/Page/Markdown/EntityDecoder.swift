import CGumbo

/// Turns character references (`&amp;`, `&#9744;`) into the characters that they stand for.
enum EntityDecoder {
    /// The UTF-8 of a whole reference, from `&` to `;`; nil if HTML knows no such name.
    static func decode(_ reference: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard reference.count > 3, reference.first == UInt8(ascii: "&"), reference.last == UInt8(ascii: ";") else {
            return nil
        }
        let body = reference[1..<(reference.count - 1)]
        guard body.first == UInt8(ascii: "#") else { return named(reference) }
        let digits = body.dropFirst()
        let isHexadecimal = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        guard
            let value = UInt32(
                String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self),
                radix: isHexadecimal ? 16 : 10)
        else { return nil }
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        return Array(String(Character(scalar ?? "\u{FFFD}")).utf8)
    }

    /// The text with all references in it resolved.
    static func decodeAll(in text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
        var decoded: [UInt8] = []
        let bytes = Array(text.utf8)
        bytes.withUnsafeBufferPointer { bytes in
            var position = 0
            while position < bytes.count {
                if bytes[position] == UInt8(ascii: "&"),
                    let end = bytes[position...].prefix(50).firstIndex(of: UInt8(ascii: ";")),
                    let character = decode(UnsafeBufferPointer(rebasing: bytes[position...end]))
                {
                    decoded += character
                    position = end + 1
                } else {
                    decoded.append(bytes[position])
                    position += 1
                }
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func named(_ reference: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        switch String(decoding: reference, as: UTF8.self) {
        case "&amp;": return [UInt8(ascii: "&")]
        case "&lt;": return [UInt8(ascii: "<")]
        case "&gt;": return [UInt8(ascii: ">")]
        case "&quot;": return [UInt8(ascii: "\"")]
        case "&nbsp;": return [0xC2, 0xA0]
        default: return fromTable(reference)
        }
    }

    /// HTML's own table of names is inside the HTML parser, so that is asked.
    private static func fromTable(_ reference: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let source = reference.withMemoryRebound(to: CChar.self) { Array($0) }
        return source.withUnsafeBufferPointer { buffer -> [UInt8]? in
            var options = kGumboDefaultOptions
            guard let output = gumbo_parse_with_options(&options, buffer.baseAddress, buffer.count) else { return nil }
            defer { gumbo_destroy_output(&options, output) }
            var node: UnsafeMutablePointer<GumboNode>? = output.pointee.root
            while let current = node, current.pointee.type == GUMBO_NODE_ELEMENT {
                let children = current.pointee.v.element.children
                guard children.length > 0, let last = children.data[Int(children.length) - 1] else { return nil }
                node = last.assumingMemoryBound(to: GumboNode.self)
            }
            guard let text = node, text.pointee.type == GUMBO_NODE_TEXT, let characters = text.pointee.v.text.text
            else {
                return nil
            }
            let decoded = Array(String(cString: characters).utf8)
            return decoded.elementsEqual(reference) ? nil : decoded
        }
    }
}
