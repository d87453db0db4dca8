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
        /// Where a picture is to be found for which the text stands; nil for mere text.
        var picture: String?
    }

    var isEmpty: Bool { runs.isEmpty }

    /// Adds characters. A link without characters is kept, as it still leads somewhere.
    mutating func append(_ text: String, _ style: TextStyle = TextStyle()) {
        guard !text.isEmpty || style.link != nil else { return }
        // Where there are no characters, they cannot be bold.
        let style = text.isEmpty ? TextStyle(link: style.link) : style
        // Of one link, only what can be seen is kept.
        if let last = runs.last, last.style.link == style.link {
            if text.isEmpty { return }
            removeLastIfEmpty()
        }
        if let last = runs.indices.last, runs[last].style == style, runs[last].picture == nil {
            runs[last].text += text
        } else {
            runs.append(Run(text: text, style: style))
        }
    }

    /// Adds a picture. The words for it are one line.
    mutating func append(picture url: String, description: String, _ style: TextStyle) {
        let words = description.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\u{2028}" ? " " : $0 }
        if runs.last?.style.link == style.link { removeLastIfEmpty() }
        runs.append(Run(text: String(String.UnicodeScalarView(words)), style: style, picture: url))
    }

    private mutating func removeLastIfEmpty() {
        if let last = runs.last, last.text.isEmpty, last.picture == nil { runs.removeLast() }
    }

    /// Adds what Markdown has a notation for of a text.
    mutating func append(_ text: RichText, _ style: TextStyle = TextStyle()) {
        switch text {
        case .empty: if style.link != nil { append("", style) }
        case .image: break
        case .plain(let characters), .math(let characters), .customEmoji(_, let characters): append(characters, style)
        case .picture(let description, let url):
            guard SafeURL.allows(picture: url) else { return append(description, style) }
            append(picture: url, description: description, style)
        case .concat(let texts): for text in texts { append(text, style) }
        case .bold(let inner): append(inner, style.adding(.bold))
        case .italic(let inner): append(inner, style.adding(.italic))
        case .underline(let inner): append(inner, style.adding(.underline))
        case .strikethrough(let inner): append(inner, style.adding(.strikethrough))
        case .fixed(let inner): append(inner, style.adding(.fixed))
        case .subscript(let inner): append(inner, style.adding(.lowered))
        case .superscript(let inner): append(inner, style.adding(.raised))
        case .marked(let inner): append(inner, style.adding(.marked))
        case .url(let inner, let url, _):
            append(inner, SafeURL.allows(link: url) ? style.linking(to: TextStyle.Link(address: url)) : style)
        case .email(let inner, let email): append(inner, style.linking(to: .email(email)))
        case .phone(let inner, let phone): append(inner, style.linking(to: .phone(phone)))
        case .anchor(let inner, let name): append(inner, style.linking(to: .anchor(name)))
        case .spoiler(let inner), .entity(_, let inner), .date(let inner, _, _), .diff(let inner, _):
            append(inner, style)
        }
    }

    /// Puts other addresses in place of those of links and pictures; nil leaves one as it is.
    mutating func replaceAddresses(_ replacement: (String) -> String?) {
        for index in runs.indices {
            if let other = runs[index].picture.flatMap(replacement) { runs[index].picture = other }
            if let other = runs[index].style.link?.address.flatMap(replacement) {
                runs[index].style.link = TextStyle.Link(address: other)
            }
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
                for run in group { parts.append(run.plain) }
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

extension TextRuns.Run {
    /// The run without its style.
    fileprivate var plain: RichText {
        if let picture { return .picture(text, url: picture) }
        return text.isEmpty ? .empty : .plain(text)
    }
}
