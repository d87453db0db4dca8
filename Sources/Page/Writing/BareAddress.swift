/// How addresses are written: by themselves where they are recognised, else as the destination of a link.
enum BareAddress {
    /// An address that is its own text, if it can stand so between the characters around it.
    static func write(
        _ shown: String, _ address: String, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
    ) -> String? {
        guard isPlain(shown), !shown.isEmpty else { return nil }
        let isApart = isEdge(previous) && isEdge(next)
        if address == "mailto:" + shown {
            guard isMail(shown) else { return nil }
            return isApart ? shown : "<\(shown)>"
        }
        if isApart, address == "http://" + shown, shown.hasPrefix("www."), hasDomain(shown.dropFirst(4)) {
            return shown
        }
        guard address == shown else { return nil }
        for scheme in ["https://", "http://", "ftp://"] where shown.hasPrefix(scheme) {
            guard hasDomain(shown.dropFirst(scheme.count)) else { return nil }
            return isApart ? shown : "<\(shown)>"
        }
        return nil
    }

    private static func isEdge(_ scalar: Unicode.Scalar?) -> Bool {
        scalar == nil || scalar == " " || scalar == "\n" || scalar == "\u{2028}"
    }

    /// Whether there is nothing but letters, digits and signs that have no meaning in Markdown, and the last one belongs to the address.
    private static func isPlain(_ address: String) -> Bool {
        guard let last = address.utf8.last, isAlphanumeric(last) || last == UInt8(ascii: "/") else { return false }
        return address.utf8.allSatisfy { byte in
            isAlphanumeric(byte) || "/:.?=#%+-,@".utf8.contains(byte)
        }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        HazardScanner.isDigit(byte) || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }

    private static func hasDomain(_ rest: Substring) -> Bool {
        let domain = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }
        guard domain.utf8.allSatisfy({ isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") })
        else { return false }
        return isDomain(domain) && !rest.contains("@")
    }

    private static func isDomain(_ domain: Substring) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1
            && labels.allSatisfy { label in
                guard let first = label.utf8.first, let last = label.utf8.last, label.utf8.count <= 63 else {
                    return false
                }
                return isAlphanumeric(first) && isAlphanumeric(last)
            }
    }

    private static func isMail(_ address: String) -> Bool {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts[0].utf8.first, let last = parts[0].utf8.last else { return false }
        return isAlphanumeric(first) && isAlphanumeric(last) && isDomain(parts[1])
            && parts[0].utf8.allSatisfy { isAlphanumeric($0) || ".-+".utf8.contains($0) }
            && parts[1].utf8.allSatisfy { isAlphanumeric($0) || ".-".utf8.contains($0) }
    }

    /// An address as the destination of a link: what would end it early or mean something is written as a reference.
    static func destination(_ address: String, isInCell: Bool) -> String {
        let keepsParentheses = isBalanced(address)
        let hasTildes = address.contains("~~")
        return address.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "(", ")": text += keepsParentheses ? String(scalar) : "&#\(scalar.value);"
            case "<", ">", "\\", "`", "&", "\"", "'": text += scalar == "&" ? "&amp;" : "&#\(scalar.value);"
            case "*": text += "&#42;"
            case "~" where hasTildes: text += "&#126;"
            case "|": text += isInCell ? "&#124;" : "|"
            default: text += scalar.value <= 32 || scalar.value == 127 ? "&#\(scalar.value);" : String(scalar)
            }
        }.replacingAmpersands()
    }

    private static func isBalanced(_ address: String) -> Bool {
        var depth = 0
        var deepest = 0
        for byte in address.utf8 {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            deepest = max(deepest, depth)
            if depth < 0 { return false }
        }
        return depth == 0 && deepest < 16
    }
}

extension String {
    /// `&amp;` as `&` where that is no reference: most addresses with several parameters need none.
    fileprivate func replacingAmpersands() -> String {
        guard utf8.contains(UInt8(ascii: "&")) else { return self }
        var text = ""
        var rest = self[...]
        while let ampersand = rest.range(ofAmpersandReference: ()) {
            text += rest[..<ampersand.lowerBound]
            let after = rest[ampersand.upperBound...]
            let name = after.prefix(48).prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
            let isReference = after.dropFirst(name.count).first == ";" || name.count >= 48
            text += isReference ? "&amp;" : "&"
            rest = after
        }
        return text + rest
    }
}

extension Substring {
    /// The next `&amp;`.
    fileprivate func range(ofAmpersandReference: Void) -> Range<Index>? {
        var position = startIndex
        while let ampersand = self[position...].firstIndex(of: "&") {
            if self[ampersand...].hasPrefix("&amp;") { return ampersand..<index(ampersand, offsetBy: 5) }
            position = index(after: ampersand)
        }
        return nil
    }
}
