/// A table.
public struct Table: Hashable, Sendable {
    /// What stands above the table.
    public var title: RichText
    /// The rows from top to bottom.
    public var rows: [Row]
    /// Whether lines are drawn around the cells.
    public var isBordered: Bool
    /// Whether every other row is shaded.
    public var isStriped: Bool
    /// Whether it is drawn close.
    public var isCompact: Bool

    /// A table of the given rows.
    public init(
        title: RichText = .empty, rows: [Row], isBordered: Bool = false, isStriped: Bool = false,
        isCompact: Bool = false
    ) {
        self.title = title
        self.rows = rows
        self.isBordered = isBordered
        self.isStriped = isStriped
        self.isCompact = isCompact
    }

    /// A row of a table.
    public struct Row: Hashable, Sendable {
        /// The cells from first to last.
        public var cells: [Cell]

        /// A row of the given cells.
        public init(cells: [Cell]) { self.cells = cells }
    }

    /// A cell of a table.
    public struct Cell: Hashable, Sendable {
        /// What it says; nil is a cell without any text, as some carriers tell apart from an empty text.
        public var text: RichText?
        /// Whether it heads a column or row.
        public var isHeader: Bool
        /// Where the text stands across the cell.
        public var alignment: Alignment
        /// Where the text stands down the cell.
        public var verticalAlignment: VerticalAlignment
        /// How many columns it takes; nil where not given, which means 1.
        public var columnSpan: Int32?
        /// How many rows it takes; nil where not given, which means 1.
        public var rowSpan: Int32?

        /// A cell with the given text.
        public init(
            text: RichText?, isHeader: Bool = false, alignment: Alignment = .left,
            verticalAlignment: VerticalAlignment = .top, columnSpan: Int32? = nil, rowSpan: Int32? = nil
        ) {
            self.text = text
            self.isHeader = isHeader
            self.alignment = alignment
            self.verticalAlignment = verticalAlignment
            self.columnSpan = columnSpan
            self.rowSpan = rowSpan
        }
    }

    /// Where text stands across a cell.
    public enum Alignment: Int32, Hashable, Sendable, CaseIterable {
        /// At the left, which is also the default.
        case left
        /// In the middle.
        case center
        /// At the right.
        case right
    }

    /// Where text stands down a cell.
    public enum VerticalAlignment: Int32, Hashable, Sendable, CaseIterable {
        /// At the top, which is also the default.
        case top
        /// In the middle.
        case middle
        /// At the bottom.
        case bottom
    }
}
