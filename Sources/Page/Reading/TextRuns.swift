/// A line of text as runs of equal style, and the one rich text that stands for them.
///
/// Sources nest styles in many ways that look alike. Through this form they become one: a style within itself adds nothing, equal
/// neighbours are one run, and where several styles cover the same characters their order is fixed. So what is
/// written and read back is the same, whatever notation it was written in.
struct TextRuns {
    private(set) var runs: [Run] = []

    struct Run {
        var text: String
        var style: TextStyle
    }

    var isEmpty: Bool { runs.isEmpty }

    /// Adds characters. A link without characters is kept, as it still leads somewhere.
    mutating func append(_ text: String, _ style: TextStyle = TextStyle()) {
        guard !text.isEmpty || style.link != nil else { return }
        // Where there are no characters, they cannot be bold.
        let style = text.isEmpty ? TextStyle(link: style.link) : style
        if let last = runs.last, last.text.isEmpty, last.style.link == style.link { runs.removeLast() }
        if let last = runs.indices.last, runs[last].style == style {
            runs[last].text += text
        } else {
            runs.append(Run(text: text, style: style))
        }
    }

    /// The rich text that stands for the runs.
    ///
    /// What covers most goes outside: `**see [a](b) now**` is a link within bold, `[**a** b](c)` bold within a link.
    var richText: RichText { Self.richText(runs[...], inside: TextStyle()) }

    private static func richText(_ runs: ArraySlice<Run>, inside outer: TextStyle) -> RichText {
        var parts: [RichText] = []
        var start = runs.startIndex
        while start < runs.endIndex {
            let (style, end) = widest(runs[start...], inside: outer)
            let group = runs[start..<end]
            if style == outer {
                let text = group.reduce(into: "") { $0 += $1.text }
                parts.append(text.isEmpty ? .empty : .plain(text))
            } else {
                parts.append(wrap(richText(group, inside: style), style, outer))
            }
            start = end
        }
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .concat(parts)
    }

    /// The style to put around the first runs, and where those end.
    private static func widest(_ runs: ArraySlice<Run>, inside outer: TextStyle) -> (TextStyle, Int) {
        let first = runs[runs.startIndex].style
        var best = outer
        var bestEnd = runs.startIndex
        if let link = first.link, outer.link == nil {
            bestEnd = runs.firstIndex { $0.style.link != link } ?? runs.endIndex
            best.link = link
        }
        for mark in TextStyle.Marks.ordered where first.marks.contains(mark) && !outer.marks.contains(mark) {
            let end = runs.firstIndex { !$0.style.marks.contains(mark) } ?? runs.endIndex
            if end > bestEnd {
                best = outer
                best.marks.insert(mark)
                bestEnd = end
            }
        }
        return (best, max(bestEnd, runs.startIndex + 1))
    }

    private static func wrap(_ text: RichText, _ style: TextStyle, _ outer: TextStyle) -> RichText {
        if style.link != outer.link {
            switch style.link {
            case .url(let address): return .url(text, url: address, webpage: nil)
            case .email(let address): return .email(text, email: address)
            case .phone(let number): return .phone(text, phone: number)
            case .anchor(let name): return .anchor(text, name: name)
            case nil: return text
            }
        }
        switch style.marks.subtracting(outer.marks) {
        case .bold: return .bold(text)
        case .italic: return .italic(text)
        case .strikethrough: return .strikethrough(text)
        case .underline: return .underline(text)
        case .marked: return .marked(text)
        case .lowered: return .subscript(text)
        case .raised: return .superscript(text)
        default: return .fixed(text)
        }
    }
}
