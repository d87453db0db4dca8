/// One entry of a parsed source: a block, a span or a piece of text.
///
/// Nodes stand in an array in the order in which they begin; what belongs to a node are the entries up to its `end`.
/// Text is not copied: a node names the bytes of the source, or of the side buffer where the source says something
/// else than it means (an entity, the address of a link).
struct MarkdownNode {
    enum Kind: UInt8 {
        // Containers.
        case quote, bulletList, orderedList, item
        // Blocks.
        case divider, heading, code, html, paragraph, table, row, cell
        /// Ends a run of bare text without being anything itself.
        case boundary
        // Spans.
        case emphasis, strong, link, image, codeSpan, strikethrough
        // Leaves.
        case text, softBreak, hardBreak, tag
    }

    struct Flags: OptionSet {
        let rawValue: UInt8

        /// `start` and `length` name bytes of the side buffer.
        static let isAside = Flags(rawValue: 1)
        /// `start` is an index into the long texts.
        static let isLong = Flags(rawValue: 2)
        static let isTask = Flags(rawValue: 4)
        static let isChecked = Flags(rawValue: 8)
        static let isHeader = Flags(rawValue: 16)
    }

    var kind: Kind
    var flags: Flags = []
    /// The level of a heading, the alignment of a cell.
    var detail: UInt16 = 0
    /// The index after the last entry that belongs to this one; 0 while the node is open.
    var end: UInt32 = 0
    /// Where the bytes begin; of an item: its mark; of an ordered list: the first number.
    var start: UInt32 = 0
    var length: UInt32 = 0

    /// Whether the node is text or a span, and so part of a line rather than a block.
    var isInline: Bool { kind.rawValue >= Kind.emphasis.rawValue }
}

/// A text too long to be copied at each use: the address of a link reference definition.
final class LongText: Sendable {
    let string: String

    init(_ string: String) { self.string = string }
}
