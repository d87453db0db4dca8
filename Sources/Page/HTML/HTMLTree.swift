/// A tree of HTML in few pieces of memory: nodes in the order in which they begin, and all their text one after the other.
///
/// The root is the `body` element. Comments and what stands in the head have no node.
struct HTMLTree: Equatable {
    struct Node: Equatable {
        /// The element; nil for text.
        var tag: HTMLTag?
        /// The index after the last node within this one.
        var end: UInt32 = 0
        /// Of text: where its characters stand. Of an element: its first attribute, and how many it has.
        var start: UInt32
        var length: UInt32
    }

    struct Attribute: Equatable {
        var name: HTMLAttribute
        var start: UInt32
        var length: UInt32
    }

    private(set) var nodes: [Node] = []
    private(set) var attributes: [Attribute] = []
    private(set) var characters: [UInt8] = []
    /// Whether characters added now belong to the text before them.
    private var continuesText = false

    // MARK: - Making

    /// Begins an element; returns its index.
    @discardableResult
    mutating func begin(_ tag: HTMLTag) -> Int {
        nodes.append(Node(tag: tag, start: UInt32(attributes.count), length: 0))
        continuesText = false
        return nodes.count - 1
    }

    /// Ends an element with all that is within it.
    mutating func end(_ index: Int) {
        nodes[index].end = UInt32(nodes.count)
        continuesText = false
    }

    /// Gives the element begun last an attribute; of several with the same name the first counts.
    mutating func addAttribute(_ name: HTMLAttribute, _ value: UnsafeBufferPointer<UInt8>) {
        let last = nodes.count - 1
        let own = attributes[Int(nodes[last].start)...]
        guard !own.contains(where: { $0.name == name }) else { return }
        attributes.append(Attribute(name: name, start: UInt32(characters.count), length: UInt32(value.count)))
        characters.append(contentsOf: value)
        nodes[last].length += 1
    }

    /// Adds text to the element that is open.
    mutating func addText(_ text: UnsafeBufferPointer<UInt8>) {
        guard !text.isEmpty else { return }
        if continuesText {
            nodes[nodes.count - 1].length += UInt32(text.count)
        } else {
            nodes.append(
                Node(
                    tag: nil, end: UInt32(nodes.count + 1), start: UInt32(characters.count), length: UInt32(text.count))
            )
            continuesText = true
        }
        characters.append(contentsOf: text)
    }

    mutating func reserve(for size: Int) {
        characters.reserveCapacity(size)
        nodes.reserveCapacity(size / 16)
    }

    // MARK: - Reading

    /// Hands out the root for as long as the tree lives.
    func withRoot<Result>(_ body: (HTMLNode) -> Result) -> Result {
        nodes.withUnsafeBufferPointer { nodes in
            attributes.withUnsafeBufferPointer { attributes in
                characters.withUnsafeBufferPointer { characters in
                    body(HTMLNode(nodes: nodes, attributes: attributes, characters: characters, index: 0))
                }
            }
        }
    }
}

/// A node of a tree, for as long as the tree lives.
struct HTMLNode {
    fileprivate let nodes: UnsafeBufferPointer<HTMLTree.Node>
    fileprivate let attributes: UnsafeBufferPointer<HTMLTree.Attribute>
    fileprivate let characters: UnsafeBufferPointer<UInt8>
    fileprivate let index: Int

    private var node: HTMLTree.Node { nodes[index] }

    /// The element that the node is; nil for text.
    var tag: HTMLTag? { node.tag }

    /// The UTF-8 of a text.
    var text: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: characters[Int(node.start)..<Int(node.start + node.length)])
    }

    /// Whether the node is text of nothing but white space.
    var isWhiteSpace: Bool { tag == nil && text.allSatisfy { $0 <= 32 } }

    var hasAttributes: Bool { node.length > 0 && tag != nil }

    /// The value of an attribute of an element; nil if it is absent.
    subscript(attribute: HTMLAttribute) -> String? {
        let node = node
        guard node.tag != nil, node.length > 0 else { return nil }
        for own in attributes[Int(node.start)..<Int(node.start + node.length)] where own.name == attribute {
            return String(decoding: characters[Int(own.start)..<Int(own.start + own.length)], as: UTF8.self)
        }
        return nil
    }

    /// The words of the `class` attribute.
    var classes: [Substring] { self[.class]?.split(whereSeparator: \.isWhitespace) ?? [] }

    /// The nodes within an element, without those within them.
    var children: Children { Children(parent: self) }

    struct Children: Sequence, IteratorProtocol {
        private let parent: HTMLNode
        private var position: Int

        init(parent: HTMLNode) {
            self.parent = parent
            position = parent.index + 1
        }

        mutating func next() -> HTMLNode? {
            guard parent.tag != nil, position < Int(parent.node.end) else { return nil }
            let child = HTMLNode(
                nodes: parent.nodes, attributes: parent.attributes, characters: parent.characters, index: position)
            position = Int(parent.nodes[position].end)
            return child
        }
    }

    /// The first element of the kind among the children.
    func child(_ wanted: HTMLTag) -> HTMLNode? { children.first { $0.tag == wanted } }
}
