import CGumbo

/// A node of the tree that the HTML parser makes, for as long as the tree lives.
struct HTMLNode {
    private let node: UnsafeMutablePointer<GumboNode>

    /// Parses HTML and lends the root of the tree.
    static func withTree<Result>(of html: [UInt8], _ body: (HTMLNode) -> Result) -> Result? {
        html.withUnsafeBufferPointer { bytes -> Result? in
            guard let base = bytes.baseAddress, !bytes.isEmpty else { return nil }
            return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { source -> Result? in
                var options = kGumboDefaultOptions
                options.max_errors = 0
                guard let output = gumbo_parse_with_options(&options, source, bytes.count) else { return nil }
                defer { gumbo_destroy_output(&options, output) }
                return output.pointee.root.map { body(HTMLNode(node: $0)) }
            }
        }
    }

    private var isElement: Bool {
        node.pointee.type == GUMBO_NODE_ELEMENT || node.pointee.type == GUMBO_NODE_TEMPLATE
    }

    /// The name of an element in lower case; empty for anything else.
    var name: String {
        guard isElement else { return "" }
        let element = node.pointee.v.element
        if element.tag != GUMBO_TAG_UNKNOWN { return String(cString: gumbo_normalized_tagname(element.tag)) }
        return ""
    }

    /// The characters of a text; nil for anything else.
    var text: String? {
        switch node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA: String(cString: node.pointee.v.text.text)
        default: nil
        }
    }

    /// The value of an attribute of an element; nil if it is absent.
    subscript(attribute name: String) -> String? {
        guard isElement else { return nil }
        var attributes = node.pointee.v.element.attributes
        return gumbo_get_attribute(&attributes, name).map { String(cString: $0.pointee.value) }
    }

    /// The nodes within an element.
    var children: [HTMLNode] {
        guard isElement else { return [] }
        let children = node.pointee.v.element.children
        return (0..<Int(children.length)).compactMap { index in
            children.data[index].map { HTMLNode(node: $0.assumingMemoryBound(to: GumboNode.self)) }
        }
    }

    /// All characters within.
    var textContent: String {
        if let text { return text }
        if name == "br" { return "\n" }
        return children.reduce(into: "") { $0 += $1.textContent }
    }

    /// The first element with the name among the children.
    func child(_ wanted: String) -> HTMLNode? { children.first { $0.name == wanted } }
}
