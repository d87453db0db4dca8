extension Report {
    /// The page as one HTML file.
    ///
    /// - Complexity: O(*n*) in the marks of its drawings, each of which is laid out twice: for a page and for a phone.
    public var html: String {
        let root = Element("html", ["lang": "en"], [head, body])
        return "<!doctype html>\n" + root.markup + "\n"
    }

    private var head: Element {
        var style = Element("style")
        style.children = [.verbatim(StyleSheet.drawing + "\n" + StyleSheet.page)]
        return Element(
            "head", [:],
            [
                Element("meta", ["charset": "utf-8"]),
                Element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                Element("meta", ["name": "color-scheme", "content": "light dark"]),
                // The browser lets the page load nothing from any network.
                Element(
                    "meta",
                    [
                        "http-equiv": "Content-Security-Policy",
                        "content": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
                    ]),
                Element("title", text: title), style,
            ])
    }

    private var body: Element {
        var header = Element("header", [:], [Element("h1", text: title)])
        if !subtitle.isEmpty { header.append(Element("p", ["class": "subtitle"], text: subtitle)) }
        if !facts.isEmpty { header.append(factList) }
        if sections.count > 2 { header.append(contents) }
        let parts = sections.enumerated().map { html(of: $1, number: $0 + 1) }
        var footer = Element("footer")
        for line in colophon { footer.append(Self.paragraph(line)) }
        return Element("body", [:], [header, Element("main", [:], parts)] + (colophon.isEmpty ? [] : [footer]))
    }

    private var factList: Element {
        Element(
            "dl", ["class": "facts"],
            facts.map { fact in
                // A screen reader says the term first; the style sheet shows the number above it.
                Element(
                    "div", [:],
                    [
                        Element("dt", text: fact.label),
                        Element("dd", fact.isAlarming ? ["class": "alarming"] : [:], text: fact.value),
                    ])
            })
    }

    private var contents: Element {
        let items = sections.enumerated().map { index, section in
            Element("li", [:], [Element("a", ["href": "#part-\(index + 1)"], text: section.title)])
        }
        return Element("nav", ["aria-label": "Parts"], [Element("ol", [:], items)])
    }

    private func html(of section: Section, number: Int) -> Element {
        Element(
            "section", ["id": "part-\(number)", "aria-labelledby": "heading-\(number)"],
            [Element("h2", ["id": "heading-\(number)"], text: section.title)]
                + section.blocks.enumerated().map { Self.html(of: $1, id: "figure-\(number)-\($0 + 1)") })
    }

    private static func html(of block: Block, id: String) -> Element {
        switch block {
        case .paragraph(let text): paragraph(text)
        case .figure(let figure): html(of: figure, id: id)
        case .table(let title, let table): scrollable(table, caption: title, label: title)
        case .code(let text): Element("pre", ["tabindex": "0"], [Element("code", text: text)])
        }
    }

    /// Text whose every second piece between backquotes is code.
    private static func paragraph(_ text: String) -> Element {
        var paragraph = Element("p")
        for (index, piece) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        where !piece.isEmpty {
            if index % 2 == 1 {
                paragraph.append(Element("code", text: String(piece)))
            } else {
                paragraph.children.append(.text(String(piece)))
            }
        }
        return paragraph
    }

    private static func html(of figure: any Figure, id: String) -> Element {
        var caption = Element("figcaption", [:], [Element("h3", text: figure.title)])
        if !figure.caption.isEmpty { caption.append(Element("p", text: figure.caption)) }
        var html = Element(
            "figure", [:],
            [
                caption,
                Element("div", ["class": "drawing onpage"], figure.embedded(width: 720, group: "\(id)-wide")),
                Element("div", ["class": "drawing onphone"], figure.embedded(width: 350, group: "\(id)-narrow")),
            ])
        if let table = figure.table, !table.rows.isEmpty {
            html.append(
                Element(
                    "details", [:],
                    [
                        Element("summary", text: "The numbers"),
                        scrollable(table, caption: nil, label: "Numbers of: \(figure.title)"),
                    ]))
        }
        return html
    }

    /// A table that is wider than the screen scrolls by itself, also by keyboard, and says so.
    private static func scrollable(_ table: Table, caption: String?, label: String) -> Element {
        let style = table.width > 350 ? "scroll wide" : "scroll"
        return Element(
            "div", ["class": style, "tabindex": "0", "role": "region", "aria-label": label],
            [table.html(caption: caption)])
    }
}

extension Table {
    /// About how wide the table is without scrolling: no column of words is narrower than 12 em.
    var width: Double {
        columns.indices.reduce(0) { sum, column in
            let texts =
                [columns[column].title] + rows.compactMap { $0.indices.contains(column) ? $0[column].text : nil }
            let widest = texts.map { TextWidth.of($0, size: 14) }.max() ?? 0
            return sum + min(widest, 168) + 11
        }
    }

    /// The table in HTML; the first column names the rows.
    func html(caption: String?) -> Element {
        var html = Element("table")
        if let caption { html.append(Element("caption", text: caption)) }
        let titles = columns.map { column in
            Element(
                "th", column.isNumeric ? ["scope": "col", "class": "number"] : ["scope": "col"], text: column.title)
        }
        html.append(Element("thead", [:], [Element("tr", [:], titles)]))
        html.append(Element("tbody", [:], rows.map(row)))
        return html
    }

    private func row(_ cells: [Cell]) -> Element {
        let elements = cells.enumerated().map { index, cell in
            var style = columns.indices.contains(index) && columns[index].isNumeric ? ["number"] : []
            if cell.isAlarming { style.append("alarming") }
            if cell.text.count > 24 { style.append("words") }
            let element = index == 0 ? Element("th", ["scope": "row"], text: cell.text) : Element("td", text: cell.text)
            return element.with("class", style.isEmpty ? nil : style.joined(separator: " "))
        }
        return Element("tr", [:], elements)
    }
}
