/// The style sheet of drawings. Colours are set by classes only, so one drawing serves light, dark and print.
enum StyleSheet {
    private struct Rule {
        var selector: String
        var property: String
        var colour: Palette.Pair
    }

    private static var coloured: [Rule] {
        var rules = [
            Rule(selector: ".paper", property: "fill", colour: Palette.paper),
            Rule(selector: "text,.ink", property: "fill", colour: Palette.ink),
            Rule(selector: ".muted", property: "fill", colour: Palette.muted),
            Rule(selector: ".shade", property: "fill", colour: Palette.shade),
            Rule(selector: ".card", property: "fill", colour: Palette.card),
            Rule(selector: ".lostink", property: "fill", colour: Palette.lost),
            Rule(selector: ".axis,.tip rect", property: "stroke", colour: Palette.axis),
            Rule(selector: ".edge", property: "stroke", colour: Palette.edge),
            Rule(selector: ".grid", property: "stroke", colour: Palette.grid),
            Rule(selector: ".theory", property: "stroke", colour: Palette.ink),
            Rule(selector: ".mutedline", property: "stroke", colour: Palette.muted),
            Rule(selector: ".lost", property: "stroke", colour: Palette.lost),
            Rule(selector: ".target", property: "stroke", colour: Palette.ink),
            Rule(selector: ".halo,.halomark", property: "stroke", colour: Palette.paper),
        ]
        for (index, pair) in Palette.series.enumerated() {
            rules.append(Rule(selector: ".s\(index)", property: "stroke", colour: pair))
            rules.append(Rule(selector: ".f\(index)", property: "fill", colour: pair))
        }
        for (step, pair) in Palette.heat.enumerated() {
            rules.append(Rule(selector: ".h\(step)", property: "fill", colour: pair))
        }
        rules.append(Rule(selector: ".onheat,.onbar", property: "fill", colour: Palette.paper))
        let middle = Palette.Pair(light: Palette.ink.light, dark: Palette.paper.dark)
        rules.append(Rule(selector: ".midheat", property: "fill", colour: middle))
        return rules
    }

    private static func text(_ rules: [Rule], _ colour: KeyPath<Palette.Pair, String>) -> String {
        rules.map { rule in
            let selectors = rule.selector.split(separator: ",").map { ".nl \($0)" }.joined(separator: ",")
            return "\(selectors){\(rule.property):\(rule.colour[keyPath: colour])}"
        }.joined(separator: "\n")
    }

    static let sansSerif =
        "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans','DejaVu Sans',sans-serif"

    /// The rules of every SVG, alone or in a page.
    static let drawing = """
        .nl text{font-family:\(sansSerif);font-size:13px;font-variant-numeric:tabular-nums}
        .nl .title{font-size:17px;font-weight:600}
        .nl .small{font-size:12px}
        .nl .cell{font-size:11px}
        .nl .strong{font-weight:600}
        .nl .end{text-anchor:end}
        .nl .middle{text-anchor:middle}
        .nl .line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
        .nl .band{fill-opacity:.16}
        .nl .axis,.nl .grid,.nl .mutedline,.nl .edge{fill:none;stroke-width:1}
        .nl .theory{fill:none;stroke-width:1.6;stroke-dasharray:6 4}
        .nl .bound{stroke-dasharray:2 3}
        .nl .halo{stroke-width:4;stroke-linejoin:round;paint-order:stroke}
        .nl .marker{stroke-width:1.5}
        .nl .hit{outline:none}
        .nl .halomark{stroke-width:1.5}
        .nl .target{fill-opacity:0;stroke-opacity:0;stroke-width:2}
        .nl .wide{fill:none;stroke-width:12;pointer-events:stroke}
        .nl .hit:focus .target{stroke-opacity:1}
        .nl .hit:focus .wide{stroke-width:4;stroke-opacity:.6}
        .nl .tip{visibility:hidden;pointer-events:none}
        .nl .hit:hover .tip,.nl .hit:focus .tip{visibility:visible}
        \(text(coloured, \.light))
        @media screen and (prefers-color-scheme:dark){
        \(text(coloured, \.dark))
        }
        """
}
