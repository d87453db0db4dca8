/// Makes tables of HTML.
enum HTMLTableReader {
    static func table(_ node: HTMLNode, _ style: TextStyle) -> Table {
        var rows: [Table.Row] = []
        for child in node.children {
            switch child.tag {
            case .tr: rows.append(row(child, style))
            case .thead, .tbody, .tfoot:
                rows += child.children.filter { $0.tag == .tr }.map { row($0, style) }
            default: break
            }
        }
        return Table(
            title: node.child(.caption).map { HTMLReader.flow($0, style).richText } ?? .empty, rows: rows,
            isBordered: node[.border].map { $0 != "0" } ?? false)
    }

    private static func row(_ node: HTMLNode, _ style: TextStyle) -> Table.Row {
        Table.Row(cells: node.children.filter { $0.tag == .td || $0.tag == .th }.map { cell($0, style) })
    }

    private static func cell(_ node: HTMLNode, _ style: TextStyle) -> Table.Cell {
        Table.Cell(
            text: HTMLReader.flow(node, style).richText, isHeader: node.tag == .th, alignment: alignment(node),
            verticalAlignment: verticalAlignment(node), columnSpan: span(node[.colspan]),
            rowSpan: span(node[.rowspan]))
    }

    private static func alignment(_ node: HTMLNode) -> Table.Alignment {
        let css = node[.style]?.lowercased().filter { !$0.isWhitespace } ?? ""
        switch node[.align]?.lowercased() {
        case "center": return .center
        case "right": return .right
        default: return css.contains("text-align:center") ? .center : css.contains("text-align:right") ? .right : .left
        }
    }

    private static func verticalAlignment(_ node: HTMLNode) -> Table.VerticalAlignment {
        switch node[.valign]?.lowercased() {
        case "middle": .middle
        case "bottom": .bottom
        default: .top
        }
    }

    /// A span other than 1, within what HTML allows.
    private static func span(_ value: String?) -> Int32? {
        guard let span = value.flatMap({ Int32($0) }), span > 1 else { return nil }
        return min(span, 1000)
    }
}
