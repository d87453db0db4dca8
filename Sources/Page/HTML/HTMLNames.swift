/// The elements that reading tells apart.
enum HTMLTag: UInt8, CaseIterable {
    case other
    case a, abbr, address, area, article, aside, audio, b, base, bdi, bdo, big, blockquote, body, br, canvas, caption,
        center
    case cite, code, col, colgroup, dd, del, details, dfn, dialog, dir, div, dl, dt, em, embed, fieldset, figcaption,
        figure
    case font, footer, form, h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html, i, iframe, img, input, ins, kbd,
        label
    case legend, li, link, main, mark, math, menu, meta, nav, noscript, object, ol, p, param, pre, q, s, samp, script,
        section
    case select, small, source, span, strike, strong, style, sub, summary, sup, svg, table, tbody, td, template,
        textarea
    case tfoot, th, thead, time, title, tr, track, tt, u, ul, `var`, video, wbr
    case applet, frameset
    /// Evernote's box.
    case enTodo

    static let names = HTMLNameTable(allCases.map { ($0 == .enTodo ? "en-todo" : "\($0)", $0) })

    /// The heading level of `h1` to `h6`.
    var headingLevel: Int? {
        rawValue >= HTMLTag.h1.rawValue && rawValue <= HTMLTag.h6.rawValue
            ? Int(rawValue - HTMLTag.h1.rawValue) + 1 : nil
    }
}

/// The attributes that reading has a use for.
enum HTMLAttribute: UInt8, CaseIterable {
    case align, alt, ariaChecked, ariaRoleDescription, border, checked, `class`, colspan, dataChecked, dataList,
        dataTask, href
    case name, `open`, reversed, role, rowspan, src, start, style, type, valign, value

    private var spelling: String {
        switch self {
        case .ariaChecked: "aria-checked"
        case .ariaRoleDescription: "aria-roledescription"
        case .dataChecked: "data-checked"
        case .dataList: "data-list"
        case .dataTask: "data-task"
        default: "\(self)"
        }
    }

    static let names = HTMLNameTable(allCases.map { ($0.spelling, $0) })
}

/// Finds values by names of HTML, in which ASCII letters mean the same in both cases.
struct HTMLNameTable<Value: Sendable>: Sendable {
    private let names: [[UInt8]]
    private let values: [Value]
    /// Indices into the names plus one, by hash; 0 where there is none.
    private var slots = [UInt8](repeating: 0, count: 512)

    init(_ entries: [(String, Value)]) {
        names = entries.map { Array($0.0.utf8) }
        values = entries.map(\.1)
        for (index, name) in names.enumerated() {
            var slot = name.withUnsafeBufferPointer { Self.hash($0) }
            while slots[slot] != 0 { slot = (slot + 1) & 511 }
            slots[slot] = UInt8(index + 1)
        }
    }

    /// FNV-1a (Fowler, Noll and Vo) of the name in lower case.
    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt32 = 0x811C_9DC5
        for byte in name { hash = (hash ^ UInt32(lowercased(byte))) &* 0x0100_0193 }
        return Int((hash ^ (hash >> 15)) & 511)
    }

    @inline(__always)
    private static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 0x20 : byte }

    /// The value of a name; nil for one that is not in the table.
    func value(of name: UnsafeBufferPointer<UInt8>) -> Value? {
        var slot = Self.hash(name)
        while slots[slot] != 0 {
            let candidate = Int(slots[slot]) - 1
            if Self.isSame(name, names[candidate]) { return values[candidate] }
            slot = (slot + 1) & 511
        }
        return nil
    }

    private static func isSame(_ name: UnsafeBufferPointer<UInt8>, _ other: [UInt8]) -> Bool {
        guard name.count == other.count else { return false }
        for index in other.indices where lowercased(name[index]) != other[index] { return false }
        return true
    }
}
