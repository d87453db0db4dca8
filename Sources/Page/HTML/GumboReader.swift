import CGumbo

/// Makes the tree of any HTML with gumbo, which reads it as the HTML standard says.
enum GumboReader {
    static func tree(of html: [UInt8]) -> HTMLTree {
        var tree = HTMLTree()
        let body = tree.begin(.body)
        html.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
            base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { source in
                var options = kGumboDefaultOptions
                options.max_errors = 0
                guard let output = gumbo_parse_with_options(&options, source, bytes.count) else { return }
                defer { gumbo_destroy_output(&options, output) }
                if let root = output.pointee.root { addBody(of: root, to: &tree) }
            }
        }
        tree.end(body)
        return tree
    }

    private static func addBody(of root: UnsafeMutablePointer<GumboNode>, to tree: inout HTMLTree) {
        for child in children(of: root) where child.pointee.type == GUMBO_NODE_ELEMENT {
            guard child.pointee.v.element.tag == GUMBO_TAG_BODY else { continue }
            addAttributes(of: child, to: &tree)
            addChildren(of: child, to: &tree)
        }
    }

    private static func children(
        of node: UnsafeMutablePointer<GumboNode>
    ) -> some Sequence<UnsafeMutablePointer<GumboNode>> {
        let children = node.pointee.v.element.children
        return (0..<Int(children.length)).lazy.compactMap { index in
            children.data[index]?.assumingMemoryBound(to: GumboNode.self)
        }
    }

    /// The tree is at most as deep as ``HTMLSieve`` lets it be.
    private static func addChildren(of node: UnsafeMutablePointer<GumboNode>, to tree: inout HTMLTree) {
        for child in children(of: node) {
            switch child.pointee.type {
            case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
                guard let text = child.pointee.v.text.text else { continue }
                bytes(of: text) { tree.addText($0) }
            case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE:
                let tag = tag(of: child)
                // What has no place in the body but can stand there.
                if tag == .meta || tag == .link || tag == .base || tag == .style { continue }
                let index = tree.begin(tag)
                addAttributes(of: child, to: &tree)
                addChildren(of: child, to: &tree)
                tree.end(index)
            default: break
            }
        }
    }

    private static func tag(of node: UnsafeMutablePointer<GumboNode>) -> HTMLTag {
        let element = node.pointee.v.element
        if element.tag != GUMBO_TAG_UNKNOWN {
            let name: UnsafePointer<CChar> = gumbo_normalized_tagname(element.tag)
            return bytes(of: name) { HTMLTag.names.value(of: $0) } ?? .other
        }
        var name = element.original_tag
        gumbo_tag_from_original_text(&name)
        guard let start = name.data, name.length > 0 else { return .other }
        return start.withMemoryRebound(to: UInt8.self, capacity: name.length) {
            HTMLTag.names.value(of: UnsafeBufferPointer(start: $0, count: name.length))
        } ?? .other
    }

    private static func addAttributes(of node: UnsafeMutablePointer<GumboNode>, to tree: inout HTMLTree) {
        let attributes = node.pointee.v.element.attributes
        for index in 0..<Int(attributes.length) {
            guard let attribute = attributes.data[index]?.assumingMemoryBound(to: GumboAttribute.self),
                let name = bytes(of: attribute.pointee.name, { HTMLAttribute.names.value(of: $0) })
            else { continue }
            bytes(of: attribute.pointee.value) { tree.addAttribute(name, $0) }
        }
    }

    private static func bytes<Result>(
        of text: UnsafePointer<CChar>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        var length = 0
        while text[length] != 0 { length += 1 }
        return text.withMemoryRebound(to: UInt8.self, capacity: length) {
            body(UnsafeBufferPointer(start: $0, count: length))
        }
    }
}
