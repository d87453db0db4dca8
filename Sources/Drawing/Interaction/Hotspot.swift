/// A place in a drawing that shows a card with more words when it is pointed at or focused.
///
/// A drawing that stands alone makes each hotspot a tab stop. A page makes one radio group of them (see
/// ``Element/radioGroup(_:of:)``), so that one press of Tab passes a whole drawing and the arrow keys step through it.
package struct Hotspot: Hashable, Sendable {
    /// The point that the card belongs to, in the drawing's pixels.
    var x: Double
    var y: Double
    /// The shape that reacts to the pointer.
    var target: Element
    /// The first line of the card.
    var heading: String
    /// The other lines; empty ones are left out.
    var lines: [String]

    init(x: Double, y: Double, target: Element, heading: String, lines: [String] = []) {
        self.x = x
        self.y = y
        self.target = target
        self.heading = heading
        self.lines = lines.filter { !$0.isEmpty }
    }

    /// What a screen reader says.
    var spoken: String { ([heading] + lines).joined(separator: ". ") }

    /// The target with its card, which CSS shows: no script is needed.
    ///
    /// - Parameters:
    ///   - canvas: the size that the card must stay within.
    ///   - isTabStop: whether Tab stops here; else only the pointer reaches it.
    func element(in canvas: Canvas, isTabStop: Bool) -> Element {
        var hit = Element("g", ["class": "hit"], [target, card(in: canvas)])
        if isTabStop {
            hit.attributes += [("tabindex", "0"), ("role", "img"), ("aria-label", spoken)].map {
                Element.Attribute(name: $0.0, value: $0.1)
            }
        }
        return hit
    }

    private func card(in canvas: Canvas) -> Element {
        let limit = min(canvas.width * 0.7, 320)
        let wrapped = lines.flatMap { Paragraph.lines($0, size: 12.5, width: limit - 20) }
        let widest = ([heading] + wrapped).map { TextWidth.of($0, size: 13) }.max() ?? 0
        let size = (width: min(widest + 22, limit), height: Double(wrapped.count + 1) * 17 + 14)
        let wantedLeft = x + 16 + size.width > canvas.width ? x - 16 - size.width : x + 16
        let left = min(max(wantedLeft, 0), canvas.width - size.width)
        let top = min(max(y - size.height / 2, 0), max(canvas.height - size.height, 0))
        var card = Element(
            "g", ["class": "tip", "aria-hidden": "true"],
            [
                Element(
                    "rect",
                    [
                        "class": "card", "x": n(left), "y": n(top), "width": n(size.width), "height": n(size.height),
                        "rx": "5",
                    ]),
                Element(
                    "text", ["class": "small strong", "x": n(left + 10), "y": n(top + 19)],
                    text: TextWidth.fitted(heading, size: 13, to: size.width - 16)),
            ])
        for (index, line) in wrapped.enumerated() {
            card.append(
                Element(
                    "text", ["class": "small", "x": n(left + 10), "y": n(top + 19 + 17 * Double(index + 1))], text: line
                ))
        }
        return card
    }
}

extension Element {
    /// The hotspots of a drawing as one group of radio buttons laid over it.
    ///
    /// Browsers give a radio group one tab stop and step through it with the arrow keys, which is what a drawing with
    /// hundreds of points needs, and needs no script.
    ///
    /// - Parameter name: the group's name, different from all others on the page.
    static func radioGroup(_ name: String, of canvas: Canvas, label: String) -> Element {
        var group = Element(
            "div", ["class": "stops", "role": "radiogroup", "aria-label": "\(label): step with the arrow keys"])
        for spot in canvas.hotspots {
            let left = NumberText.coordinate(spot.x / canvas.width * 100)
            let top = NumberText.coordinate(spot.y / canvas.height * 100)
            let place = "left:\(left)%;top:\(top)%"
            group.append(
                Element(
                    "input", ["type": "radio", "name": name, "style": place, "aria-label": spot.spoken]))
            let side = spot.x > canvas.width / 2 ? "card before" : "card"
            var card = Element("div", ["class": side, "style": place, "aria-hidden": "true"])
            card.append(Element("b", text: spot.heading))
            for line in spot.lines { card.append(Element("p", text: line)) }
            group.append(card)
        }
        return group
    }
}
