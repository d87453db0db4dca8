/// Which addresses a page may lead to or show.
///
/// All readers and all writers ask here, so what one of them lets through is what the others do.
enum SafeURL {
    private static let linkSchemes: Set<String> = ["http", "https", "mailto", "tel", "xmpp"]
    private static let pictureSchemes: Set<String> = ["http", "https"]
    /// Media types of pictures that hold nothing but pixels. SVG is a document: it can hold scripts and load others.
    private static let rasterTypes: Set<String> = ["png", "jpeg", "jpg", "gif", "webp", "avif", "bmp", "x-icon"]

    /// Whether a link may lead there: the address is relative or has one of the schemes of web pages, mail, telephone and chat.
    static func allows(link address: String) -> Bool {
        if isWebAddress(address) { return true }
        let bytes = significantBytes(of: address)
        return scheme(of: bytes).map { linkSchemes.contains($0) } ?? true
    }

    /// Whether a picture may be shown from there: the address is relative, one of a web server, or the data of a raster picture.
    static func allows(picture address: String) -> Bool {
        if isWebAddress(address) { return true }
        let bytes = significantBytes(of: address)
        guard let scheme = scheme(of: bytes) else { return true }
        if scheme == "data" { return isRasterData(bytes.dropFirst("data:".utf8.count)) }
        return pictureSchemes.contains(scheme)
    }

    /// Most addresses begin so, which spares a closer look.
    private static func isWebAddress(_ address: String) -> Bool {
        address.utf8.starts(with: "https://".utf8) || address.utf8.starts(with: "http://".utf8)
    }

    /// The address without what browsers pass over in it: white space and control characters.
    private static func significantBytes(of address: String) -> [UInt8] { address.utf8.filter { $0 > 32 && $0 != 127 } }

    /// The scheme in lower case; nil if the address is relative.
    private static func scheme(of address: [UInt8]) -> String? {
        guard let colon = address.firstIndex(of: UInt8(ascii: ":")), let first = address.first, isLetter(first) else {
            return nil
        }
        let scheme = address[..<colon]
        guard scheme.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }) else { return nil }
        return String(decoding: scheme, as: UTF8.self).lowercased()
    }

    private static func isRasterData(_ data: ArraySlice<UInt8>) -> Bool {
        let type = String(decoding: data.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }, as: UTF8.self)
            .lowercased()
        return type.hasPrefix("image/") && rasterTypes.contains(String(type.dropFirst("image/".count)))
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 97 && byte | 0x20 <= 122 }
    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
}
