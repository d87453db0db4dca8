import Drawing
import Foundation
import FoundationXML
import Testing

@Suite("Every drawing")
struct DrawingTests {
    /// Set `NOTELEDGER_GALLERY` to a folder to have every drawing written there, for the eyes.
    static let gallery = ProcessInfo.processInfo.environment["NOTELEDGER_GALLERY"]

    @Test(arguments: Gallery.figures.map(\.name), [380.0, 720])
    func isWellFormedAndSelfContained(name: String, width: Double) throws {
        let figure = try #require(Gallery.figures.first { $0.name == name }).figure
        let svg = figure.svg(width: width)
        let root = try Node.parse(svg)
        #expect(root.name == "svg")
        #expect(root.attributes["aria-label"]?.hasPrefix(figure.title) == true)
        #expect(!svg.contains("NaN") && !svg.contains("inf"))
        #expect(svg == figure.svg(width: width), "the same data gives the same bytes")
        // Only the namespace names a network address, and nothing is fetched from one.
        #expect(svg.matches(of: #/https?:/#).count == 1)
        for node in root.all {
            #expect(node.attributes["href"] == nil && node.attributes["src"] == nil && node.name != "script")
        }
        if let folder = Self.gallery {
            let file = URL(filePath: folder).appending(path: "\(name)-\(Int(width)).svg")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(svg.utf8).write(to: file)
        }
    }

    @Test(arguments: Gallery.figures.map(\.name), [380.0, 720])
    func staysWithinItsBounds(name: String, width: Double) throws {
        let figure = try #require(Gallery.figures.first { $0.name == name }).figure
        let root = try Node.parse(figure.svg(width: width))
        let box = try #require(root.attributes["viewBox"]).split(separator: " ").compactMap { Double($0) }
        for node in root.all where node.name == "text" {
            let x = try #require(Double(node.attributes["x"] ?? "0"))
            let y = try #require(Double(node.attributes["y"] ?? "0"))
            #expect(x >= -0.5 && x <= box[2], "\(node.text)")
            #expect(y >= 0 && y <= box[3], "\(node.text)")
        }
    }
}

/// An element of parsed XML.
final class Node {
    let name: String
    let attributes: [String: String]
    var children: [Node] = []
    var text = ""

    init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// This element and all below it.
    var all: [Node] { [self] + children.flatMap(\.all) }

    func has(_ style: String) -> Bool { attributes["class"]?.split(separator: " ").contains(Substring(style)) == true }

    static func parse(_ text: String) throws -> Node {
        let builder = Builder()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = builder
        let isWhole = parser.parse()
        try #require(isWhole, "\(String(describing: parser.parserError)) at line \(parser.lineNumber)")
        return try #require(builder.root)
    }

    private final class Builder: NSObject, XMLParserDelegate {
        var root: Node?
        var open: [Node] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            let node = Node(name: name, attributes: attributes)
            if let parent = open.last { parent.children.append(node) } else { root = node }
            open.append(node)
        }

        func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
            open.removeLast()
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }
    }
}
