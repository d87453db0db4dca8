/// A drawing: a value that turns itself into SVG.
///
/// It stands alone as a file or within a ``Report``. The style sheet chooses the colours for light, dark and print.
public protocol Figure: Sendable {
    /// What it is called.
    var title: String { get }
    /// One or two sentences below the title; may be empty.
    var caption: String { get }
    /// What it shows, for a screen reader.
    var summary: String { get }
    /// The numbers behind it, if they fit a table.
    var table: Table? { get }

    /// Lays it out at a width in pixels.
    func canvas(width: Double) -> Canvas
}

/// A laid-out drawing, ready to be written.
public struct Canvas: Sendable {
    package var width: Double
    package var height: Double
    package var elements: [Element]
    /// The places that show more words when they are pointed at or focused, in reading order.
    package var hotspots: [Hotspot] = []

    package init(width: Double, height: Double, elements: [Element] = []) {
        self.width = width
        self.height = height
        self.elements = elements
    }
}

extension Figure {
    /// By default there are no numbers.
    public var table: Table? { nil }

    /// The drawing as an SVG file, with its title and a background.
    ///
    /// - Parameter width: In pixels; 720 suits a page, 380 a phone.
    /// - Complexity: O(*n*) in the marks drawn.
    public func svg(width: Double = 720) -> String {
        let body = canvas(width: width)
        let heading = Heading(title: title, caption: caption, width: width)
        let margin = 20.0
        var root = Self.root(
            body, width: width + 2 * margin, height: body.height + heading.height + 2 * margin, of: self)
        root.attributes.insert(Element.Attribute(name: "xmlns", value: "http://www.w3.org/2000/svg"), at: 0)
        var style = Element("style")
        style.children = [.verbatim(StyleSheet.drawing)]
        root.append(style)
        root.append(Element("rect", ["class": "paper", "width": "100%", "height": "100%"]))
        root.append(
            Element(
                "g", ["transform": "translate(\(NumberText.coordinate(margin)) \(NumberText.coordinate(margin)))"],
                heading.elements))
        let top = NumberText.coordinate(margin + heading.height)
        let spots = body.hotspots.map { $0.element(in: body, isTabStop: true) }
        root.append(
            Element("g", ["transform": "translate(\(NumberText.coordinate(margin)) \(top))"], body.elements + spots))
        return root.markup + "\n"
    }

    /// The drawing as a part of a page that has the style sheet and the title.
    ///
    /// - Parameter group: the name of its group of hotspots, which no other drawing of the page has.
    package func embedded(width: Double, group: String) -> [Element] {
        let body = canvas(width: width)
        var root = Self.root(body, width: width, height: body.height, of: self)
        root.children += body.elements.map { .element($0) }
        root.children += body.hotspots.map { .element($0.element(in: body, isTabStop: false)) }
        return [root] + (body.hotspots.isEmpty ? [] : [.radioGroup(group, of: body, label: title)])
    }

    private static func root(_ body: Canvas, width: Double, height: Double, of figure: some Figure) -> Element {
        let size = (NumberText.coordinate(width), NumberText.coordinate(height))
        // A screen reader skips the parts of an image, so a drawing whose parts can be focused is a group.
        return Element(
            "svg",
            [
                "class": "nl", "viewBox": "0 0 \(size.0) \(size.1)", "width": size.0, "height": size.1,
                "role": body.hotspots.isEmpty ? "img" : "group", "aria-label": "\(figure.title). \(figure.summary)",
            ])
    }
}

/// Title and caption above a drawing that stands alone.
private struct Heading {
    var elements: [Element] = []
    var height = 0.0

    init(title: String, caption: String, width: Double) {
        if !title.isEmpty {
            for line in Paragraph.lines(title, size: 17, width: width) {
                height += 22
                elements.append(
                    Element("text", ["class": "title", "y": NumberText.coordinate(height - 5)], text: line))
            }
        }
        for line in Paragraph.lines(caption, size: 13, width: width) {
            height += 18
            elements.append(Element("text", ["class": "muted", "y": NumberText.coordinate(height - 3)], text: line))
        }
        if height > 0 { height += 14 }
    }
}
