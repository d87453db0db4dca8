import Merging

extension Action<LineName> {
    /// Whether it may make other lines part of a fence or of front matter, or no longer: it writes a delimiter, or takes
    /// a line from its place.
    var canHideLines: Bool {
        switch self {
        case .type(_, let text), .append(let text, _):
            [UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "-")].contains { byte in
                text.count { $0 == byte } >= 3
            }
        case .delete, .move, .convert: true
        case .toggle, .retitle, .trash, .restore: false
        }
    }
}
