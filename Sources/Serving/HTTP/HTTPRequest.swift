/// A request as it came over the wire: a head and, once it has arrived, a body.
package struct HTTPRequest: Sendable {
    /// What is asked for: GET, POST, …
    package var method: String
    /// The path, percent-decoded and split at its slashes; the root is empty.
    package var path: [String]
    /// The parameters of the address, percent-decoded, in their order.
    package var query: [(name: String, value: String)]
    /// The header fields in their order, names in lower case.
    package var headers: [(name: String, value: String)]
    /// The body; empty while only the head is known.
    package var body: [UInt8] = []
    /// Whether the other end of the connection is this machine.
    package var isFromThisMachine: Bool

    /// The value of a header field that may stand once; nil if it is missing or stands several times.
    package func header(_ name: String) -> String? {
        let found = headers.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }

    /// The value of a parameter of the address.
    package func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// The value of a cookie.
    package func cookie(_ name: String) -> String? {
        for header in headers where header.name == "cookie" {
            for pair in header.value.split(separator: ";") {
                let trimmed = pair.drop { $0 == " " }
                if let equals = trimmed.firstIndex(of: "="), trimmed[..<equals] == name {
                    return String(trimmed[trimmed.index(after: equals)...])
                }
            }
        }
        return nil
    }

    /// The media type of the body without its parameters, in lower case.
    package var contentType: String? {
        header("content-type").map { String($0.prefix { $0 != ";" && $0 != " " }).lowercased() }
    }
}

extension HTTPRequest {
    /// Splits and decodes the path in a request's first line. Nil if it is not a plain path: another form of address, a
    /// broken escape, a zero byte, text that is not UTF-8, a step to the folder itself or above.
    static func path(of target: String) -> [String]? {
        guard target.hasPrefix("/") else { return nil }
        var parts: [String] = []
        for part in target.split(separator: "/", omittingEmptySubsequences: true) {
            guard let decoded = percentDecoded(part.utf8, plusIsSpace: false), decoded != "..", decoded != "." else {
                return nil
            }
            parts.append(decoded)
        }
        return parts
    }

    /// The fields of a form or of an address's parameters; nil if one cannot be decoded.
    package static func fields(of form: some Sequence<UInt8>) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for pair in Array(form).split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = percentDecoded(parts[0], plusIsSpace: true),
                let value = percentDecoded(parts.count > 1 ? parts[1] : [], plusIsSpace: true)
            else { return nil }
            fields.append((name, value))
        }
        return fields
    }

    /// Decodes percent escapes (RFC 3986, section 2.1); nil for a broken escape, a zero byte, or text that is not UTF-8.
    static func percentDecoded(_ text: some Sequence<UInt8>, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        var source = text.makeIterator()
        while let byte = source.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = source.next().flatMap(hexDigit), let low = source.next().flatMap(hexDigit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
